import { comparableCost } from '@/server/contract/figures';
import type { AmountStep, ChartMark, ReplayChartView } from '@/server/contract/replays';
import type { Resource } from '@/server/contract/resources';
import { linearTicks } from '../charts/linear-ticks';

/** One time of the chart: usage, and what each shown variant requests and is limited to, by its number. */
export interface ReplayChartRow {
  atMs: number;
  usage?: number;
  usageMax?: number;
  /** `request1`, `limit1` and so on. */
  [amount: `request${number}` | `limit${number}`]: number | undefined;
}

export interface ReplaySeries {
  rows: ReplayChartRow[];
  fromMs: number;
  toMs: number;
  valueTicks: number[];
  /** Of the shown variants, those with a limit above the axis. */
  cut: number[];
}

/** Limits far above everything else are cut: the axis fits usage and requests, and limits up to so many times that. */
const CEILING_OF_LIMITS = 2;

/**
 * One resource of one container over the replay; undefined if nothing is known of it.
 * @param shown numbers of the variants to draw, from 1 on
 */
export function replaySeries(
  { fromMs, stepMs, steps, containers, variants }: ReplayChartView,
  { container, resource, shown }: { container: string; resource: Resource; shown: readonly number[] },
): ReplaySeries | undefined {
  const usage = containers.find(({ name }) => name === container)?.[resource];
  const amounts = shown.map((number) => ({
    number,
    steps: variants[number - 1]?.containers.find(({ name }) => name === container)?.[resource] ?? [],
  }));
  const isKnown = usage?.mean.some((value) => value !== null) || amounts.some((one) => one.steps.length > 0);
  if (!isKnown) return undefined;
  const cursors = amounts.map(({ number, steps: own }) => ({ number, at: cursor(own) }));
  const rows = Array.from({ length: steps }, (_, step): ReplayChartRow => {
    const atMs = fromMs + step * stepMs;
    const row: ReplayChartRow = { atMs };
    const [mean, max] = [usage?.mean[step], usage?.max[step]];
    if (mean !== null && mean !== undefined) row.usage = mean;
    if (max !== null && max !== undefined) row.usageMax = max;
    for (const { number, at } of cursors) {
      const { request, limit } = at(atMs + stepMs - 1) ?? {};
      if (request !== undefined) row[`request${number}`] = request;
      if (limit !== undefined) row[`limit${number}`] = limit;
    }
    return row;
  });
  const core = Math.max(
    1,
    ...rows.flatMap((row) => [row.usageMax ?? 0, ...shown.map((number) => row[`request${number}`] ?? 0)]),
  );
  const limits = rows.flatMap((row) => shown.map((number) => row[`limit${number}`] ?? 0));
  const highest = Math.max(core, ...limits);
  const valueTicks = linearTicks(resource, Math.min(highest, core * CEILING_OF_LIMITS) * 1.05);
  const top = valueTicks.at(-1) ?? core;
  const toMs = fromMs + steps * stepMs;
  return {
    rows,
    fromMs,
    toMs,
    valueTicks,
    cut: shown.filter((number) => rows.some((row) => (row[`limit${number}`] ?? 0) > top)),
  };
}

/** What was in force at ascending times. */
function cursor(steps: readonly AmountStep[]): (atMs: number) => AmountStep | undefined {
  let index = -1;
  return (atMs) => {
    while (index + 1 < steps.length && (steps[index + 1]?.atMs ?? Number.POSITIVE_INFINITY) <= atMs) index++;
    return steps[index];
  };
}

/** What happened to a variant, placed along the time of the chart. */
export interface LaneMark extends ChartMark {
  /** From 0 at the left to 1. */
  share: number;
}

export function chartLane({ fromMs, stepMs, steps, variants }: ReplayChartView, number: number): LaneMark[] {
  const lengthMs = Math.max(1, steps * stepMs);
  return (variants[number - 1]?.marks ?? []).map((mark) => ({
    ...mark,
    share: Math.min(1, Math.max(0, (mark.atMs - fromMs) / lengthMs)),
  }));
}

/** The variants to show at first: the policy as it is, and the one proposed or else the cheapest of the others. */
export function firstShown({ variants }: Pick<ReplayChartView, 'variants'>, proposed?: string): number[] {
  const chosen = variants.findIndex(({ name }, index) => index > 0 && name === proposed);
  if (chosen > 0) return [1, chosen + 1];
  const others = variants
    .slice(1)
    .map(({ figures }, index) => ({ number: index + 2, cost: comparableCost(figures) }));
  const cheapest = others.sort((a, b) => a.cost - b.cost)[0];
  return cheapest ? [1, cheapest.number] : [1];
}
