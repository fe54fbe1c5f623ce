import { type Amounts, RESOURCES, type Resource } from '../../../objects/units';
import { WHOLE_POD } from '../../../objects/whole-pod';
import type { CompiledVpa } from '../compiled-vpa';
import type { ContainerPlan } from '../container-plan';
import type { ContainerPolicy } from '../container-policy';
import type { Contested } from '../hpa-claims';
import type { NamespaceLimits } from '../limit-bounds';
import { fitToPodResources, type PodLevelAmounts, runningAtOnce, withoutResource } from '../pod-resources';
import { type ContainerAmounts, withAmount } from '../proportions';
import type { Recommendation } from '../recommendation';
import { planResources } from '../resource-plan';

/** What pods are sized as a whole by. */
export interface SizingGrounds {
  readonly vpa: CompiledVpa;
  /** For the pod as a whole; where it has none of that, what the VPA says counts. */
  readonly recommendation: Recommendation | undefined;
  readonly limits: NamespaceLimits;
  readonly contested?: Contested | undefined;
  /** As for containers. */
  readonly cpuLimitStep?: number | undefined;
}

/**
 * Caps plans to the resources of the pod, and first sizes those where the VPA asks for it; the plan for the pod as a
 * whole is the last. Limits of containers then stay at what their own targets ask for, unless that is above the limit
 * of the pod: it is the pod that holds them together.
 */
export function fitWithWhole(
  plans: readonly ContainerPlan[],
  containers: readonly ContainerAmounts[],
  pod: PodLevelAmounts,
  grounds: SizingGrounds,
): ContainerPlan[] {
  const whole = sizeWhole(plans, containers, pod, grounds);
  if (!whole) return fitToPodResources(plans, containers, pod);
  const keepsLimits = !grounds.limits.container?.maxRatio;
  return [...fitToPodResources(plans, containers, podAfter(pod, whole), keepsLimits), whole];
}

export function podAfter(
  pod: PodLevelAmounts,
  { requests, limits }: Pick<ContainerPlan, 'requests' | 'limits'>,
): PodLevelAmounts {
  return { ...pod, requests: { ...pod.requests, ...requests }, limits: { ...pod.limits, ...limits } };
}

/**
 * What a pod should state as a whole: what is recommended for it, of the resources that it states, with the limit in
 * the proportion of now, within its policy and the LimitRange of pods. Never less than its containers need that are left
 * as stated, with what is planned for the others. A resource for which that is not possible stays as it is.
 * @param plans for its containers
 * @param containers the ordinary ones, and the sidecars that are planned for
 */
export function sizeWhole(
  plans: readonly ContainerPlan[],
  containers: readonly ContainerAmounts[],
  pod: PodLevelAmounts,
  { vpa, recommendation, limits, contested, cpuLimitStep }: SizingGrounds,
): ContainerPlan | undefined {
  const policy = vpa.wholePod;
  const own = recommendation?.get(WHOLE_POD) ?? vpa.recommendation?.get(WHOLE_POD);
  if (!policy || !own) return undefined;
  const stated = { name: WHOLE_POD, requests: pod.requests, limits: pod.limits };
  const asOne: CompiledVpa = { ...vpa, policies: new Map([[WHOLE_POD, policy]]), boosts: false };
  const { defaultLimit: _ofContainers, ...range } = limits.pod ?? {};
  const [wished] = planResources(
    [stated],
    asOne,
    new Map([[WHOLE_POD, { ...own, target: ofStated(own.target, pod) }]]),
    { container: range },
    { startupBoost: false, contested, cpuLimitStep },
  );
  if (!wished) return undefined;
  let plan: ContainerPlan = { ...wished, index: containers.length };
  for (const resource of RESOURCES) plan = holding(plan, resource, { plans, containers, pod, policy, range });
  return RESOURCES.some((resource) => plan.requests[resource] !== undefined) ? plan : undefined;
}

