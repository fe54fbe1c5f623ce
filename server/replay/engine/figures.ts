import type { Price } from '../../config/price-table';
import { costOfHours, together } from '../../policy/money/price';
import type { ResourceSums, Sums } from './tally';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** One figure of a replay; undefined where there is nothing to measure. */
interface FigureRule {
  readonly title: string;
  readonly unit:
    | 'share'
    | 'cores'
    | 'GiB'
    | 'times'
    | 'a day'
    | 'min'
    | 'count'
    | 'core-h'
    | 'GiB-h'
    | 'money';
  readonly better: 'less' | 'more';
  /** How those of several workloads become one: by adding, or as their mean. */
  readonly total: 'sum' | 'mean';
  of(sums: Sums, price: Price | undefined): number | undefined;
}

function quotient(dividend: number, divisor: number): number | undefined {
  return divisor > 0 ? dividend / divisor : undefined;
}

const relativeSlack = ({ daySlack, dayMs }: ResourceSums) => quotient(daySlack, dayMs);
const idle = ({ allotted, used, knownMs }: ResourceSums, elapsedMs: number) =>
  knownMs > 0 ? quotient(allotted - used, elapsedMs) : undefined;
const requestsOverUsage = ({ requested, used }: ResourceSums) => quotient(requested, used);
const shortShare = ({ shortMs, knownMs }: ResourceSums) => quotient(shortMs, knownMs);
const shortDepth = ({ shortDepth, shortMs, knownMs }: ResourceSums) =>
  knownMs > 0 ? (quotient(shortDepth, shortMs) ?? 0) : undefined;

/** Every figure, in the order of tables; docs/backtest.md defines them. */
export const FIGURES = {
  cpuSlack: figure('CPU slack', 'share', 'mean', ({ cpu }) => relativeSlack(cpu)),
  cpuSlackCores: figure('CPU idle', 'cores', 'sum', ({ cpu, elapsedMs }) => idle(cpu, elapsedMs)),
  cpuRequestsOverUsage: figure('CPU requests/usage', 'times', 'mean', ({ cpu }) => requestsOverUsage(cpu)),
  cpuShort: figure('CPU short', 'share', 'mean', ({ cpu }) => shortShare(cpu)),
  cpuShortDepth: figure('CPU short by', 'share', 'mean', ({ cpu }) => shortDepth(cpu)),
  throttledMinutesADay: figure('throttled/day', 'min', 'mean', ({ cpu, throttledMs, upMs }) =>
    cpu.knownMs > 0 ? quotient((throttledMs / MINUTE_MS) * DAY_MS, upMs) : undefined,
  ),
  memorySlack: figure('memory slack', 'share', 'mean', ({ memory }) => relativeSlack(memory)),
  memorySlackGib: figure('memory idle', 'GiB', 'sum', ({ memory, elapsedMs }) => idle(memory, elapsedMs)),
  memoryRequestsOverUsage: figure('memory requests/usage', 'times', 'mean', ({ memory }) =>
    requestsOverUsage(memory),
  ),
  memoryShort: figure('memory short', 'share', 'mean', ({ memory }) => shortShare(memory)),
  memoryShortDepth: figure('memory short by', 'share', 'mean', ({ memory }) => shortDepth(memory)),
  oomsADay: figure('OOMs/container-day', 'a day', 'mean', ({ memory, ooms, upMs }) =>
    memory.knownMs > 0 ? quotient(ooms * DAY_MS, upMs) : undefined,
  ),
  oomFreeDays: {
    ...figure('OOM-free days', 'share', 'mean', ({ memory, oomFreeDays, days }) =>
      memory.knownMs > 0 ? quotient(oomFreeDays, days) : undefined,
    ),
    better: 'more',
  },
  recommendationChanges: figure('target changes', 'count', 'sum', (sums) => sums.recommendationChanges),
  evictions: figure('evictions', 'count', 'sum', (sums) => sums.evictions),
  resizes: figure('resizes', 'count', 'sum', (sums) => sums.resizes),
  awayMinutes: figure('away', 'min', 'sum', ({ awayMs }) => awayMs / MINUTE_MS),
  coreHours: figure('core-hours', 'core-h', 'sum', ({ cpuRequested }) => cpuRequested / HOUR_MS),
  gibHours: figure('GiB-hours', 'GiB-h', 'sum', ({ memoryRequested }) => memoryRequested / HOUR_MS),
  cost: figure('cost', 'money', 'sum', ({ cpuRequested, memoryRequested }, price) =>
    price
      ? together(costOfHours({ cpu: cpuRequested / HOUR_MS, memory: memoryRequested / HOUR_MS }, price))
      : undefined,
  ),
} as const satisfies Record<string, FigureRule>;

function figure(
  title: string,
  unit: FigureRule['unit'],
  total: FigureRule['total'],
  of: FigureRule['of'],
): FigureRule {
  return { title, unit, better: 'less', total, of };
}

export type FigureName = keyof typeof FIGURES;
export const FIGURE_NAMES = Object.keys(FIGURES) as readonly FigureName[];

/** The figures of one workload. */
export type Figures = Readonly<Record<FigureName, number | undefined>>;

export function figuresOf(sums: Sums, price?: Price): Figures {
  return Object.fromEntries(FIGURE_NAMES.map((name) => [name, FIGURES[name].of(sums, price)])) as Figures;
}
