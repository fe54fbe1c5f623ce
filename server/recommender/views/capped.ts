import type { Cap, EstimationTrace, OtherBounds, ResourceView } from '../../contract/recommendations';
import type { CapNote, CapReason } from '../../decide/pods/cap-reasons';
import { type CompiledVpa, compileRecommendation } from '../../decide/pods/compiled-vpa';
import { allowedRange, type ContainerPolicies, policyOrDefault } from '../../decide/pods/container-policy';
import type { NamespaceLimits } from '../../decide/pods/limit-bounds';
import { recommendationForPod } from '../../decide/pods/memory-limit/for-pod';
import { ofStated, podAfter } from '../../decide/pods/pod-level/size-whole';
import { fitRecommended, type PodLevelAmounts, podLevelAmounts } from '../../decide/pods/pod-resources';
import type { ContainerAmounts } from '../../decide/pods/proportions';
import type { QuotaShortage } from '../../decide/pods/quota-shortage';
import { type CappedRecommendation, capRecommendation } from '../../decide/pods/resource-plan';
import type { OwnLimit } from '../../model/own-limit';
import { amountsFrom } from '../../objects/quantity';
import { sizedContainers } from '../../objects/sized-containers';
import type { Container, PodSpec } from '../../objects/types';
import { type Amounts, RESOURCES, type Resource } from '../../objects/units';
import type { RecommendedContainerResources, RecommendedPodResources } from '../../objects/vpa-types';
import { type LeakInWords, neededWith } from '../../words/leaks';

/** The recommendation of one container as capped for its pods. */
export interface CappedForPods extends CappedRecommendation {
  /** The resources of which it has less than is recommended because its pod as a whole has no more. */
  readonly lessByPod?: readonly Resource[];
  /** Whether the pod has what its containers use together: then less is its share, and nothing that caps it. */
  readonly isShare?: boolean;
}

const LIMIT_RANGE: ReadonlySet<CapReason> = new Set([
  'container-range-min',
  'container-range-max',
  'pod-range',
]);

/**
 * What admission and the plan make of a recommendation for pods of that spec: capped to the LimitRanges of
 * the namespace, to limits that stay and to what the pod states as a whole, by container. Undefined if there is no cap.
 * @param whole what is recommended for the pod as a whole, if the VPA sizes it so
 * @param vpa says whether limits may be apart from requests; by default as recommended
 * @throws QuantityError
 */
export function cappedForPods(
  spec: Pick<PodSpec, 'containers' | 'initContainers'> | undefined,
  policies: ContainerPolicies,
  recommendation: RecommendedPodResources | undefined,
  limits: NamespaceLimits,
  { whole, vpa }: { whole?: RecommendedContainerResources | undefined; vpa?: CompiledVpa } = {},
): ReadonlyMap<string, CappedForPods> | undefined {
  const read = compileRecommendation(recommendation);
  if (!spec || !read) return undefined;
  const compiled = vpa ? recommendationForPod(read, vpa, spec, limits) : read;
  const containers = sizedContainers(spec).map(amountsOf);
  const capped = capRecommendation(containers, { policies }, compiled, limits);
  const pod = podLevelAmounts(spec);
  const fitted = pod ? fitRecommended(capped, containers, sizedPod(pod, whole)) : capped;
  const byContainer = new Map<string, CappedForPods>();
  fitted.forEach((own, index) => {
    const name = containers[index]?.name;
    if (!own || name === undefined) return;
    const before = capped[index]?.target ?? {};
    const lessByPod = RESOURCES.filter((one) => (own.target[one] ?? 0) < (before[one] ?? 0));
    byContainer.set(name, lessByPod.length > 0 ? { ...own, lessByPod, isShare: whole !== undefined } : own);
  });
  return byContainer;
}

/** A pod once it requests what is recommended for it, of the resources that it states. */
function sizedPod(pod: PodLevelAmounts, whole: RecommendedContainerResources | undefined): PodLevelAmounts {
  return podAfter(pod, { requests: ofStated(amountsFrom(whole?.target), pod), limits: {} });
}

export function amountsOf({ name, resources }: Container): ContainerAmounts {
  return { name, requests: amountsFrom(resources?.requests), limits: amountsFrom(resources?.limits) };
}

export interface CapBounds {
  readonly policies: ContainerPolicies;
  /** Applies if a policy has no maximum. */
  readonly globalMaxAllowed: Amounts;
  /** Which nodes hold a target back: those it fills, or all as they are now. */
  capOfNodes(resource: Resource): 'largest-node' | 'room-now' | undefined;
  /** The most that a node and the LimitRange let the container have, as far as that is known. */
  mostOf(resource: Resource): Pick<OtherBounds, 'node' | 'limit-range'>;
  /** Of a container that leaks: what it can use is what it needs to live as long as it should. */
  readonly leak?: LeakInWords | undefined;
  /** What a quota lacks for all pods to request that much; undefined if it has room. */
  quotaFor?(resource: Resource, amount: number, shown: ResourceView): QuotaShortage | undefined;
}