/** What of an amount is of resources that a pod states as a whole. */
export function ofStated(target: Amounts, { requests, limits }: PodLevelAmounts): Amounts {
  let kept: Amounts = {};
  for (const resource of RESOURCES) {
    const amount = target[resource];
    const isStated = (requests[resource] ?? limits[resource]) !== undefined;
    if (isStated && amount !== undefined) kept = withAmount(kept, resource, amount);
  }
  return kept;
}

interface Held {
  readonly plans: readonly ContainerPlan[];
  readonly containers: readonly ContainerAmounts[];
  readonly pod: PodLevelAmounts;
  readonly policy: ContainerPolicy;
  readonly range: { readonly max?: Amounts };
}

/** The plan with room for what its containers state that nothing is planned for. */
function holding(
  plan: ContainerPlan,
  resource: Resource,
  { plans, containers, pod, policy, range }: Held,
): ContainerPlan {
  const target = Math.min(plan.requests[resource] ?? 0, range.max?.[resource] || Number.POSITIVE_INFINITY);
  if (!target) return withoutResource(plan, resource);
  const [request, limit] = [
    Math.max(target, requestsHeld(plans, containers, pod, resource)),
    plan.limits[resource] === undefined
      ? undefined
      : Math.max(plan.limits[resource] ?? 0, limitsHeld(plans, containers, pod, resource)),
  ];
  const after = limit === undefined ? undefined : limitForRequest(request, limit, pod, resource);
  const most = Math.min(
    policy.maxAllowed[resource] || Number.POSITIVE_INFINITY,
    range.max?.[resource] || Number.POSITIVE_INFINITY,
    after === undefined ? (pod.limits[resource] ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY,
  );
  const isFixed =
    after === undefined &&
    limitsHeld(plans, containers, pod, resource) > (pod.limits[resource] ?? Number.POSITIVE_INFINITY);
  if ((request > target && request > most) || isFixed) return withoutResource(plan, resource);
  return {
    ...plan,
    requests: withAmount(plan.requests, resource, after?.request ?? request),
    limits: after ? withAmount(plan.limits, resource, after.limit) : plan.limits,
  };
}

/** A pod whose request equals its limit stays so, and no other becomes so: both decide its QoS class. */
function limitForRequest(
  request: number,
  limit: number,
  { requests, limits }: PodLevelAmounts,
  resource: Resource,
): { request: number; limit: number } {
  const isAlike = (requests[resource] ?? limits[resource]) === limits[resource];
  const both = Math.max(request, limit);
  return isAlike ? { request: both, limit: both } : { request, limit: Math.max(limit, request + 1) };
}

/** The most that containers request at once of which some are left as stated. */
function requestsHeld(
  plans: readonly ContainerPlan[],
  containers: readonly ContainerAmounts[],
  { init }: PodLevelAmounts,
  resource: Resource,
): number {
  const planned = new Map(plans.map(({ name, requests }) => [name, requests[resource]]));
  const stated = new Map(
    [...containers, ...init].map(({ name, requests }) => [name, requests[resource] ?? 0]),
  );
  let most = 0;
  for (const names of runningAtOnce(containers, init)) {
    if (!names.some((name) => planned.get(name) === undefined && (stated.get(name) ?? 0) > 0)) continue;
    most = Math.max(
      most,
      names.reduce((sum, name) => sum + (planned.get(name) ?? stated.get(name) ?? 0), 0),
    );
  }
  return most;
}

/** The largest limit of a container that is left as stated. */
function limitsHeld(
  plans: readonly ContainerPlan[],
  containers: readonly ContainerAmounts[],
  { init }: PodLevelAmounts,
  resource: Resource,
): number {
  const planned = new Map(plans.map(({ name, limits }) => [name, limits[resource]]));
  return Math.max(
    0,
    ...[...containers, ...init].map(({ name, limits }) =>
      planned.get(name) === undefined ? (limits[resource] ?? 0) : 0,
    ),
  );
}
