import { toKubeTime } from '@/server/clock';
import type { Condition, ResourceList } from '@/server/kube/types';
import type { RecommendedPodResources, VpaConditionType, VpaStatus } from '@/server/kube/vpa-types';

import { RESOURCES } from '@/server/model/units';
import { amountIn } from './resource-view';

/** What a pass found out about one VPA, as far as its status says so. */
export interface StatusFacts {
  recommendation: RecommendedPodResources | undefined;
  podsMatched: boolean;
  /** Why the target gives no pods, in words, with a CamelCase reason. */
  unsupported?: { reason: string; message: string };
  /** What of the object is deprecated, in words. */
  deprecated?: string;
  /** Containers whose recommendation stands on little history. */
  lowConfidenceContainers: readonly string[];
}

/** Every condition type this recommender sets and takes away; those of others stay as they are. */
const OWN_TYPES: ReadonlySet<string> = new Set<VpaConditionType>([
  'RecommendationProvided',
  'NoPodsMatched',
  'ConfigUnsupported',
  'ConfigDeprecated',
  'LowConfidence',
  'FetchingHistory',
]);

type WantedCondition = Omit<Condition, 'lastTransitionTime'> & { type: VpaConditionType };

const NO_PODS = { reason: 'NoPodsMatched', message: 'No pods match this VPA object' };

function wantedConditions(facts: StatusFacts): WantedCondition[] {
  const wanted: WantedCondition[] = [
    facts.recommendation
      ? { type: 'RecommendationProvided', status: 'True' }
      : { type: 'RecommendationProvided', status: 'False', ...(facts.podsMatched ? {} : NO_PODS) },
  ];
  if (!facts.podsMatched) wanted.push({ type: 'NoPodsMatched', status: 'True', ...NO_PODS });
  if (facts.unsupported) wanted.push({ type: 'ConfigUnsupported', status: 'True', ...facts.unsupported });
  if (facts.deprecated)
    wanted.push({
      type: 'ConfigDeprecated',
      status: 'True',
      reason: 'ConfigDeprecated',
      message: facts.deprecated,
    });
  if (facts.lowConfidenceContainers.length > 0)
    wanted.push({
      type: 'LowConfidence',
      status: 'True',
      reason: 'LittleHistory',
      message: `Little history yet: ${facts.lowConfidenceContainers.join(', ')}`,
    });
  return wanted;
}

/**
 * The status a VPA should have, from its former one and what a pass found. A condition keeps its
 * `lastTransitionTime` until its truth changes; conditions are in order of their type.
 */
export function nextStatus(former: VpaStatus | undefined, facts: StatusFacts, nowMs: number): VpaStatus {
  const before = new Map((former?.conditions ?? []).map((condition) => [condition.type, condition]));
  const foreign = [...before.values()].filter((condition) => !OWN_TYPES.has(condition.type));
  const own = wantedConditions(facts).map((wanted) => {
    const known = before.get(wanted.type);
    const stays = known?.status === wanted.status && known.lastTransitionTime;
    return { ...wanted, lastTransitionTime: stays || toKubeTime(nowMs) };
  });
  const conditions = [...foreign, ...own].sort((a, b) => (a.type < b.type ? -1 : 1));
  return facts.recommendation ? { recommendation: facts.recommendation, conditions } : { conditions };
}

function sameRecord(a: Record<string, unknown> = {}, b: Record<string, unknown> = {}): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}

/** Whether two recommendations say the same, amount by amount. */
export function sameRecommendation(
  a: RecommendedPodResources | undefined,
  b: RecommendedPodResources | undefined,
): boolean {
  const left = a?.containerRecommendations ?? [];
  const right = b?.containerRecommendations ?? [];
  return (
    (a === undefined) === (b === undefined) &&
    left.length === right.length &&
    left.every((one, index) => {
      const other = right[index];
      return (
        other !== undefined &&
        one.containerName === other.containerName &&
        sameRecord(one.target, other.target) &&
        sameRecord(one.lowerBound, other.lowerBound) &&
        sameRecord(one.upperBound, other.upperBound) &&
        sameRecord(one.uncappedTarget, other.uncappedTarget)
      );
    })
  );
}

function sameConditions(a: readonly Condition[] = [], b: readonly Condition[] = []): boolean {
  return (
    a.length === b.length &&
    a.every((one, index) => {
      const other = b[index];
      return (
        one.type === other?.type &&
        one.status === other.status &&
        (one.reason ?? '') === (other.reason ?? '') &&
        (one.message ?? '') === (other.message ?? '') &&
        one.lastTransitionTime === other.lastTransitionTime
      );
    })
  );
}

/** Whether writing `next` over `former` would change anything. */
export function sameStatus(former: VpaStatus | undefined, next: VpaStatus): boolean {
  return (
    sameRecommendation(former?.recommendation, next.recommendation) &&
    sameConditions(former?.conditions, next.conditions)
  );
}

/** Bounds close in on the target for weeks, by less every minute; below this share nobody would act otherwise. */
const NEGLIGIBLE_SHARE = 0.01;

function isNear(a: ResourceList = {}, b: ResourceList = {}): boolean {
  return RESOURCES.every((resource) => {
    const [left, right] = [amountIn(a, resource), amountIn(b, resource)];
    if (left === undefined || right === undefined) return left === right;
    return Math.abs(left - right) <= NEGLIGIBLE_SHARE * Math.max(left, right);
  });
}

/**
 * Whether all that `next` changes over `former` is lower and upper bounds, each by next to nothing: worth
 * writing now and then, not every minute for every VPA of the cluster.
 */
export function driftsOnly(former: VpaStatus | undefined, next: VpaStatus): boolean {
  const before = former?.recommendation?.containerRecommendations ?? [];
  const after = next.recommendation?.containerRecommendations ?? [];
  return (
    sameConditions(former?.conditions, next.conditions) &&
    before.length === after.length &&
    before.every((one, index) => {
      const other = after[index];
      return (
        one.containerName === other?.containerName &&
        sameRecord(one.target, other.target) &&
        sameRecord(one.uncappedTarget, other.uncappedTarget) &&
        isNear(one.lowerBound, other.lowerBound) &&
        isNear(one.upperBound, other.upperBound)
      );
    })
  );
}
