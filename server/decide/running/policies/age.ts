import { EPHEMERAL_STORAGE, RESOURCES } from '../../../objects/units';
import type { DifferenceNeeded } from '../../../words/reasons/clauses';
import { differencesOf, lastingDifference } from '../last-change';
import { isStep } from '../part-of-change';
import type { Candidate, ChangeReason, Hold, PolicyScope, Trigger } from '../policy';
import { wayFor } from './update-mode';

/**
 * A pod within its bounds is changed once its requests are old enough and differ enough; they are lowered only to what
 * the target has not exceeded for a while, since a day has hours of more and of less.
 */
export const age: Trigger = {
  name: 'age',
  review(candidate, scope): readonly (ChangeReason | Hold)[] {
    const { priority, breaches } = candidate;
    const needed = neededDifference(candidate, scope);
    if (breaches.length > 0 || priority.resourceDiff < needed.threshold) return [];
    if (scope.cluster.settings.resourcesApart && !hasStep(candidate, scope)) return [];
    const aged = agedFrom(candidate, scope);
    if (!aged) return [];
    const { nowMs, cluster } = scope;
    const evidence = { difference: priority.resourceDiff, ...needed, ...aged.age };
    if (nowMs < aged.oldEnoughMs)
      return [{ kind: 'hold', reason: { code: 'too-young', ...evidence }, untilMs: aged.oldEnoughMs }];
    const { highest } = candidate.workload;
    const windowMs = cluster.settings.loweringWindowMs;
    if (!highest || windowMs === 0)
      return [{ kind: 'change', reason: { code: 'old-and-different', ...evidence } }];
    const isWhole = nowMs >= highest.sinceMs + windowMs;
    if (lastingDifference(candidate, isWhole ? highest : undefined) >= needed.threshold)
      return [{ kind: 'change', reason: { code: 'old-and-different', ...evidence } }];
    const reason = { code: 'lower-only-now' as const, ...evidence, windowMs, sinceMs: highest.sinceMs };
    return [
      isWhole
        ? { kind: 'hold', reason, awaits: 'recommendation-changed' }
        : { kind: 'hold', reason, untilMs: highest.sinceMs + windowMs },
    ];
  },
};

/** Whether any request would move by enough; several small steps make no large one. */
function hasStep({ facts, recommended, wholePod }: Candidate, { cluster }: PolicyScope): boolean {
  if (wholePod || recommended.some((own) => own?.target[EPHEMERAL_STORAGE] !== undefined)) return true;
  const { podUpdateThreshold } = cluster.settings;
  return facts.containers.some(({ requests }, index) =>
    RESOURCES.some((resource) => {
      const to = recommended[index]?.target[resource];
      return to !== undefined && isStep({ from: requests[resource], to }, podUpdateThreshold);
    }),
  );
}

/** The least difference for which a pod within its bounds is changed: more to evict it, or to go back. */
export function neededDifference(
  candidate: Candidate,
  { cluster }: PolicyScope,
): { threshold: number; to?: DifferenceNeeded } {
  const { podUpdateThreshold: threshold, changeMargin } = cluster.settings;
  const { facts, workload, priority } = candidate;
  if (changeMargin === 0 || priority.resourceDiff < threshold) return { threshold };
  if (wayFor(facts, workload, []) === 'evict') return { threshold: threshold + changeMargin, to: 'evict' };
  const { onward, back } = differencesOf(candidate);
  if (back.size === 0 || onward >= threshold) return { threshold };
  return { threshold: threshold + changeMargin, to: 'go-back' };
}

/** Since when a pod has its requests, and when they are old enough; undefined before it starts. */
export function agedFrom(
  { facts, workload }: Pick<Candidate, 'facts' | 'workload'>,
  { cluster }: PolicyScope,
): { age: { startedMs: number; changedMs?: number; minimumAgeMs: number }; oldEnoughMs: number } | undefined {
  const { startedMs, changedMs } = facts;
  if (startedMs === undefined) return undefined;
  const { ageOfRequests, inRecommendationBoundsEvictionLifetimeThresholdMs } = cluster.settings;
  const restMs = wayFor(facts, workload, []) === 'resize' ? workload.restMs : undefined;
  const minimumAgeMs = restMs ?? inRecommendationBoundsEvictionLifetimeThresholdMs;
  const isChanged = ageOfRequests && changedMs !== undefined && changedMs > startedMs;
  const sinceMs = isChanged ? changedMs : startedMs;
  return {
    age: { startedMs, ...(isChanged && { changedMs }), minimumAgeMs },
    oldEnoughMs: sinceMs + minimumAgeMs,
  };
}
