import type { Condition, HorizontalPodAutoscaler } from '../../objects/types';
import { afterScaling, type HpaCondition, noScale } from './conditions';
import type { ScalingBehavior } from './rules';
import { isUndecided, type Sync } from './sync';

type Status = NonNullable<HorizontalPodAutoscaler['status']>;

/**
 * The status of an HPA after a sync; `now` is the time as Kubernetes writes it. What a sync says nothing about stays,
 * so that equal syncs give equal statuses (Kubernetes 1.37, pkg/controller/podautoscaler, horizontal.go, `setStatus`).
 */
export function statusAfter(
  former: Status | undefined,
  sync: Sync,
  now: string,
  rules: Pick<ScalingBehavior, 'remembersScalingToZero'>,
): Status {
  const { currentReplicas = 0, desiredReplicas = 0, currentMetrics, conditions } = former ?? {};
  if (sync.kind === 'no-scale')
    return {
      ...former,
      currentReplicas,
      desiredReplicas,
      currentMetrics,
      conditions: withConditions(conditions, [noScale(sync.error)], now),
    };
  const { evaluation, scaled } = sync;
  const keepsDesired = isUndecided(evaluation) || (scaled && 'error' in scaled);
  return {
    ...former,
    ...(scaled && 'to' in scaled && { lastScaleTime: now }),
    currentReplicas: evaluation.currentReplicas,
    desiredReplicas: keepsDesired ? desiredReplicas : evaluation.desiredReplicas,
    currentMetrics: evaluation.currentMetrics.length > 0 ? [...evaluation.currentMetrics] : null,
    conditions: withConditions(conditions, hpaStatusConditions(sync, rules), now),
  };
}

/** The conditions that a sync sets, each type once. */
export function hpaStatusConditions(
  sync: Sync,
  rules: Pick<ScalingBehavior, 'remembersScalingToZero'>,
): HpaCondition[] {
  if (sync.kind === 'no-scale') return [noScale(sync.error)];
  const { evaluation, scaled } = sync;
  return scaled
    ? latest([...evaluation.conditions, ...afterScaling(scaled, rules.remembersScalingToZero)])
    : [...evaluation.conditions];
}

/** Of several conditions of one type the last, in the place of the first. */
function latest(conditions: readonly HpaCondition[]): HpaCondition[] {
  return [...new Map(conditions.map((each) => [each.type, each])).values()];
}

/** A condition keeps its place, and its time until its status changes. */
function withConditions(
  former: readonly Condition[] = [],
  set: readonly HpaCondition[],
  now: string,
): Condition[] {
  const all = new Map(former.map((each) => [each.type, each]));
  for (const { type, status, reason, message } of set) {
    const known = all.get(type);
    const lastTransitionTime = known?.status === status ? (known.lastTransitionTime ?? now) : now;
    all.set(type, { type, status, lastTransitionTime, reason, message });
  }
  return [...all.values()];
}
