import type { ResourceList } from '@/server/kube/types';
import type { RecommendedContainerResources, RecommendedPodResources } from '@/server/kube/vpa-types';
import { RESOURCES, type Resource } from '@/server/model/units';
import { amountIn } from '../views/resource-view';

/**
 * Bounds approach the target for weeks, by less every minute. Writing each change would cost over 800
 * requests a pass for 1,000 young VPAs; a tenth is the difference that matters to the updater
 * (`pod-update-threshold`).
 */
export const SMALL_SHARE = 0.1;

/** What the pods of a workload request for one container, each quantity once. */
export type RequestsOf = (container: string, resource: Resource) => ReadonlySet<string | number>;

type StatusRecommendation = RecommendedPodResources | undefined;
type SameContainer = (a: RecommendedContainerResources, b: RecommendedContainerResources) => boolean;

function sameList(a: ResourceList = {}, b: ResourceList = {}): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}

function nearList(a: ResourceList = {}, b: ResourceList = {}): boolean {
  return RESOURCES.every((resource) => {
    const [left, right] = [amountIn(a, resource), amountIn(b, resource)];
    if (left === undefined || right === undefined) return left === right;
    return Math.abs(left - right) < SMALL_SHARE * Math.max(left, right);
  });
}

function everyContainer(a: StatusRecommendation, b: StatusRecommendation, same: SameContainer): boolean {
  const left = a?.containerRecommendations ?? [];
  const right = b?.containerRecommendations ?? [];
  return (
    (a === undefined) === (b === undefined) &&
    left.length === right.length &&
    left.every((one, index) => {
      const other = right[index];
      return other !== undefined && one.containerName === other.containerName && same(one, other);
    })
  );
}

/** Whether two recommendations have the same containers with the same targets. */
export function sameTargets(a: StatusRecommendation, b: StatusRecommendation): boolean {
  return everyContainer(
    a,
    b,
    (one, other) => sameList(one.target, other.target) && sameList(one.uncappedTarget, other.uncappedTarget),
  );
}

/** Whether every bound differs by less than a tenth. */
export function nearBounds(a: StatusRecommendation, b: StatusRecommendation): boolean {
  return everyContainer(
    a,
    b,
    (one, other) => nearList(one.lowerBound, other.lowerBound) && nearList(one.upperBound, other.upperBound),
  );
}

/** Whether two recommendations are equal, amount by amount. */
export function sameRecommendation(a: StatusRecommendation, b: StatusRecommendation): boolean {
  return (
    sameTargets(a, b) &&
    everyContainer(
      a,
      b,
      (one, other) =>
        sameList(one.lowerBound, other.lowerBound) && sameList(one.upperBound, other.upperBound),
    )
  );
}

type Side = 'below' | 'within' | 'above';

function sideOf(request: number, resource: Resource, bounds: RecommendedContainerResources): Side {
  const lower = amountIn(bounds.lowerBound, resource);
  const upper = amountIn(bounds.upperBound, resource);
  if (lower !== undefined && request < lower) return 'below';
  return upper !== undefined && request > upper ? 'above' : 'within';
}

/**
 * Whether every request is on the same side of its bounds in both, so that the updater finds the same pods
 * out of bounds. Both have the same containers.
 */
export function sameSides(a: StatusRecommendation, b: StatusRecommendation, requestsOf: RequestsOf): boolean {
  return everyContainer(a, b, (one, other) =>
    RESOURCES.every((resource) =>
      [...requestsOf(one.containerName, resource)].every((text) => {
        const request = amountIn({ [resource]: text }, resource);
        return request === undefined || sideOf(request, resource, one) === sideOf(request, resource, other);
      }),
    ),
  );
}
