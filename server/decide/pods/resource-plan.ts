import {
  type Amounts,
  type CpuMillicores,
  cpuMillicores,
  EPHEMERAL_STORAGE,
  REQUESTED_RESOURCES,
  RESOURCES,
  type RequestedResource,
} from '../../objects/units';
import { isOne, limitAboveSeenCpu, withSeenCpu } from './bounded-by-use';
import type { CapNote } from './cap-reasons';
import { type CompiledPolicy, type CompiledVpa, policyFor } from './compiled-vpa';
import { capToContainer } from './container-cap';
import type { ContainerPlan } from './container-plan';
import { type ContainerPolicy, keepsLimit, keepsRequest, NO_POLICY } from './container-policy';
import { inCpuSteps } from './cpu-limit-step';
import type { Contested } from './hpa-claims';
import type { LimitBounds, NamespaceLimits } from './limit-bounds';
import { hasLimitApart, limitForRequest, withoutProportion } from './memory-limit/limit';
import { fitToPodRange } from './pod-range';
import { type ContainerAmounts, proportionalLimit, withAmount } from './proportions';
import type { ContainerRecommendation, Recommendation } from './recommendation';
import { boostedCpu } from './startup-boost';

export interface PlanOptions {
  /** Feature gate CPUStartupBoost. */
  readonly startupBoost: boolean;
  /** Whether native sidecars are planned for too; the reference leaves them out. */
  readonly withSidecars?: boolean;
  readonly maxAllowedCpuBoost?: CpuMillicores;
  /** Recommendations for these are not applied, since another autoscaler controls them. */
  readonly contested?: Contested;
  /** CPU limits are proposed in whole steps of so many millicores; absent for any amount, as the reference. */
  readonly cpuLimitStep?: number | undefined;
  /** What a pod LimitRange scales; `recommended` by default. */
  readonly scaled?: ScaledToRange;
  /** The most that a node can give of each resource: no limit is raised above it. Undefined if nobody knows. */
  readonly largestNode?: () => Amounts | undefined;
}

/**
 * What is scaled until a pod fits its LimitRange; the rest counts as stated. `recommended`: for running pods,
 * since scaling again would shrink them each time. `controlled`: also containers without a recommendation,
 * from their requests; for new pods. `all`: as the reference, also containers the policy turns off, and a
 * resource without a recommendation counts as nothing.
 */
type ScaledToRange = 'recommended' | 'controlled' | 'all';

/** A container's recommendation, capped for one pod. */
export interface CappedRecommendation extends ContainerRecommendation {
  /** Why `target` differs from what was recommended. */
  readonly notes: readonly CapNote[];
}

/**
 * Target and bounds of every container, bounded by what was seen used, and capped in this order: pod LimitRange,
 * container LimitRange, minAllowed and maxAllowed, and the container limit if only requests are controlled. In parallel
 * to `containers`; undefined without a recommendation (VPA 1.8, pkg/utils/vpa, capping.go, `Apply`).
 */
export function capRecommendation(
  containers: readonly ContainerAmounts[],
  vpa: Pick<CompiledVpa, 'policies'>,
  recommended: Recommendation,
  limits: NamespaceLimits,
): (CappedRecommendation | undefined)[] {
  const recommendation = withSeenCpu(recommended, containers, vpa);
  const notes = containers.map((one) => seenNotes(one, recommendation));
  const inRange = scaledByRequest(containers, vpa, recommendation, limits);
  const field = (
    name: keyof Omit<
      ContainerRecommendation,
      'memoryLimit' | 'ownLimit' | 'limitOnly' | 'seenCpu' | 'heldCpu'
    >,
    kept: (index: number) => CapNote[],
  ) =>
    capField(
      inRange,
      vpa,
      containers.map((container) => recommendation.get(container.name)?.[name]),
      limits,
      'recommended',
      kept,
    );
  const target = field('target', (index) => notes[index] ?? []);
  const lowerBound = field('lowerBound', () => []);
  const upperBound = field('upperBound', () => []);
  return containers.map(({ name }, index) => {
    const own = target[index];
    const { ownLimit, limitOnly, seenCpu } = recommendation.get(name) ?? {};
    return (
      own && {
        target: own,
        lowerBound: lowerBound[index] ?? {},
        upperBound: upperBound[index] ?? {},
        notes: notes[index] ?? [],
        ...(ownLimit && { ownLimit }),
        ...(limitOnly && { limitOnly }),
        ...(seenCpu !== undefined && { seenCpu }),
      }
    );
  });
}

/** That what is recommended is what was seen used. */
function seenNotes(container: ContainerAmounts, recommendation: Recommendation | undefined): CapNote[] {
  const { seenCpu, target } = recommendation?.get(container.name) ?? {};
  const isRaised = seenCpu !== undefined && target?.cpu === seenCpu && isOne(container);
  return isRaised ? [{ resource: 'cpu', reason: 'seen-use' }] : [];
}

