import { ofKey } from '../../lib/memo/of-key';
import { REQUESTED_RESOURCES, RESOURCES, type RequestedResource } from '../../objects/units';
import { forNodesWith } from '../features/node-scope/group-recommendations';
import { nodeOfPod } from '../features/node-scope/scope';
import { contestedBy } from '../features/with-hpa/conflicts';
import type { CompiledVpa } from '../pods/compiled-vpa';
import { keepsLimit } from '../pods/container-policy';
import { asControlled, withoutStorage } from '../pods/controlled-signals';
import type { Contested } from '../pods/hpa-claims';
import { forPod } from '../pods/memory-limit/for-pod';
import { forWorkload } from '../pods/outcome/for-part';
import { podAfter } from '../pods/pod-level/size-whole';
import { fitRecommended } from '../pods/pod-resources';
import type { ContainerRecommendation } from '../pods/recommendation';
import { capRecommendation } from '../pods/resource-plan';
import type { WorkloadInput } from './plan-input';
import type { PodFacts } from './pod-facts';
import type { Candidate } from './policy';
import { priorityOf } from './priority';
import { sparedRequests, withoutSparedRequests } from './strain';
import { type WholePod, wholePodOf } from './whole-pod';

type Recommended = readonly (ContainerRecommendation | undefined)[];

/**
 * Makes candidates of the pods of one workload; what does not depend on the pod is computed once, for each group of
 * nodes if the VPA tells them apart.
 */
export function candidates(whole: WorkloadInput): (facts: PodFacts) => Candidate {
  const vpa = forWorkload(whole.vpa, whole.portion?.workload);
  const workload = vpa === whole.vpa ? whole : { ...whole, vpa };
  const { nodeValues, limits } = workload;
  const byVpa = new Map<CompiledVpa, (facts: PodFacts) => Candidate>();
  const decidedOf = once(asDecided);
  return (facts) => {
    const node = nodeValues && nodeOfPod(facts.pod);
    const onNode = nodeValues
      ? forNodesWith(vpa, node === undefined ? undefined : nodeValues.get(node))
      : vpa;
    const own = forPod(decidedOf(onNode), facts.pod.spec, limits, (container) =>
      facts.boosted.has(container),
    );
    const candidateOf = ofKey(byVpa, own, () => alike(own === vpa ? workload : { ...workload, vpa: own }));
    return candidateOf(facts);
  };
}

function once(asked: (vpa: CompiledVpa) => CompiledVpa): (vpa: CompiledVpa) => CompiledVpa {
  const known = new Map<CompiledVpa, CompiledVpa>();
  return (vpa) => {
    return ofKey(known, vpa, () => asked(vpa));
  };
}

/** The mode its owner wants. */
const modeOf = ({ mode, modeOnceResumed }: CompiledVpa) => modeOnceResumed ?? mode;

/** No kubelet changes ephemeral storage in place, so a VPA that only resizes leaves it to new pods. */
function asDecided(vpa: CompiledVpa): CompiledVpa {
  const recommendation =
    modeOf(vpa) === 'InPlace'
      ? withoutStorage(vpa.recommendation)
      : asControlled(vpa.recommendation, vpa.vpa);
  return recommendation === vpa.recommendation ? vpa : { ...vpa, recommendation };
}

function alike(workload: WorkloadInput): (facts: PodFacts) => Candidate {
  const others = contestedBy(workload.conflicts);
  const cap = cappedFor(workload);
  const storageDiffers = modeOf(workload.vpa) === 'Recreate';
  return (facts) => {
    const inRange = cap(facts);
    const wholePod = wholePodOf(facts, counted(facts, inRange), workload);
    const capped = withinPod(facts, inRange, wholePod);
    const whole = withoutSpared(facts, counted(facts, capped), workload);
    const own = others ? withoutContested(facts, whole, others) : whole;
    const spared = sparedRequests(facts, own, workload);
    const recommended = withoutSparedRequests(facts, own, spared);
    const { priority, breaches } = wholePod
      ? priorityOf([...facts.containers, wholePod], [...recommended, wholePod.recommended], storageDiffers)
      : priorityOf(facts.containers, recommended, storageDiffers);
    const contested =
      own === whole
        ? []
        : priorityOf(facts.containers, whole).breaches.filter(({ container, resource }) =>
            others?.has(container, resource),
          );
    return {
      facts,
      workload,
      capped,
      recommended,
      ...(wholePod && { wholePod }),
      spared,
      priority,
      breaches,
      contested,
    };
  };
}

