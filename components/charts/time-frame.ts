import { timeLabel, timeTicks } from './time-ticks';

/** The numbers of an axis. */
export const TICK = { fill: 'var(--ink-soft)', fontSize: 11 };

/** The axis of a chart over time: rows have their time in `atMs`. */
export function timeAxis({ fromMs, toMs }: { fromMs: number; toMs: number }) {
  return {
    dataKey: 'atMs',
    type: 'number',
    domain: [fromMs, toMs],
    ticks: timeTicks(fromMs, toMs),
    tickFormatter: timeLabel(fromMs, toMs),
    tickLine: false,
    stroke: 'var(--line-strong)',
    tick: TICK,
    minTickGap: 24,
  } as const;
}

/** What a pointer over a chart draws. */
export const POINTER = { isAnimationActive: false, cursor: { stroke: 'var(--line-strong)' } } as const;

/** The same with the words below a chart of this height where there is no place beside the pointer. */
export function pointer(isNarrow: boolean, height: number) {
  return {
    ...POINTER,
    ...(isNarrow && { position: { x: 0, y: height }, allowEscapeViewBox: { y: true } }),
    wrapperStyle: { zIndex: 3 },
  };
}
