import { toKubeTime } from '@/server/lib/time/clock';
import type { Condition } from '@/server/objects/types';
import type { Resource } from '@/server/objects/units';
import { byType, inVainCondition, leakCondition } from '@/server/objects/vpa-conditions';
import type { RecommendedPodResources, VpaConditionType, VpaStatus } from '@/server/objects/vpa-types';
import { noSamplesWords } from '@/server/words/no-samples';

import {
  nearBounds,
  type RequestsOf,
  sameRecommendation,
  sameSides,
  sameTargets,
} from './recommendation-diff';

/** The findings of a pass about one VPA that its status shows. */
export interface StatusFacts {
  /** Of the object that was read. */
  generation?: number;
  recommendation: RecommendedPodResources | undefined;
  podsMatched: boolean;
  /** Why the target has no pods, in words, with a CamelCase reason. */
  unsupported?: { reason: string; message: string };
  deprecated?: string;
  /** Usage from before the start is being fetched. */
  fetchesPast: boolean;
  /** Part of it could not be had. */
  lacksPast: boolean;
  /** Containers whose recommendation has little history. */
  lowConfidenceContainers: readonly string[];
  leakingContainers: readonly string[];
  /** Held after many raises that did not end their OOM kills. */
  inVainContainers: readonly string[];
  /** The resources of containers of which there is no sample yet, by container. */
  withoutSamples: ReadonlyMap<string, readonly Resource[]>;
}

/** Every condition type this recommender sets and removes; those of others stay as they are. */
const OWN_TYPES: ReadonlySet<string> = new Set<VpaConditionType>([
  'RecommendationProvided',
  'NoPodsMatched',
  'ConfigUnsupported',
  'ConfigDeprecated',
  'LowConfidence',
  'FetchingHistory',
  'HistoryIncomplete',
  'MemoryLeak',
  'RaisedInVain',
  'NoSamples',
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
  if (facts.fetchesPast)
    wanted.push({
      type: 'FetchingHistory',
      status: 'True',
      reason: 'FetchingHistory',
      message: 'Usage from before the start is being loaded',
    });
  if (facts.lacksPast)
    wanted.push({
      type: 'HistoryIncomplete',
      status: 'True',
      reason: 'PartialAnswer',
      message: 'Part of the usage from before the start could not be read; the recommendation knows the rest',
    });
  if (facts.lowConfidenceContainers.length > 0)
    wanted.push({
      type: 'LowConfidence',
      status: 'True',
      reason: 'LittleHistory',
      message: `Little history yet: ${facts.lowConfidenceContainers.join(', ')}`,
    });
  if (facts.leakingContainers.length > 0) wanted.push(leakCondition(facts.leakingContainers));
  if (facts.inVainContainers.length > 0) wanted.push(inVainCondition(facts.inVainContainers));
  if (facts.withoutSamples.size > 0)
    wanted.push({
      type: 'NoSamples',
      status: 'True',
      reason: 'NoSamplesYet',
      message: noSamplesWords(facts.withoutSamples),
    });
  return wanted;
}

/**
 * The status a VPA should have, from its previous one and the findings of a pass. A condition keeps its
 * `lastTransitionTime` until its status changes; conditions are sorted by type.
 */
export function nextStatus(former: VpaStatus | undefined, facts: StatusFacts, nowMs: number): VpaStatus {
  const before = new Map((former?.conditions ?? []).map((condition) => [condition.type, condition]));
  const foreign = [...before.values()].filter((condition) => !OWN_TYPES.has(condition.type));
  const own = wantedConditions(facts).map((wanted) => {
    const known = before.get(wanted.type);
    const stays = known?.status === wanted.status && known.lastTransitionTime;
    return { ...wanted, lastTransitionTime: stays || toKubeTime(nowMs) };
  });
  const conditions = byType([...foreign, ...own]);
  const { generation: observedGeneration, recommendation } = facts;
  return {
    ...(observedGeneration !== undefined && { observedGeneration }),
    ...(recommendation && { recommendation }),
    conditions,
  };
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

/** Whether `next` was made from a newer object than `former` says. */
export function seesNewGeneration(former: VpaStatus | undefined, next: VpaStatus): boolean {
  return next.observedGeneration !== undefined && former?.observedGeneration !== next.observedGeneration;
}

/** Whether writing `next` over `former` would change anything but the generation. */
export function sameStatus(former: VpaStatus | undefined, next: VpaStatus): boolean {
  return (
    sameRecommendation(former?.recommendation, next.recommendation) &&
    sameConditions(former?.conditions, next.conditions)
  );
}

/**
 * The shortest and the longest time between two writes that only move bounds. The bounds of a young VPA move by a tenth
 * in most minutes, and in a large cluster each of these writes delays all others.
 */
const BOUNDS_AGAIN_AFTER_MS = { least: 4 * 60_000, most: 8 * 60_000 };
const UID_DIGITS = 4;

/**
 * Whether moved bounds wait `ageMs` after the last write. How long is told by the uid: VPAs that were written in one
 * pass are not due in one pass again.
 */
export function doBoundsWait(uid: string | undefined, ageMs: number): boolean {
  const share = Number.parseInt(uid?.slice(-UID_DIGITS) ?? '', 16) / 16 ** UID_DIGITS || 0;
  const { least, most } = BOUNDS_AGAIN_AFTER_MS;
  return ageMs >= 0 && ageMs < least + share * (most - least);
}

/**
 * Whether a status may stand for `next`: only bounds differ, each by less than a tenth unless `boundsWait`, and no pod
 * is on another side of one.
 */
export function mayStand(
  former: VpaStatus | undefined,
  next: VpaStatus,
  requestsOf: RequestsOf,
  boundsWait: boolean,
): boolean {
  return (
    sameConditions(former?.conditions, next.conditions) &&
    sameTargets(former?.recommendation, next.recommendation) &&
    (boundsWait || nearBounds(former?.recommendation, next.recommendation)) &&
    sameSides(former?.recommendation, next.recommendation, requestsOf)
  );
}
