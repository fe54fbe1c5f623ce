import { badSelector, failureMessage, failureReason } from './conditions';
import type { MetricEvaluation } from './evaluation';
import type { Selected } from './input';
import type { Sync } from './sync';

/** An event about an HPA, in the words of Kubernetes (Kubernetes 1.37, pkg/controller/podautoscaler, horizontal.go). */
export interface HpaEvent {
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
}

/** The events of a sync; the selector is needed to name what is wrong with it. */
export function hpaEvents(sync: Sync, selected?: Selected): HpaEvent[] {
  if (sync.kind === 'no-scale') return [warning('FailedGetScale', sync.error)];
  const { evaluation, scaled } = sync;
  const events = evaluation.metrics.flatMap(failureEvent);
  if (evaluation.course.kind === 'bad-selector' && selected && selected.kind !== 'pods') {
    const { reason, message } = badSelector(selected);
    events.push(warning(selected.kind === 'no-selector' ? 'SelectorRequired' : reason, message));
  }
  if (evaluation.course.kind === 'blocked') {
    const { failed, first } = evaluation.course.combined;
    const metric = evaluation.metrics[first];
    const cause =
      metric?.outcome.kind === 'failed' ? failureMessage(metric.spec, metric.outcome.failure) : '';
    const count = `${failed} invalid out of ${evaluation.metrics.length}`;
    events.push(
      warning('FailedComputeMetricsReplicas', `invalid metrics (${count}), first error is: ${cause}`),
    );
  }
  if (!scaled) return events;
  const { desiredReplicas, reason } = evaluation;
  const size = `New size: ${desiredReplicas}; reason: ${reason}`;
  events.push(
    'error' in scaled
      ? warning('FailedRescale', `${size}; error: ${scaled.error}`)
      : { type: 'Normal', reason: 'SuccessfulRescale', message: size },
  );
  return events;
}

function failureEvent({ spec, outcome }: MetricEvaluation): HpaEvent[] {
  return outcome.kind === 'failed'
    ? [warning(failureReason(spec), failureMessage(spec, outcome.failure))]
    : [];
}

function warning(reason: string, message: string): HpaEvent {
  return { type: 'Warning', reason, message };
}
