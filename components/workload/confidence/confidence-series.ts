import type { PastView } from '@/server/contract/past';
import { confidenceWords, formatFactor } from '@/server/words/counts';
import type { DataColumn } from '../../charts/bounds-columns';
import { localAbsoluteTime } from '../../times/times';

/** One step: the history that counts, in days, and the bounds in multiples of their target. */
export interface ConfidenceRow {
  atMs: number;
  days?: number;
  cpuUpper?: number;
  cpuLower?: number;
  memoryUpper?: number;
  memoryLower?: number;
}

/** When what was known of the container began anew. */
export interface HistoryReset {
  atMs: number;
  why: string;
}

export interface ConfidenceSeries {
  rows: ConfidenceRow[];
  fromMs: number;
  toMs: number;
  resets: HistoryReset[];
  /** The top of the axis of bounds, in multiples of the target. */
  top: number;
  /** Whether a bound was above it at some time. */
  isCut: boolean;
}

/** History only grows; what falls by more than rounding began anew. */
const FALLS = 0.95;
/** A young upper bound may be a hundred times its target, which would press all else flat. */
const HIGHEST = 4;

/** How confidence evolved, as far back as it was stored; undefined while there are not two points of it. */
export function confidenceSeries({
  points,
  marks,
  gapMs,
  stepMs,
  toMs,
}: Pick<PastView, 'points' | 'marks' | 'gapMs' | 'stepMs' | 'toMs'>): ConfidenceSeries | undefined {
  const known = points.filter(({ confidence }) => confidence !== undefined);
  const [first] = known;
  if (!first || known.length < 2) return undefined;
  const rows: ConfidenceRow[] = [];
  const resets: HistoryReset[] = [];
  for (const [index, point] of known.entries()) {
    const before = known[index - 1];
    if (before && point.atMs - before.atMs > gapMs) rows.push({ atMs: before.atMs + stepMs });
    if (before && (point.confidence ?? 0) < (before.confidence ?? 0) * FALLS)
      resets.push({ atMs: point.atMs, why: whyReset(marks, before.atMs, point.atMs + stepMs) });
    rows.push(rowOf(point));
  }
  const uppers = rows.flatMap(({ cpuUpper = 0, memoryUpper = 0 }) => [cpuUpper, memoryUpper]);
  const highest = Math.max(1, ...uppers);
  return {
    rows,
    fromMs: first.atMs,
    toMs,
    resets,
    top: Math.min(HIGHEST, Math.ceil(highest * 2) / 2),
    isCut: highest > HIGHEST,
  };
}

function rowOf({ atMs, confidence, cpu, memory }: PastView['points'][number]): ConfidenceRow {
  const row: ConfidenceRow = { atMs };
  if (confidence !== undefined) row.days = confidence;
  const times = (bound: number | undefined, target: number | undefined) =>
    bound === undefined || !target ? undefined : bound / target;
  const put = (field: 'cpuUpper' | 'cpuLower' | 'memoryUpper' | 'memoryLower', value: number | undefined) => {
    if (value !== undefined) row[field] = value;
  };
  put('cpuUpper', times(cpu.upperBound, cpu.target));
  put('cpuLower', times(cpu.lowerBound, cpu.target));
  put('memoryUpper', times(memory.upperBound, memory.target));
  put('memoryLower', times(memory.lowerBound, memory.target));
  return row;
}

function whyReset(marks: PastView['marks'], fromMs: number, toMs: number): string {
  const chosen = marks.find(
    ({ kind, atMs, lastMs }) => kind === 'recommender' && lastMs >= fromMs && atMs < toMs,
  );
  return chosen ? `another recommender: ${chosen.detail}` : 'the history began anew';
}

/** The chart in words. */
export const CONFIDENCE_COLUMNS: readonly DataColumn<ConfidenceRow>[] = [
  { label: 'Time', words: ({ atMs }) => localAbsoluteTime(atMs) },
  {
    label: 'History that counts',
    words: ({ days }) => (days === undefined ? undefined : confidenceWords(days)),
  },
  { label: 'CPU, upper bound of the target', words: ({ cpuUpper }) => factor(cpuUpper) },
  { label: 'CPU, lower bound of the target', words: ({ cpuLower }) => factor(cpuLower) },
  { label: 'Memory, upper bound of the target', words: ({ memoryUpper }) => factor(memoryUpper) },
  { label: 'Memory, lower bound of the target', words: ({ memoryLower }) => factor(memoryLower) },
];

function factor(value: number | undefined): string | undefined {
  return value === undefined ? undefined : formatFactor(value);
}
