import type { PodValue } from './input';
import type { MissingWhy, Samples } from './samples';
import type { ScaledPod } from './scaled-pod';
import type { EvaluationSettings } from './settings';

export type PodStanding =
  | { readonly group: 'ready'; readonly sample: PodValue }
  /** It is going or gone, and counts as nothing. */
  | { readonly group: 'ignored'; readonly why: 'deleting' | 'failed' }
  /** Its sample does not count, since it may be that of its start. */
  | { readonly group: 'unready'; readonly why: UnreadyWhy }
  | { readonly group: 'missing'; readonly why: MissingWhy };

export type UnreadyWhy =
  | 'pending'
  /** It has no Ready condition or no start time yet. */
  | 'state-unknown'
  | 'not-ready-while-starting'
  /** The window of the sample began before it became ready. */
  | 'sample-from-before-ready'
  | 'never-ready';

/**
 * The group of a pod for one metric; the first rule that applies decides. Readiness counts for CPU only (Kubernetes
 * 1.37, pkg/controller/podautoscaler, replica_calculator.go, `groupPods`).
 */
export function podStanding(
  pod: ScaledPod,
  { byPod, lacking }: Samples,
  countsReadiness: boolean,
  settings: EvaluationSettings,
  nowMs: number,
): PodStanding {
  if (pod.isDeleting) return { group: 'ignored', why: 'deleting' };
  if (pod.phase === 'Failed') return { group: 'ignored', why: 'failed' };
  if (pod.phase === 'Pending') return { group: 'unready', why: 'pending' };
  const sample = byPod.get(pod.name);
  if (!sample) return { group: 'missing', why: lacking.get(pod.name) ?? 'not-measured' };
  const why = countsReadiness ? whyUnready(pod, sample, settings, nowMs) : undefined;
  return why ? { group: 'unready', why } : { group: 'ready', sample };
}

function whyUnready(
  { ready, startedMs }: ScaledPod,
  sample: PodValue,
  { cpuInitializationPeriodMs, initialReadinessDelayMs }: EvaluationSettings,
  nowMs: number,
): UnreadyWhy | undefined {
  if (!ready || startedMs === undefined) return 'state-unknown';
  const isNotReady = ready.status === 'False';
  if (startedMs + cpuInitializationPeriodMs > nowMs) {
    if (isNotReady) return 'not-ready-while-starting';
    return sample.atMs < ready.sinceMs + sample.windowMs ? 'sample-from-before-ready' : undefined;
  }
  return isNotReady && ready.sinceMs < startedMs + initialReadinessDelayMs ? 'never-ready' : undefined;
}
