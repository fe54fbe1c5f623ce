import { failureMessage } from '../decide/replicas/conditions';
import type { Evaluation } from '../decide/replicas/evaluation';
import type { HorizontalPodAutoscaler } from '../objects/types';
import { formatShare } from '../words/counts';
import { metricLabel } from '../words/hpa-metrics';
import { heldBy } from './held-by';

/** What an HPA cannot do by itself, each after it has lasted so long without a break. */
const LASTING_MS = {
  'hpa-at-maximum': 10 * 60_000,
  'hpa-without-metric': 10 * 60_000,
  'hpa-minimum-idle': 60 * 60_000,
} as const;

export type OutOfReach = keyof typeof LASTING_MS;

/** Since when something is out of the reach of an HPA. */
export interface OutOfReachSince {
  readonly code: OutOfReach;
  readonly sinceMs: number;
}

/** A minimum is far too high where this many times fewer replicas would do. */
const FAR_BELOW = 2;

/** What is out of its reach by this evaluation; undefined if nothing is. */
export function outOfReach(evaluation: Evaluation): OutOfReach | undefined {
  const { course, desiredReplicas, currentReplicas } = evaluation;
  if (course.kind === 'blocked') return 'hpa-without-metric';
  if (course.kind !== 'metrics') return undefined;
  const held = heldBy(evaluation);
  const { replicas } = course.combined;
  if (held === 'max' && replicas > desiredReplicas && currentReplicas >= desiredReplicas)
    return 'hpa-at-maximum';
  return held === 'min' && replicas * FAR_BELOW <= currentReplicas ? 'hpa-minimum-idle' : undefined;
}

/** The same with since when: as before, if it was so at the last sync too. */
export function outOfReachSince(
  former: OutOfReachSince | undefined,
  evaluation: Evaluation | undefined,
  nowMs: number,
): OutOfReachSince | undefined {
  const code = evaluation && outOfReach(evaluation);
  if (!code) return undefined;
  return former?.code === code ? former : { code, sinceMs: nowMs };
}

export function hasLasted({ code, sinceMs }: OutOfReachSince, nowMs: number): boolean {
  return nowMs - sinceMs >= LASTING_MS[code];
}

/** What is so with its numbers, and the command that ends it where a number does. */
export function outOfReachText(
  code: OutOfReach,
  { metadata: { namespace = '', name } }: Pick<HorizontalPodAutoscaler, 'metadata'>,
  { course, metrics, currentReplicas }: Evaluation,
): string {
  if (course.kind === 'blocked') {
    const failed = metrics[course.combined.first];
    return failed?.outcome.kind === 'failed'
      ? `${metricLabel(failed.spec)}: ${failureMessage(failed.spec, failed.outcome.failure)}`
      : 'no metric has a value';
  }
  if (course.kind !== 'metrics') return '';
  const { replicas, metric } = course.combined;
  const winner = metrics[metric];
  const measured =
    winner?.outcome.kind === 'proposed' && winner.outcome.ratio !== undefined
      ? `, ${metricLabel(winner.spec)} at ${formatShare(winner.outcome.ratio)} of its target`
      : '';
  const patch = (bounds: object) =>
    `\`kubectl -n ${namespace} patch hpa ${name} --type merge -p '${JSON.stringify({ spec: bounds })}'\`.`;
  return code === 'hpa-at-maximum'
    ? `${currentReplicas} of ${currentReplicas} replicas run${measured}; ${replicas} would do: ${patch({ maxReplicas: replicas })}`
    : `${currentReplicas} replicas run, the minimum${measured}; ${replicas} would do: ${patch({ minReplicas: Math.max(1, replicas) })}`;
}
