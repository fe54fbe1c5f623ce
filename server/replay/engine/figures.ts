import { FIGURE_NAMES, type FigureName, type Figures } from '../../contract/figures';
import { costOfHours, together } from '../../decide/pods/money/price';
import type { Price } from '../../model/price-table';
import type { ReplaySums, ResourceSums } from './tally';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

function quotient(dividend: number, divisor: number): number | undefined {
  return divisor > 0 ? dividend / divisor : undefined;
}

const relativeSlack = ({ daySlack, dayMs }: ResourceSums) => quotient(daySlack, dayMs);
const idle = ({ requested, used, knownMs }: ResourceSums, elapsedMs: number) =>
  knownMs > 0 ? quotient(requested - used, elapsedMs) : undefined;
const requestsOverUsage = ({ requested, used }: ResourceSums) => quotient(requested, used);
const shortShare = ({ shortMs, knownMs }: ResourceSums) => quotient(shortMs, knownMs);
const shortDepth = ({ shortDepth, shortMs, knownMs }: ResourceSums) =>
  knownMs > 0 ? (quotient(shortDepth, shortMs) ?? 0) : undefined;

/** How each is measured; undefined where there is nothing to measure. */
const MEASURES: Record<FigureName, (sums: ReplaySums, price: Price | undefined) => number | undefined> = {
  cpuSlack: ({ cpu }) => relativeSlack(cpu),
  cpuSlackCores: ({ cpu, elapsedMs }) => idle(cpu, elapsedMs),
  cpuRequestsOverUsage: ({ cpu }) => requestsOverUsage(cpu),
  cpuShort: ({ cpu }) => shortShare(cpu),
  cpuShortDepth: ({ cpu }) => shortDepth(cpu),
  throttledMinutesADay: ({ cpu, throttledMs, upMs }) =>
    cpu.knownMs > 0 ? quotient((throttledMs / MINUTE_MS) * DAY_MS, upMs) : undefined,
  memorySlack: ({ memory }) => relativeSlack(memory),
  memorySlackGib: ({ memory, elapsedMs }) => idle(memory, elapsedMs),
  memoryRequestsOverUsage: ({ memory }) => requestsOverUsage(memory),
  memoryShort: ({ memory }) => shortShare(memory),
  memoryShortDepth: ({ memory }) => shortDepth(memory),
  oomKills: ({ memory, ooms }) => (memory.knownMs > 0 ? ooms : undefined),
  oomsADay: ({ memory, ooms, upMs }) => (memory.knownMs > 0 ? quotient(ooms * DAY_MS, upMs) : undefined),
  oomFreeDays: ({ memory, oomFreeDays, days }) =>
    memory.knownMs > 0 ? quotient(oomFreeDays, days) : undefined,
  recommendationChanges: (sums) => sums.recommendationChanges,
  evictions: (sums) => sums.evictions,
  resizes: (sums) => sums.resizes,
  awayMinutes: ({ awayMs }) => awayMs / MINUTE_MS,
  coreHours: ({ cpuRequested }) => cpuRequested / HOUR_MS,
  gibHours: ({ memoryRequested }) => memoryRequested / HOUR_MS,
  cost: ({ cpuRequested, memoryRequested }, price) =>
    price
      ? together(costOfHours({ cpu: cpuRequested / HOUR_MS, memory: memoryRequested / HOUR_MS }, price))
      : undefined,
};

export function figuresOf(sums: ReplaySums, price?: Price): Figures {
  return Object.fromEntries(FIGURE_NAMES.map((name) => [name, MEASURES[name](sums, price)])) as Figures;
}
