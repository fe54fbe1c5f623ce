import { amountsFrom, isQuantity } from '../../objects/quantity';
import type { ResourceRequirements } from '../../objects/types';
import {
  type Amounts,
  REQUESTED_RESOURCES,
  RESOURCE_FACTS,
  type RequestedResource,
} from '../../objects/units';
import { WHOLE_POD } from '../../objects/whole-pod';
import { asApproved, readUnapproved } from '../features/approvals/new-pods';
import { contestedBy } from '../features/with-hpa/conflicts';
import { largestAmounts } from '../places/pareto-front';
import { withSeenCpu } from '../pods/bounded-by-use';
import { withPeersUse } from '../pods/in-use';
import { fitWithWhole } from '../pods/pod-level/size-whole';
import { fitToPodResources } from '../pods/pod-resources';
import type { ContainerRecommendation } from '../pods/recommendation';
import { planResources } from '../pods/resource-plan';
import type { ContainerChange } from './planned';
import type { ContainerFacts, PodFacts } from './pod-facts';
import type { Candidate, MayBecome, Way } from './policy';
import { peersOf } from './strain';

const THE_TARGET: MayBecome = ({ to }) => to;

/**
 * What each container of a candidate would state after this kind of change; only containers that differ. The end of a
 * startup boost depends on what is approved at that time, other changes on `mayBecome`.
 */
export function changesFor(
  candidate: Candidate,
  way: Way,
  nowMs = Number.POSITIVE_INFINITY,
  mayBecome = THE_TARGET,
): ContainerChange[] {
  const { facts } = candidate;
  const plans = plannedFor(candidate, way, nowMs, mayBecome);
  const changes: ContainerChange[] = [];
  facts.containers.forEach((container, index) => {
    const wanted = plans.containers[index];
    if (!wanted) return;
    const to = differing(wanted.requests, container.requests);
    const limits = differing(wanted.limits, container.limits);
    if (Object.keys(to).length > 0 || Object.keys(limits).length > 0)
      changes.push({
        container: container.name,
        from: container.requests,
        to,
        limits,
        ...formerOf(limits, container.limits),
      });
  });
  const ofWhole = wholeChange(facts, plans.whole);
  if (ofWhole) changes.push(ofWhole);
  return changes;
}

/** Limits now, of the resources whose limits change. */
export function formerOf(changed: Amounts, stated: Amounts): Pick<ContainerChange, 'formerLimits'> {
  const former = pick(stated, changed);
  return Object.keys(former).length > 0 ? { formerLimits: former } : {};
}

function wholeChange({ podLevel }: PodFacts, wanted: Stated | undefined): ContainerChange | undefined {
  if (!podLevel || !wanted) return undefined;
  const to = differing(wanted.requests, podLevel.requests);
  const limits = differing(wanted.limits, podLevel.limits);
  if (Object.keys(to).length === 0 && Object.keys(limits).length === 0) return undefined;
  return { container: WHOLE_POD, from: podLevel.requests, to, limits, ...formerOf(limits, podLevel.limits) };
}

interface Stated {
  requests: Amounts;
  limits: Amounts;
}

function plannedFor(
  candidate: Candidate,
  way: Way,
  nowMs: number,
  mayBecome: MayBecome,
): { containers: (Stated | undefined)[]; whole?: Stated | undefined } {
  const { facts, workload } = candidate;
  const { vpa, limits, approvals } = workload;
  // After a startup a pod gets what new pods get, whether or not more is recommended.
  const recommended =
    way === 'unboost' && approvals
      ? asApproved(vpa.recommendation, approvals, readUnapproved(vpa.vpa), nowMs)
      : vpa.recommendation;
  const originals = facts.containers.map((container) => originalOf(container, facts));
  const recommendation = withSeenCpu(recommended, originals, vpa);
  const wanted = new Map<string, ContainerRecommendation>();
  facts.containers.forEach((container, index) => {
    const own = recommendation?.get(container.name);
    const counted = way === 'unboost' ? own : candidate.recommended[index];
    if (!own || !counted) return;
    const target = pick(
      own.target,
      way === 'evict' ? withSpared(counted.target, container, candidate) : resizable(counted.target),
    );
    wanted.set(container.name, {
      ...own,
      target: way === 'unboost' ? target : limited(target, container, mayBecome),
    });
  });
  const contested = contestedBy(workload.conflicts);
  const safe =
    way === 'evict' ? withPeersUse(wanted, () => originals, vpa, limits, peersOf(workload)) : undefined;
  const applied = safe?.recommendation ?? wanted;
  const wished = planResources(originals, vpa, applied, limits, {
    startupBoost: false,
    contested,
    largestNode: () => largestAmounts(workload.largestNodes),
    cpuLimitStep: workload.cpuLimitStep,
  });
  const { podLevel } = facts;
  if (way !== 'unboost') {
    const fitted = podLevel
      ? fitWithWhole(wished, originals, podLevel, {
          vpa,
          limits,
          contested,
          cpuLimitStep: workload.cpuLimitStep,
          recommendation: wholeOf(candidate, mayBecome),
        })
      : wished;
    return {
      containers: facts.containers.map((_container, index) => fitted.find((plan) => plan.index === index)),
      whole: fitted.find(({ name }) => name === WHOLE_POD),
    };
  }
  const plans = podLevel ? fitToPodResources(wished, originals, podLevel) : wished;
  const containers = facts.containers.map(({ name }, index) => {
    const original = originals[index];
    if (!facts.boosted.has(name) || !original) return undefined;
    const plan = plans.find((one) => one.index === index);
    return {
      requests: onlyCpu(plan?.requests.cpu === undefined ? original.requests : plan.requests),
      limits: onlyCpu(plan?.limits.cpu === undefined ? original.limits : plan.limits),
    };
  });
  return { containers };
}

