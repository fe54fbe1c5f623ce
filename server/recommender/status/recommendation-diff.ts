import type { ResourceList } from '@/server/kube/types';
import type { RecommendedContainerResources, RecommendedPodResources } from '@/server/kube/vpa-types';
import { RESOURCES } from '@/server/model/units';
import { amountIn } from '../views/resource-view';

/** Bounds close in on the target for weeks, by less every minute; below this share nobody would act otherwise. */
const NEGLIGIBLE_SHARE = 0.01;

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
    return Math.abs(left - right) <= NEGLIGIBLE_SHARE * Math.max(left, right);
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

/** Whether two recommendations name the same containers with the same targets. */
export function sameTargets(a: StatusRecommendation, b: StatusRecommendation): boolean {
  return everyContainer(
    a,
    b,
    (one, other) => sameList(one.target, other.target) && sameList(one.uncappedTarget, other.uncappedTarget),
  );
}

/** Whether no bound differs by more than next to nothing. */
export function nearBounds(a: StatusRecommendation, b: StatusRecommendation): boolean {
  return everyContainer(
    a,
    b,
    (one, other) => nearList(one.lowerBound, other.lowerBound) && nearList(one.upperBound, other.upperBound),
  );
}

/** Whether two recommendations say the same, amount by amount. */
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
