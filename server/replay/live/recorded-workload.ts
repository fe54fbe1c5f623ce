import type { Config } from '@/server/config';
import { readGiven } from '@/server/decide/estimators/parameter-text';
import { isRecommenderName, recommenderNamed } from '@/server/decide/estimators/recommenders';
import { calendarTextOf } from '@/server/decide/features/calendar/reading';
import { parameterTextOf } from '@/server/decide/features/recommender/parameter-text';
import { servingRecommender } from '@/server/decide/pods/serving-recommender';
import { type Selector, selectorMatches } from '@/server/objects/selector';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import type { PastSource, TimeSpan } from '@/server/usage/source';
import { recordedUsage } from '../engine/recorded-usage';
import { type ReplayContainer, type ReplayWorkload, titleOf } from '../engine/workload';
import type { Policy } from './decider';

/** A workload as it is today. */
export interface PresentWorkload {
  readonly namespace: string;
  /** The name of the VPA's target. */
  readonly name: string;
  /** Selects its pods, present and past. */
  readonly selector: Selector;
  readonly replicas: number;
  /** When its present pods started, Unix ms: it counts if that was before the recording. */
  readonly podsStartedMs?: number;
  /** What its pods request and are limited to. */
  readonly containers: readonly Omit<ReplayContainer, 'usage'>[];
}

/**
 * The workload with what its pods used in a time span, as a replay takes it: as many replicas as today at all times,
 * which start with what they request today. Undefined if the source knows nothing of its containers.
 * @throws RecordingError, and what the source throws
 */
export async function recordedWorkload(
  source: PastSource,
  span: TimeSpan,
  { namespace, name, selector, replicas, podsStartedMs, containers }: PresentWorkload,
  stopping?: AbortSignal,
): Promise<ReplayWorkload | undefined> {
  const recorded = await recordedUsage(
    source,
    span,
    {
      namespaces: [namespace],
      isWanted: (one) =>
        one.namespace === namespace &&
        selectorMatches(selector, one.labels) &&
        containers.some((own) => own.name === one.container),
      stopping,
    },
    { title: titleOf({ namespace, name }), replicas },
  );
  if (!recorded) return undefined;
  const { usage, ...grid } = recorded;
  const used = containers.map((own) => ({ ...own, usage: usage.get(own.name) ?? [] }));
  const isOlder = podsStartedMs !== undefined && podsStartedMs < grid.startMs;
  return { namespace, name, replicas, ...grid, ...(isOlder && { podsStartedMs }), containers: used };
}

/**
 * What a VPA says now, as a variant of a replay. If another program serves it, the recommender is `default`. As in the
 * live loop, parameters that cannot be used do not count.
 */
export function policyOf(vpa: VerticalPodAutoscaler, config: Config): Policy {
  const { updatePolicy, resourcePolicy } = vpa.spec;
  const recommender = servingRecommender(vpa, config) ?? 'default';
  const { given } = readGiven(parameterTextOf(vpa) ?? '');
  const isUsable =
    isRecommenderName(recommender) && recommenderNamed(recommender).faultsOf(given).length === 0;
  const calendar = calendarTextOf(vpa);
  return {
    spec: { updatePolicy, resourcePolicy },
    recommender,
    parameters: isUsable ? given : {},
    ...(calendar !== undefined && { calendar }),
    config,
  };
}
