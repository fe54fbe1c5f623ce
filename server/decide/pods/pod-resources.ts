import { amountsFrom } from '../../objects/quantity';
import { isNativeSidecar } from '../../objects/sized-containers';
import type { Container, PodSpec } from '../../objects/types';
import { type Amounts, RESOURCES, type RequestedResource, type Resource } from '../../objects/units';
import type { CapNote } from './cap-reasons';
import type { ContainerPlan } from './container-plan';
import { type ContainerAmounts, scaleAmount, withAmount } from './proportions';
import type { ContainerRecommendation } from './recommendation';

/** The resources that a pod states as a whole, and its init containers in their order. */
export interface PodLevelAmounts {
  readonly requests: Amounts;
  readonly limits: Amounts;
  readonly init: readonly InitAmounts[];
}

export interface InitAmounts extends ContainerAmounts {
  /** It keeps running: a native sidecar. */
  readonly isSidecar: boolean;
}

/** What a pod states as a whole; undefined if it states nothing. @throws QuantityError */
export function podLevelAmounts(
  spec: Pick<PodSpec, 'resources' | 'initContainers'>,
): PodLevelAmounts | undefined {
  const { resources, initContainers = [] } = spec;
  if (!resources) return undefined;
  return {
    requests: amountsFrom(resources.requests),
    limits: amountsFrom(resources.limits),
    init: initContainers.map((one) => ({ ...statedIn(one), isSidecar: isNativeSidecar(one) })),
  };
}

function statedIn({ name, resources }: Container): ContainerAmounts {
  return { name, requests: amountsFrom(resources?.requests), limits: amountsFrom(resources?.limits) };
}

/**
 * What is recommended for the containers of a running pod, capped in the same way, in parallel to them: what they state
 * where there is no room for more. No bound excludes a capped target.
 */
export function fitRecommended<R extends ContainerRecommendation>(
  recommended: readonly (R | undefined)[],
  containers: readonly ContainerAmounts[],
  pod: PodLevelAmounts,
): (R | undefined)[] {
  const plans = recommended.flatMap((own, index): ContainerPlan[] => {
    const name = containers[index]?.name;
    return own && name !== undefined
      ? [{ index, name, requests: own.target, limits: {}, notes: [], boosted: false }]
      : [];
  });
  const fitted = new Map(
    fitToPodResources(plans, containers, pod).map((plan) => [plan.index, plan.requests]),
  );
  return recommended.map((own, index) => {
    const requests = fitted.get(index);
    if (!own || !requests) return own;
    const stated = containers[index]?.requests ?? {};
    let { target, lowerBound, upperBound } = own;
    for (const resource of RESOURCES) {
      const wanted = own.target[resource];
      const most = requests[resource] ?? stated[resource];
      if (wanted === undefined || most === wanted) continue;
      if (most === undefined) {
        const { [resource]: _dropped, ...rest } = target;
        target = rest;
        continue;
      }
      target = withAmount(target, resource, most);
      const [lower, upper] = [lowerBound[resource], upperBound[resource]];
      if (lower !== undefined && lower > most) lowerBound = withAmount(lowerBound, resource, most);
      if (upper !== undefined && upper < most) upperBound = withAmount(upperBound, resource, most);
    }
    return { ...own, target, lowerBound, upperBound };
  });
}

/** Containers that run at the same time, by name. */
type AtOnce = readonly string[];

/**
 * Caps plans to the resources of the pod: what its containers request together never exceeds what the pod does (its
 * limits if it requests nothing), nor does what an init container requests with the sidecars declared before it, and no
 * container's limit exceeds the pod's. Requests are scaled down by one ratio, and their limits with them; if the other
 * containers leave no room, nothing is planned for that resource.
 * https://github.com/kubernetes/enhancements/tree/master/keps/sig-node/2837-pod-level-resource-spec
 * @param containers the ordinary ones, and the sidecars that are planned for
 * @param keepsLimits limits are not scaled down with requests
 */