/** The recommendation capped for a pod. Without limits it is the same for every pod. */
function cappedFor({ vpa, limits }: WorkloadInput): (facts: PodFacts) => Recommended {
  const { recommendation } = vpa;
  if (!recommendation) return ({ containers }) => containers.map(() => undefined);
  const dependsOnPod =
    limits.container !== undefined ||
    limits.pod !== undefined ||
    [...recommendation.values()].some(({ seenCpu }) => seenCpu !== undefined) ||
    [...vpa.policies.values()].some((policy) => RESOURCES.some((resource) => keepsLimit(policy, resource)));
  if (dependsOnPod) return ({ containers }) => capRecommendation(containers, vpa, recommendation, limits);
  const names = [...recommendation.keys()];
  const shared = capRecommendation(
    names.map((name) => ({ name, requests: {}, limits: {} })),
    vpa,
    recommendation,
    limits,
  );
  const byName = new Map(names.map((name, index) => [name, shared[index]]));
  return ({ containers }) => containers.map(({ name }) => byName.get(name));
}

/** What the pod states as a whole, its containers may not exceed. */
function withinPod(
  { containers, podLevel }: PodFacts,
  recommended: Recommended,
  wholePod: WholePod | undefined,
): Recommended {
  if (!podLevel) return recommended;
  return fitRecommended(recommended, containers, wholePod ? podAfter(podLevel, wholePod.plan) : podLevel);
}

/** Leaves native sidecars out where they stay as they are. */
function withoutSpared(
  { containers }: PodFacts,
  recommended: Recommended,
  { sparesSidecars }: WorkloadInput,
): Recommended {
  if (!sparesSidecars || !containers.some(({ isSidecar }) => isSidecar)) return recommended;
  return recommended.map((own, index) => (containers[index]?.isSidecar ? undefined : own));
}

/**
 * Leaves out containers that admission did not see, and the CPU of those whose startup boost is still active.
 */
function counted({ observed, boosted, containers }: PodFacts, recommended: Recommended): Recommended {
  const isWhole = !observed || containers.every(({ name }) => observed.has(name));
  if (isWhole && boosted.size === 0) return recommended;
  return recommended.map((own, index) => {
    const name = containers[index]?.name ?? '';
    if (observed && !observed.has(name)) return undefined;
    return boosted.has(name) ? without(own, (resource) => resource === 'cpu') : own;
  });
}

/** Leaves out what another autoscaler controls; the same list if that is nothing of this pod. */
function withoutContested(
  { containers }: PodFacts,
  recommended: Recommended,
  others: Contested,
): Recommended {
  const kept = recommended.map((own, index) => {
    const name = containers[index]?.name ?? '';
    const isTouched =
      own && REQUESTED_RESOURCES.some((resource) => own.target[resource] && others.has(name, resource));
    return isTouched ? without(own, (resource) => others.has(name, resource)) : own;
  });
  return kept.some((own, index) => own !== recommended[index]) ? kept : recommended;
}

function without(
  own: ContainerRecommendation | undefined,
  isLeftOut: (resource: RequestedResource) => boolean,
): ContainerRecommendation | undefined {
  if (!own) return undefined;
  const { lowerBound, upperBound, ownLimit, limitOnly } = own;
  const kept = {
    target: { ...own.target },
    lowerBound,
    upperBound,
    ...(ownLimit && { ownLimit }),
    ...(limitOnly && { limitOnly }),
  };
  for (const resource of REQUESTED_RESOURCES) if (isLeftOut(resource)) delete kept.target[resource];
  return kept;
}