/** Limits apart from requests are no reason to lower these. */
function scaledByRequest(
  containers: readonly ContainerAmounts[],
  vpa: Pick<CompiledVpa, 'policies'>,
  recommendation: Recommendation,
  { container: range }: NamespaceLimits,
): readonly ContainerAmounts[] {
  const isApart = (one: ContainerAmounts) => hasLimitApart(one, vpa, recommendation.get(one.name), range);
  return containers.some(isApart)
    ? containers.map((one) => (isApart(one) ? withoutProportion(one) : one))
    : containers;
}

function capField(
  containers: readonly ContainerAmounts[],
  vpa: Pick<CompiledVpa, 'policies'>,
  recommended: readonly (Amounts | undefined)[],
  limits: NamespaceLimits,
  scaled: ScaledToRange,
  notesOf: (index: number) => CapNote[],
): (Amounts | undefined)[] {
  const policies = containers.map(({ name }) => policyFor(vpa, name));
  const fitted = limits.pod
    ? fitToPod(containers, policies, recommended, limits.pod, scaled, notesOf)
    : recommended;
  return containers.map((container, index) => {
    const own = fitted[index];
    return own && capToContainer(own, container, policies[index], limits.container, notesOf(index));
  });
}

function fitToPod(
  containers: readonly ContainerAmounts[],
  policies: readonly (CompiledPolicy | undefined)[],
  recommended: readonly (Amounts | undefined)[],
  range: LimitBounds,
  scaled: ScaledToRange,
  notesOf: (index: number) => CapNote[],
): (Amounts | undefined)[] {
  const withStorage = recommended.some((own) => own?.[EPHEMERAL_STORAGE] !== undefined);
  const wanted = recommended.map((own, index) => {
    const container = containers[index];
    if (own || !container || scaled === 'recommended') return own;
    if (scaled === 'controlled') return controlledRequests(container, policies[index], withStorage);
    return statesAny(container.requests) ? container.requests : undefined;
  });
  const isHeld = (index: number, resource: RequestedResource) =>
    scaled !== 'all' && (policies[index]?.off || wanted[index]?.[resource] === undefined);
  const fitted = fitToPodRange(wanted, containers, range, isHeld);
  for (const [index, own] of fitted.entries())
    for (const resource of REQUESTED_RESOURCES)
      if (own?.[resource] !== wanted[index]?.[resource])
        notesOf(index).push({ resource, reason: 'pod-range' });
  return fitted;
}

function controlledRequests(
  { requests }: ContainerAmounts,
  { off, controlledResources }: ContainerPolicy = NO_POLICY,
  withStorage = false,
): Amounts | undefined {
  if (off) return undefined;
  const kept: Amounts = {};
  if (requests.cpu !== undefined && controlledResources.includes('cpu')) kept.cpu = requests.cpu;
  if (requests.memory !== undefined && controlledResources.includes('memory')) kept.memory = requests.memory;
  const stored = requests[EPHEMERAL_STORAGE];
  if (withStorage && stored !== undefined) kept[EPHEMERAL_STORAGE] = stored;
  return statesAny(kept) ? kept : undefined;
}

function statesAny(amounts: Amounts): boolean {
  return REQUESTED_RESOURCES.some((resource) => amounts[resource] !== undefined);
}

/**
 * The request and limit of every container of a pod, from the recommendation (without one, only boosts
 * count). Limits keep their ratio to the request unless the policy controls requests only. Containers the
 * policy turns off, and those without a change, are left out.
 */
