import type { RunsView } from '@/server/contract/recommendations';
import type { Resource } from '@/server/contract/resources';
import { formatAmount } from '@/server/words/amounts';
import { countOf } from '@/server/words/counts';
import { formatDuration } from '@/server/words/times';
import type { DataColumn } from '../charts/bounds-columns';
import { linearTicks } from '../charts/linear-ticks';
import { localAbsoluteTime, localShortTime } from '../times/times';

/** One run with its average CPU or its memory peak. */
export interface RunRow {
  name: string;
  firstMs: number;
  lastMs: number;
  amount: number;
  state: 'counts' | 'under-way' | 'older';
}

interface RunsSeries {
  rows: RunRow[];
  valueTicks: number[];
}

/** The runs of one resource, oldest first; undefined before the first sample. */
export function runsSeries(resource: Resource, { runs }: RunsView): RunsSeries | undefined {
  const rows = runs.flatMap(({ firstMs, lastMs, isWhole, counts, [resource]: amount }): RunRow[] => {
    if (amount === undefined) return [];
    const state = counts ? (isWhole ? 'counts' : 'under-way') : 'older';
    return [{ name: localShortTime(firstMs), firstMs, lastMs, amount, state }];
  });
  if (rows.length === 0) return undefined;
  return { rows, valueTicks: linearTicks(resource, Math.max(1, ...rows.map(({ amount }) => amount)) * 1.05) };
}

const STATES = {
  counts: 'counts',
  'under-way': 'under way',
  older: 'too old',
} as const satisfies Record<RunRow['state'], string>;

export function runColumns(resource: Resource): readonly DataColumn<RunRow>[] {
  return [
    { label: 'Run from', words: ({ firstMs }) => localAbsoluteTime(firstMs) },
    { label: 'Lasted', words: ({ firstMs, lastMs }) => formatDuration(lastMs - firstMs) },
    { label: resource === 'cpu' ? 'Average' : 'Peak', words: ({ amount }) => formatAmount(resource, amount) },
    { label: 'State', words: ({ state }) => STATES[state] },
  ];
}

/** What counts, in one sentence. */
export function runsWords(resource: Resource, view: RunsView): string {
  const rows = runsSeries(resource, view)?.rows ?? [];
  if (rows.length === 0) return 'No run was seen yet; until then it recommends as default.';
  const whole = rows.filter(({ state }) => state === 'counts');
  const counted = whole.length > 0 ? whole : rows;
  const amounts = counted.map(({ amount }) => amount);
  const mean = amounts.reduce((sum, amount) => sum + amount, 0) / amounts.length;
  const newest = rows.filter(({ state }) => state !== 'older');
  const which =
    whole.length > 0 ? countedWords(whole.length, newest.length) : 'Only the run under way is known';
  return resource === 'cpu'
    ? `${which}: on average ${formatAmount('cpu', Math.floor(mean))}, before the margin.`
    : `${which}: the highest peak is ${formatAmount('memory', Math.max(...rows.map(({ amount }) => amount)))}, before the margin.`;
}

/** `Of the newest 20 runs, 19 are over and count`; the others are under way. */
function countedWords(whole: number, newest: number): string {
  if (whole === newest) return `${countOf(whole, 'run')} ${whole === 1 ? 'counts' : 'count'}`;
  return `Of the newest ${newest} runs, ${whole} ${whole === 1 ? 'is over and counts' : 'are over and count'}`;
}
