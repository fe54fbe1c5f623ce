import type { Resource } from '@/server/model/units';
import type { WindowsView } from '@/server/recommender/views';
import { formatAmount } from '@/server/words/amounts';
import { ordinal } from '@/server/words/counts';
import { formatDuration } from '@/server/words/times';
import type { DataColumn } from '../charts/bounds-columns';
import { linearTicks } from '../charts/linear-ticks';
import { timeTicks } from '../charts/time-ticks';
import { absoluteTime } from '../times/times';

/** One window; `held` is the highest statistic of the time that counts. */
export interface WindowRow {
  atMs: number;
  mean?: number;
  peak?: number;
  statistic?: number;
  held?: number;
}

interface WindowsSeries {
  rows: WindowRow[];
  valueTicks: number[];
  timeTicks: number[];
  fromMs: number;
  toMs: number;
}

/** The windows as rows; a row without amounts marks a gap. Undefined before the first window. */
export function windowsSeries(resource: Resource, view: WindowsView): WindowsSeries | undefined {
  const { windows, windowMs, holdMs, held } = view;
  const first = windows[0];
  const last = windows.at(-1);
  if (!first || !last) return undefined;
  const rows = windows.flatMap(({ endMs, ...amounts }, index): WindowRow[] => {
    const counted = windows.filter((one) => one.endMs > endMs - holdMs && one.endMs <= endMs);
    const highest = Math.max(...counted.map(({ statistic }) => statistic));
    const row = {
      atMs: endMs,
      ...amounts,
      held: index === windows.length - 1 ? Math.max(held, highest) : highest,
    };
    const next = windows[index + 1];
    return next && next.endMs - endMs > 2 * windowMs ? [row, { atMs: endMs + windowMs }] : [row];
  });
  const highest = Math.max(1, held, ...windows.flatMap(({ peak, statistic }) => [peak, statistic]));
  const fromMs = first.endMs - windowMs;
  return {
    rows,
    valueTicks: linearTicks(resource, highest * 1.05),
    timeTicks: timeTicks(fromMs, last.endMs),
    fromMs,
    toMs: last.endMs,
  };
}

/** The statistic in words: `98th percentile of load`. */
export function statisticWords({ statistic, by }: Pick<WindowsView, 'statistic' | 'by'>): string {
  const percentile = ordinal(Math.round((by ?? 0) * 1000) / 10);
  switch (statistic) {
    case 'average':
      return 'Average';
    case 'peak':
      return `Peak of ${formatDuration(by ?? 0)}`;
    case 'load-percentile':
      return `${percentile} percentile of load`;
    case 'percentile-or-half-peak':
      return `${percentile} percentile of load, or half the peak`;
  }
}

/** What counts now, in one sentence. */
export function windowsWords(resource: Resource, view: WindowsView): string {
  const last = view.windows.at(-1);
  if (!last) return 'The first window is under way; what was learned before counts until then.';
  const now = formatAmount(resource, last.statistic);
  const held = formatAmount(resource, Math.max(view.held, last.statistic));
  return `${statisticWords(view)}: ${now}. The highest of the last ${formatDuration(view.holdMs)} counts: ${held}, before the margin.`;
}

export function windowColumns(resource: Resource, view: WindowsView): readonly DataColumn<WindowRow>[] {
  const amount = (value: number | undefined) =>
    value === undefined ? undefined : formatAmount(resource, value);
  return [
    { label: 'Window until', words: ({ atMs }) => absoluteTime(atMs) },
    { label: 'Mean', words: ({ mean }) => amount(mean) },
    { label: 'Peak', words: ({ peak }) => amount(peak) },
    { label: statisticWords(view), words: ({ statistic }) => amount(statistic) },
    { label: `Highest of ${formatDuration(view.holdMs)}`, words: ({ held }) => amount(held) },
  ];
}