/** The view with the amounts that the pods are held to. */
export function asCapped(
  view: ResourceView,
  resource: Resource,
  capped: CappedForPods | undefined,
): ResourceView {
  if (!capped) return view;
  return {
    ...view,
    target: capped.target[resource] ?? view.target,
    lowerBound: capped.lowerBound[resource] ?? view.lowerBound,
    upperBound: capped.upperBound[resource] ?? view.upperBound,
    ...(resource === 'memory' && capped.ownLimit && { ownLimit: rangeOf(capped.ownLimit) }),
  };
}

function rangeOf({ target, lowerBound, upperBound }: OwnLimit): NonNullable<ResourceView['ownLimit']> {
  return { target, lowerBound, upperBound };
}

/** The view with the amounts capped for the pods, and what keeps the target below the need. */
export function cappedView(
  view: ResourceView,
  of: { resource: Resource; container: string },
  capped: CappedForPods | undefined,
  bounds: CapBounds,
): ResourceView {
  const shown = asCapped(view, of.resource, capped);
  const by = capOf(view, shown, of, capped, bounds);
  const { uncappedTarget: needs, target } = shown;
  if (!by || needs === undefined) return withQuota(shown, of.resource, target, bounds);
  const leak = of.resource === 'memory' ? bounds.leak : undefined;
  const wanted = neededWith(leak, needs);
  const others = othersBelow(wanted, by, of, bounds);
  const most = Math.min(wanted, ...Object.values(others));
  const quota = bounds.quotaFor?.(of.resource, most, shown);
  const cap: Cap = {
    by,
    needs,
    ...(leak && { leak }),
    ...(Object.keys(others).length > 0 && { others }),
    ...(quota && { quota }),
  };
  return { ...shown, cap };
}

function capOf(
  view: ResourceView,
  { target, uncappedTarget: needs }: ResourceView,
  { resource, container }: { resource: Resource; container: string },
  capped: CappedForPods | undefined,
  bounds: CapBounds,
): Cap['by'] | undefined {
  if (target === undefined || needs === undefined || target >= needs) return undefined;
  if (view.target !== undefined && target < view.target) return capOfPod(resource, capped);
  const policy = policyOrDefault(bounds.policies, container);
  const { max } = allowedRange(policy, resource, bounds.globalMaxAllowed);
  // Otherwise the policy has changed since, and the next pass follows it.
  if (max === undefined || max > target) return bounds.capOfNodes(resource);
  return policy.maxAllowed[resource] === undefined ? 'setting' : 'policy';
}

/** What bounds the container below its need besides the cap: raising that alone would give it no more than these. */
function othersBelow(
  needs: number,
  by: Cap['by'],
  { resource, container }: { resource: Resource; container: string },
  { policies, globalMaxAllowed, mostOf }: CapBounds,
): OtherBounds {
  const policy = policyOrDefault(policies, container);
  const { max } = allowedRange(policy, resource, globalMaxAllowed);
  const all: OtherBounds = {
    ...mostOf(resource),
    ...(max !== undefined && { [policy.maxAllowed[resource] === undefined ? 'setting' : 'policy']: max }),
  };
  const own = by === 'largest-node' || by === 'room-now' ? 'node' : by;
  return Object.fromEntries(
    Object.entries(all).filter(([bound, most]) => bound !== own && most !== undefined && most < needs),
  );
}

/** The view with what a quota lacks for all pods to have the target. */
function withQuota(
  shown: ResourceView,
  resource: Resource,
  target: number | undefined,
  { quotaFor }: CapBounds,
): ResourceView {
  const quota = target === undefined ? undefined : quotaFor?.(resource, target, shown);
  return quota ? { ...shown, quota } : shown;
}

/** What keeps the target lower for the pods than recommended: the last that does. */
function capOfPod(resource: Resource, capped: CappedForPods | undefined): Cap['by'] | undefined {
  if (capped?.lessByPod?.includes(resource)) return capped.isShare ? undefined : 'pod';
  const reason = capped?.notes.findLast((one) => one.resource === resource)?.reason;
  if (reason === 'max-allowed') return 'policy';
  return reason && LIMIT_RANGE.has(reason) ? 'limit-range' : 'limit';
}

/** The steps to the capped amounts: one more if a LimitRange or a limit decides. */
export function cappedTraces(
  traces: readonly EstimationTrace[],
  view: CappedContainer,
  capped?: CappedForPods,
): EstimationTrace[] {
  return traces.map((trace) => {
    const { cap, ...amounts } = view[trace.resource];
    const value = trace.bound === 'limit' ? amounts.ownLimit?.target : amounts[trace.bound];
    const before = trace.steps.at(-1)?.value;
    if (value === undefined || before === undefined || value === before) return trace;
    if (trace.bound === 'limit' && value > before)
      return { ...trace, steps: [...trace.steps, { step: 'stated-limit', value }] };
    const ofPods = cap?.by === 'limit' ? 'container-limit' : 'limit-range';
    if (value > before && capped?.notes.some((one) => isSeen(one, trace.resource)))
      return { ...trace, steps: [...trace.steps, { step: 'seen-use', value, by: value }] };
    const step = capped?.lessByPod?.includes(trace.resource) ? 'pod-resources' : ofPods;
    return { ...trace, steps: [...trace.steps, { step, value, by: value }] };
  });
}

function isSeen({ resource, reason }: CapNote, of: Resource): boolean {
  return resource === of && reason === 'seen-use';
}

type CappedContainer = Readonly<Record<Resource, ResourceView>>;