export function planResources(
  containers: readonly ContainerAmounts[],
  vpa: CompiledVpa,
  recommendation: Recommendation | undefined,
  limits: NamespaceLimits,
  options: PlanOptions,
): ContainerPlan[] {
  const applied = recommendation && vpa.mode !== 'Off' ? recommendation : undefined;
  const notes = containers.map((one) => seenNotes(one, applied));
  const targets = applied
    ? capField(
        scaledByRequest(containers, vpa, applied, limits),
        vpa,
        containers.map((container) => applied.get(container.name)?.target),
        limits,
        options.scaled ?? 'recommended',
        (index) => notes[index] ?? [],
      )
    : [];
  const plans: ContainerPlan[] = [];
  containers.forEach((container, index) => {
    const policy = policyFor(vpa, container.name);
    if (options.startupBoost && policy?.off) return;
    const { contested } = options;
    const target = uncontested(targets[index], container.name, contested);
    const ownNotes = (notes[index] ?? []).filter(({ resource }) => !contested?.has(container.name, resource));
    const planned = target
      ? {
          requests: target,
          limits: stepped(
            withinNode(
              withOwnLimit(
                limitsFor(
                  container,
                  target,
                  { vpa, recommended: applied?.get(container.name) },
                  limits,
                  ownNotes,
                ),
                target,
                keepsLimit(policy, 'memory') ? undefined : applied?.get(container.name)?.memoryLimit,
                limits.container,
              ),
              container,
              { requests: target, largestNode: options.largestNode, notes: ownNotes },
            ),
            container,
            { requests: target, limits, options, notes: ownNotes },
          ),
        }
      : undefined;
    const boosted = options.startupBoost
      ? boost(
          container,
          vpa,
          policy,
          planned ?? { requests: {}, limits: {} },
          {
            ...options,
            bounds: limits,
            freeCpuFor: () => freeCpuFor(container, containers, { plans, targets, options }),
          },
          ownNotes,
        )
      : undefined;
    const final = boosted ?? planned;
    if (!final || !(statesAny(final.requests) || statesAny(final.limits))) return;
    plans.push({
      index,
      name: container.name,
      requests: final.requests,
      limits: final.limits,
      notes: ownNotes,
      boosted: boosted !== undefined,
    });
  });
  return plans;
}

function uncontested(
  target: Amounts | undefined,
  container: string,
  contested: Contested | undefined,
): Amounts | undefined {
  if (!target || !contested) return target;
  const kept = { ...target };
  for (const resource of REQUESTED_RESOURCES) if (contested.has(container, resource)) delete kept[resource];
  return kept;
}

function limitsFor(
  container: ContainerAmounts,
  target: Amounts,
  { vpa, recommended }: { vpa: CompiledVpa; recommended: ContainerRecommendation | undefined },
  limits: NamespaceLimits,
  notes: CapNote[],
): Amounts {
  const policy = policyFor(vpa, container.name);
  if (policy?.requestsOnly) return {};
  const apart = hasLimitApart(container, vpa, recommended, limits.container)
    ? recommended?.ownLimit?.target
    : undefined;
  let planned: Amounts = {};
  const missing: CapNote[] = [];
  for (const resource of REQUESTED_RESOURCES) {
    if (keepsLimit(policy, resource)) continue;
    if (resource === 'memory' && apart !== undefined && target.memory !== undefined) {
      planned = withAmount(planned, resource, limitForRequest(target.memory, apart, limits.container));
      continue;
    }
    const defaultLimit = limits.container?.defaultLimit?.[resource] ?? 0;
    const only = recommended?.limitOnly?.[resource];
    if (only && target[resource] !== undefined && (container.limits[resource] || defaultLimit)) {
      planned = withAmount(
        planned,
        resource,
        limitForRequest(target[resource], only.target, limits.container, resource),
      );
      continue;
    }
    const limit = proportionalLimit(container, resource, target[resource] ?? 0, defaultLimit);
    if (limit.kind === 'limit') {
      const amount =
        resource === 'cpu'
          ? limitAboveSeenCpu(limit.amount, target.cpu ?? 0, container, recommended?.seenCpu, limits)
          : limit.amount;
      if (amount > limit.amount) notes.push({ resource, reason: 'seen-use' });
      planned = withAmount(planned, resource, upToMax(amount, resource, target, policy, notes));
    } else if (resource !== EPHEMERAL_STORAGE) missing.push({ resource, reason: limit.reason });
  }
  if (missing.length < RESOURCES.length) notes.push(...missing);
  return planned;
}

/** A limit that keeps its proportion only up to `maxAllowed`, if its VPA says so. */
function upToMax(
  limit: number,
  resource: RequestedResource,
  target: Amounts,
  policy: CompiledPolicy | undefined,
  notes: CapNote[],
): number {
  const most = policy?.limits?.[resource] === 'up-to-max' ? policy.maxAllowed[resource] : undefined;
  const bound = Math.max(most || Number.POSITIVE_INFINITY, target[resource] ?? 0);
  if (limit <= bound) return limit;
  notes.push({ resource, reason: 'limit-of-policy' });
  return bound;
}

/** The same with a memory limit for a container that neither states one nor gets one by the namespace. */
function withOwnLimit(
  limits: Amounts,
  { memory }: Amounts,
  memoryLimit: number | undefined,
  range: LimitBounds | undefined,
): Amounts {
  if (memoryLimit === undefined || memory === undefined || limits.memory !== undefined) return limits;
  return withAmount(limits, 'memory', limitForRequest(memory, memoryLimit, range));
}

/**
 * No limit is raised above what a node can give: a container that leaks would take that from its neighbours until the
 * kubelet evicts them. What is stated or requested is not cut.
 */
