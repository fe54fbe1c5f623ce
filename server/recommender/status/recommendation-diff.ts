import type { ResourceList } from '@/server/objects/types';
import { REQUESTED_RESOURCES, RESOURCES, type Resource } from '@/server/objects/units';
import type { RecommendedContainerResources, RecommendedPodResources } from '@/server/objects/vpa-types';
import { amountIn } from '../views/resource-view';

/**
 * Bounds approach the target for weeks, by less every minute. Writing each change would cost over 800
 * requests a pass for 1,000 young VPAs; a tenth is the difference that matters to the updater
 * (`pod-update-threshold`).
 */
const SMALL_SHARE = 0.1;

/** Whether two amounts of a bound are equal, or differ by less than a tenth. */
export function isNear(a: number | undefined, b: number | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a === b || Math.abs(a - b) < SMALL_SHARE * Math.max(a, b);
}

/** What the pods of a workload request for one container, each quantity once. */
export type RequestsOf = (container: string, resource: Resource) => ReadonlySet<string | number>;

type StatusRecommendation = RecommendedPodResources | undefined;
type SameContainer = (a: RecommendedContainerResources, b: RecommendedContainerResources) => boolean;

function sameList(a: ResourceList = {}, b: ResourceList = {}): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}

function nearList(a: ResourceList = {}, b: ResourceList = {}): boolean {
  return REQUESTED_RESOURCES.every((resource) => isNear(amountIn(a, resource), amountIn(b, resource)));
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

/** Where a request lies between two bounds, either of which may be absent. */
export function sideOf(request: number, lower: number | undefined, upper: number | undefined): Side {
  if (lower !== undefined && request < lower) return 'below';
  return upper !== undefined && request > upper ? 'above' : 'within';
}

function sideIn(bounds: RecommendedContainerResources, resource: Resource, request: number): Side {
  return sideOf(request, amountIn(bounds.lowerBound, resource), amountIn(bounds.upperBound, resource));
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
        return request === undefined || sideIn(one, resource, request) === sideIn(other, resource, request);
      }),
    ),
  );
}