export function fitToPodResources(
  plans: readonly ContainerPlan[],
  containers: readonly ContainerAmounts[],
  pod: PodLevelAmounts,
  keepsLimits = false,
): ContainerPlan[] {
  let fitted = [...plans];
  for (const resource of RESOURCES) {
    const most = pod.requests[resource] ?? pod.limits[resource];
    if (most !== undefined)
      fitted = fitRequests(fitted, { containers, init: pod.init, resource, most, keepsLimits });
    const limit = pod.limits[resource];
    if (limit !== undefined) fitted = fitted.map((plan) => fitLimit(plan, resource, limit));
  }
  return fitted;
}

/** What containers get together of a resource. */
interface Fit {
  readonly resource: Resource;
  readonly most: number;
  readonly keepsLimits: boolean;
}

function fitRequests(
  plans: ContainerPlan[],
  fit: Fit & { containers: readonly ContainerAmounts[]; init: readonly InitAmounts[] },
): ContainerPlan[] {
  const { containers, init, resource, most } = fit;
  const stated = new Map(
    [...containers, ...init].map(({ name, requests }) => [name, requests[resource] ?? 0]),
  );
  const together = runningAtOnce(containers, init);
  let fitted = plans;
  for (const names of together) fitted = fitTogether(fitted, new Set(names), stated, fit);
  // Where one is left as stated, the others may be too much beside it.
  const requested = new Map(fitted.map((plan) => [plan.name, plan.requests[resource]]));
  const fits = together.every(
    (names) => names.reduce((sum, name) => sum + (requested.get(name) ?? stated.get(name) ?? 0), 0) <= most,
  );
  return fits ? fitted : fitted.map((plan) => withoutResource(plan, resource));
}

/** All that runs in the end, and each init container that ends with the sidecars before it. */
export function runningAtOnce(
  containers: readonly ContainerAmounts[],
  init: readonly InitAmounts[],
): AtOnce[] {
  const sidecars: string[] = [];
  const starting: AtOnce[] = [];
  for (const { name, isSidecar } of init)
    if (isSidecar) sidecars.push(name);
    else starting.push([...sidecars, name]);
  return [[...new Set([...containers.map(({ name }) => name), ...sidecars])], ...starting];
}

function fitTogether(
  plans: ContainerPlan[],
  names: ReadonlySet<string>,
  stated: ReadonlyMap<string, number>,
  { resource, most, keepsLimits }: Fit,
): ContainerPlan[] {
  const planned = new Map<string, number>();
  for (const { name, requests } of plans)
    if (names.has(name) && requests[resource] !== undefined) planned.set(name, requests[resource]);
  const sum = [...planned.values()].reduce((total, amount) => total + amount, 0);
  let left = most;
  for (const name of names) if (!planned.has(name)) left -= stated.get(name) ?? 0;
  if (sum <= left) return plans;
  return plans.map((plan) => {
    const request = planned.get(plan.name);
    if (request === undefined) return plan;
    if (left <= 0) return withoutResource(plan, resource);
    return scaled(plan, resource, request, { left, sum, keepsLimits });
  });
}

function scaled(
  plan: ContainerPlan,
  resource: Resource,
  request: number,
  { left, sum, keepsLimits }: { left: number; sum: number; keepsLimits: boolean },
): ContainerPlan {
  if (request === 0) return plan;
  const amount = scaleAmount(request, left, sum);
  const limit = plan.limits[resource];
  return {
    ...plan,
    requests: withAmount(plan.requests, resource, amount),
    limits:
      limit === undefined || keepsLimits
        ? plan.limits
        : withAmount(plan.limits, resource, scaleAmount(limit, amount, request)),
    notes: noted(plan.notes, resource),
  };
}

function fitLimit(plan: ContainerPlan, resource: Resource, most: number): ContainerPlan {
  const limit = plan.limits[resource];
  if (limit === undefined || limit <= most) return plan;
  return {
    ...plan,
    limits: withAmount(plan.limits, resource, most),
    notes: noted(plan.notes, resource),
  };
}

function noted(notes: readonly CapNote[], resource: Resource): CapNote[] {
  const others = notes.filter((note) => note.resource !== resource || note.reason !== 'pod-resources');
  return [...others, { resource, reason: 'pod-resources' }];
}

export function withoutResource(plan: ContainerPlan, resource: RequestedResource): ContainerPlan {
  const { [resource]: _request, ...requests } = plan.requests;
  const { [resource]: _limit, ...limits } = plan.limits;
  return { ...plan, requests, limits, notes: plan.notes.filter((note) => note.resource !== resource) };
}
