import type { ChartMarkKind } from '@/server/contract/replays';
import { countOf } from '@/server/words/counts';
import { localShortTime } from '../times/times';

/** Each kind of mark: its sign, its colour and its words. */
export const LANE_MARKS: Readonly<
  Record<ChartMarkKind, { sign: string; colour: string; one: string; many: string }>
> = {
  oom: { sign: '✕', colour: 'var(--danger)', one: 'OOM kill', many: 'OOM kills' },
  evict: { sign: '▲', colour: 'var(--over)', one: 'eviction', many: 'evictions' },
  resize: { sign: '◆', colour: 'var(--target)', one: 'resize', many: 'resizes' },
  throttled: { sign: '▬', colour: 'var(--warning)', one: 'throttled step', many: 'throttled steps' },
};

export function markText({
  kind,
  times,
  atMs,
}: {
  kind: ChartMarkKind;
  times: number;
  atMs: number;
}): string {
  const { one, many } = LANE_MARKS[kind];
  return `${countOf(times, one, many)}, ${localShortTime(atMs)}`;
}
