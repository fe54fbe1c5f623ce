import type { RecommenderSettings } from '../settings';
import { hasUnreadCheckpoints, type ServedVpa } from '../vpas/served-vpa';

/** What a VPA needs of the past: nothing, all of it, or the time after its checkpoints. */
export type PastNeed = { kind: 'nothing' } | { kind: 'all' } | { kind: 'gap'; fromMs: number };

type Facts = Pick<ServedVpa, 'checkpoints' | 'learnedUntilMs'> & { target: { kind: string } };
type Settings = Pick<RecommenderSettings, 'storage' | 'prometheusAddress' | 'historyGapMs'>;

/** Whether a start learns from Prometheus alone; without an address it still uses checkpoints. */
export function isFromPrometheus({ storage, prometheusAddress }: Omit<Settings, 'historyGapMs'>): boolean {
  return storage === 'prometheus' && prometheusAddress !== '';
}

/** Whether a VPA has not got what its checkpoints hold: what is known of it so far is not worth a change. */
export function awaitsCheckpoints(
  { checkpoints }: Pick<ServedVpa, 'checkpoints'>,
  settings: Omit<Settings, 'historyGapMs'>,
): boolean {
  return checkpoints === 'unread' && !isFromPrometheus(settings);
}

/** Undefined while its target or its checkpoints are not known yet. */
export function needOf(
  { checkpoints, learnedUntilMs, target }: Facts,
  settings: Settings,
  nowMs: number,
): PastNeed | undefined {
  if (target.kind === 'pending') return undefined;
  if (isFromPrometheus(settings)) return { kind: 'all' };
  if (hasUnreadCheckpoints({ checkpoints })) return undefined;
  if (learnedUntilMs.size === 0) return { kind: 'all' };
  const fromMs = Math.min(...learnedUntilMs.values());
  return nowMs - fromMs > settings.historyGapMs ? { kind: 'gap', fromMs } : { kind: 'nothing' };
}