/** What is recommended for the pod as a whole, as far as it may become that. */
function wholeOf(
  { facts: { podLevel }, workload: { vpa } }: Candidate,
  mayBecome: MayBecome,
): ReadonlyMap<string, ContainerRecommendation> | undefined {
  const own = vpa.recommendation?.get(WHOLE_POD);
  if (!own || !podLevel) return undefined;
  return new Map([
    [
      WHOLE_POD,
      { ...own, target: limited(own.target, { name: WHOLE_POD, requests: podLevel.requests }, mayBecome) },
    ],
  ]);
}

/** A new pod gets the whole target. */
function withSpared(target: Amounts, { name }: ContainerFacts, { spared }: Candidate): Amounts {
  const whole = { ...target };
  for (const { container, resource, target: lower } of spared)
    if (container === name) Object.assign(whole, { [resource]: lower });
  return whole;
}

function limited(
  target: Amounts,
  { name, requests }: Pick<ContainerFacts, 'name' | 'requests'>,
  mayBecome: MayBecome,
): Amounts {
  const next: Amounts = {};
  for (const resource of REQUESTED_RESOURCES) {
    const to = target[resource];
    if (to === undefined) continue;
    const from = requests[resource];
    const change = { container: name, resource, ...(from !== undefined && { from }), to };
    Object.assign(next, { [resource]: mayBecome(change) });
  }
  return next;
}

/** What a container stated before a startup boost, whose proportion the limits keep. */
function originalOf(container: ContainerFacts, { boosted }: PodFacts): ContainerFacts {
  const text = boosted.get(container.name);
  const kept = text === undefined ? undefined : readResources(text);
  if (!kept) return container;
  return {
    ...container,
    requests: { ...container.requests, cpu: kept.requests.cpu },
    limits: { ...container.limits, cpu: kept.limits.cpu },
  };
}

function readResources(text: string): Stated | undefined {
  try {
    const { requests, limits } = JSON.parse(text) as ResourceRequirements;
    return { requests: cpuOf(requests), limits: cpuOf(limits) };
  } catch {
    return undefined;
  }
}

function cpuOf(list: ResourceRequirements['requests']): Amounts {
  return isQuantity(list?.cpu) ? amountsFrom({ cpu: list.cpu }) : {};
}

function onlyCpu({ cpu }: Amounts): Amounts {
  return cpu === undefined ? {} : { cpu };
}

/** What kubelets change while containers run. */
function resizable(amounts: Amounts): Amounts {
  return only(amounts, (resource) => RESOURCE_FACTS[resource].isResizable);
}

/** The resources of `amounts` that `like` has too. */
function pick(amounts: Amounts, like: Amounts): Amounts {
  return only(amounts, (resource) => like[resource] !== undefined);
}

function differing(wanted: Amounts, stated: Amounts): Amounts {
  return only(wanted, (resource) => wanted[resource] !== stated[resource]);
}

function only(amounts: Amounts, isKept: (resource: RequestedResource) => boolean): Amounts {
  const kept: Amounts = {};
  for (const resource of REQUESTED_RESOURCES) {
    const amount = amounts[resource];
    if (amount !== undefined && isKept(resource)) Object.assign(kept, { [resource]: amount });
  }
  return kept;
}
