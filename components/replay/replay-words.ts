import type { ReplayRow, ReplayState } from '@/server/contract/replays';

export const STATE_WORDS: Readonly<Record<ReplayState, string>> = {
  waiting: 'Waiting',
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
  ended: 'Interrupted',
};

export function scopeTitle({ scope }: Pick<ReplayRow['request'], 'scope'>): string {
  if (scope.kind === 'all') return 'the whole cluster';
  return scope.kind === 'vpa' ? `${scope.namespace}/${scope.name}` : `namespace ${scope.namespace}`;
}

export function daysTitle(days: number): string {
  return days === 1 ? 'last day' : `last ${days} days`;
}

export function variantsTitle({
  variants,
  suggest,
}: Pick<ReplayRow['request'], 'variants' | 'suggest'>): string {
  return suggest ? 'a search for a better policy' : variants.map(({ name }) => name).join(', ');
}

export function isAtWork(state: ReplayState): boolean {
  return state === 'waiting' || state === 'running';
}

/** From 0 to 100; undefined while it waits. */
export function percentDone({
  state,
  done,
  total,
}: Pick<ReplayRow, 'state' | 'done' | 'total'>): number | undefined {
  if (state === 'waiting' || total === 0) return undefined;
  return Math.min(100, Math.round((done / total) * 100));
}

export function replayHref(id: string): string {
  return `/replay/${encodeURIComponent(id)}`;
}