function withinNode(
  limits: Amounts,
  stated: ContainerAmounts,
  {
    requests,
    largestNode,
    notes,
  }: { requests: Amounts; largestNode: PlanOptions['largestNode']; notes: CapNote[] },
): Amounts {
  const raised = RESOURCES.filter((resource) => (limits[resource] ?? 0) > (stated.limits[resource] ?? 0));
  const most = raised.length > 0 ? largestNode?.() : undefined;
  if (!most) return limits;
  return raised.reduce((kept, resource) => {
    const least = Math.max(stated.limits[resource] ?? 0, requests[resource] ?? 0);
    const bound = Math.max(most[resource] ?? Number.POSITIVE_INFINITY, least);
    if ((limits[resource] ?? 0) <= bound) return kept;
    notes.push({ resource, reason: 'limit-of-node' });
    return withAmount(kept, resource, bound);
  }, limits);
}

/** With the CPU limit in whole steps, but where a LimitRange bounds the sum of a pod. */
function stepped(
  planned: Amounts,
  stated: ContainerAmounts,
  {
    requests,
    limits,
    options,
    notes,
  }: { requests: Amounts; limits: NamespaceLimits; options: PlanOptions; notes: readonly CapNote[] },
): Amounts {
  const { cpuLimitStep: step } = options;
  if (step === undefined || planned.cpu === undefined || limits.pod) return planned;
  const cpu = inCpuSteps(planned.cpu, {
    request: requests.cpu ?? stated.requests.cpu ?? planned.cpu,
    stated: stated.limits.cpu,
    range: limits.container,
    step,
    isCapped: notes.some(
      ({ resource, reason }) =>
        resource === 'cpu' && (reason === 'limit-of-node' || reason === 'limit-of-policy'),
    ),
  });
  return withAmount(planned, 'cpu', cpu);
}

/** The CPU that the largest node has beside the other containers; undefined if nobody knows. */
function freeCpuFor(
  { name }: ContainerAmounts,
  containers: readonly ContainerAmounts[],
  {
    plans,
    targets,
    options,
  }: {
    plans: readonly ContainerPlan[];
    targets: readonly (Amounts | undefined)[];
    options: PlanOptions;
  },
): number | undefined {
  const most = options.largestNode?.()?.cpu;
  if (most === undefined) return undefined;
  return containers.reduce<number>((left, other, index) => {
    if (other.name === name) return left;
    const planned = plans.find((plan) => plan.index === index)?.requests.cpu;
    return left - (planned ?? targets[index]?.cpu ?? other.requests.cpu ?? 0);
  }, most);
}

function boost(
  container: ContainerAmounts,
  vpa: CompiledVpa,
  policy: CompiledPolicy | undefined,
  planned: { requests: Amounts; limits: Amounts },
  options: PlanOptions & { bounds: NamespaceLimits; freeCpuFor(): number | undefined },
  notes: CapNote[],
): { requests: Amounts; limits: Amounts } | undefined {
  const wanted = policy?.startupBoost ?? vpa.startupBoost;
  const base = planned.requests.cpu || container.requests.cpu || 0;
  const allowed = boostedCpu(wanted, base, options.maxAllowedCpuBoost);
  if (allowed === undefined) return undefined;
  if (allowed !== boostedCpu(wanted, base, undefined)) notes.push({ resource: 'cpu', reason: 'boost-max' });
  const freeCpu = options.freeCpuFor();
  const cpu =
    freeCpu === undefined || allowed <= freeCpu
      ? allowed
      : cpuMillicores(Math.max(base, Math.floor(freeCpu)));
  if (cpu !== allowed) notes.push({ resource: 'cpu', reason: 'boost-of-node' });
  if (keepsLimit(policy, 'cpu')) {
    const limit = container.limits.cpu;
    const bounded = limit !== undefined && cpu > limit ? Math.max(limit - 1, Math.min(limit, 1)) : cpu;
    if (bounded !== cpu) notes.push({ resource: 'cpu', reason: 'boost-container-limit' });
    return { requests: withAmount(planned.requests, 'cpu', bounded), limits: planned.limits };
  }
  const only = keepsRequest(policy, 'cpu') ? planned.limits.cpu : undefined;
  const limit =
    only === undefined
      ? proportionalLimit(container, 'cpu', cpu, 0)
      : ({ kind: 'limit', amount: Math.max(only, cpu) } as const);
  const requests = withAmount(planned.requests, 'cpu', cpu);
  if (limit.kind !== 'limit') return { requests, limits: planned.limits };
  return {
    requests,
    limits: stepped(
      withinNode(withAmount(planned.limits, 'cpu', limit.amount), container, {
        requests,
        largestNode: options.largestNode,
        notes,
      }),
      container,
      { requests, limits: options.bounds, options, notes },
    ),
  };
}
