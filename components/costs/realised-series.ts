import { type Both, HOURS_PER_MONTH, PLAIN_WEIGHTS, type Realised } from '@/server/contract/costs';
import { formatMoney } from '@/server/words/money';
import type { DataColumn } from '../charts/bounds-columns';
import { localAbsoluteTime } from '../times/times';
import { amountsText, costSum } from './cost-words';

const HOUR_MS = 3_600_000;

/** One step of the line: per month in money, or in cores with 8 GiB as one; without values where nothing is known. */
export interface RealisedRow {
  atMs: number;
  saved?: number;
  grown?: number;
  step?: Realised['steps'][number];
}

export interface RealisedSeries {
  rows: RealisedRow[];
  fromMs: number;
  toMs: number;
  isKnown: boolean;
}

function sizeOf(amounts: Both, currency: string | undefined): number {
  if (currency !== undefined) return costSum(amounts) * HOURS_PER_MONTH;
  return (amounts.cpu / 1000) * PLAIN_WEIGHTS.cpu + (amounts.memory / 1024 ** 3) * PLAIN_WEIGHTS.memory;
}

/** The rows of the picture, one for each step from the date until now. */
export function realisedSeries(
  { sinceMs, atMs: readMs, fromMs, steps, stepMs }: Realised,
  currency: string | undefined,
): RealisedSeries {
  const known = new Map(steps.map((step) => [step.atMs, step]));
  const lastMs = steps.at(-1)?.atMs ?? readMs;
  const rows: RealisedRow[] = [];
  for (let atMs = fromMs + stepMs; atMs <= lastMs; atMs += stepMs) {
    const step = known.get(atMs);
    rows.push(
      step
        ? { atMs, saved: sizeOf(step.saved, currency), grown: sizeOf(step.grown, currency), step }
        : { atMs },
    );
  }
  const toMs = Math.max(lastMs, readMs);
  return { rows, fromMs: sinceMs, toMs, isKnown: steps.length > 0 };
}

/** What was saved and spent more since the date, over the steps that are known. */
export function realisedTotals({ steps, stepMs }: Realised): { saved: Both; grown: Both; hours: number } {
  const hours = stepMs / HOUR_MS;
  const total = (kind: 'saved' | 'grown'): Both => ({
    cpu: steps.reduce((sum, step) => sum + step[kind].cpu * hours, 0),
    memory: steps.reduce((sum, step) => sum + step[kind].memory * hours, 0),
  });
  return { saved: total('saved'), grown: total('grown'), hours: steps.length * hours };
}

/** The line in words, for those who prefer to read it. */
export function realisedColumns(currency: string | undefined): readonly DataColumn<RealisedRow>[] {
  const text = (amounts: Both | undefined) => {
    if (!amounts) return undefined;
    return currency === undefined
      ? amountsText(amounts)
      : `${formatMoney(currency, costSum(amounts) * HOURS_PER_MONTH)} a month`;
  };
  return [
    { label: 'Time', words: ({ atMs }) => localAbsoluteTime(atMs) },
    { label: 'Saved', words: ({ step }) => text(step?.saved) },
    { label: 'Grown', words: ({ step }) => text(step?.grown) },
    { label: 'Containers known', words: ({ step }) => step && String(step.known) },
  ];
}
