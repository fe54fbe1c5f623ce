import { costOfHours, PLAIN_WEIGHTS, together } from '../decide/pods/money/price';
import type { FigureUnit } from '../words/figures';

/** One figure of a replay; undefined where there is nothing to measure. */
interface FigureRule {
  readonly title: string;
  readonly unit: FigureUnit;
  readonly better: 'less' | 'more';
  /** How those of several workloads become one: by adding, or as their mean. */
  readonly total: 'sum' | 'mean';
}

/** Every figure, in the order of tables; docs/backtest.md defines them. */
export const FIGURES = {
  cpuSlack: figure('CPU slack of requests', 'share', 'mean'),
  cpuSlackCores: figure('CPU requested idle', 'cores', 'sum'),
  cpuRequestsOverUsage: figure('CPU requests/usage', 'times', 'mean'),
  cpuShort: figure('CPU short of limits', 'share', 'mean'),
  cpuShortDepth: figure('CPU short of limits by', 'share', 'mean'),
  throttledMinutesADay: figure('throttled/day', 'min', 'mean'),
  memorySlack: figure('memory slack of requests', 'share', 'mean'),
  memorySlackGib: figure('memory requested idle', 'GiB', 'sum'),
  memoryRequestsOverUsage: figure('memory requests/usage', 'times', 'mean'),
  memoryShort: figure('memory short of limits', 'share', 'mean'),
  memoryShortDepth: figure('memory short of limits by', 'share', 'mean'),
  oomKills: figure('OOMs', 'count', 'sum'),
  oomsADay: figure('OOMs/container-day', 'a day', 'mean'),
  oomFreeDays: { ...figure('OOM-free days', 'share', 'mean'), better: 'more' },
  recommendationChanges: figure('target changes', 'count', 'sum'),
  evictions: figure('evictions', 'count', 'sum'),
  resizes: figure('resizes', 'count', 'sum'),
  awayMinutes: figure('away', 'min', 'sum'),
  coreHours: figure('core-hours', 'core-h', 'sum'),
  gibHours: figure('GiB-hours', 'GiB-h', 'sum'),
  cost: figure('cost', 'money', 'sum'),
} as const satisfies Record<string, FigureRule>;

function figure(title: string, unit: FigureRule['unit'], total: FigureRule['total']): FigureRule {
  return { title, unit, better: 'less', total };
}

export type FigureName = keyof typeof FIGURES;
export const FIGURE_NAMES = Object.keys(FIGURES) as readonly FigureName[];

/** The column of a figure in CSV: with its unit where the name does not say it. A price has no currency. */
export function figureColumn(name: FigureName): string {
  const { unit } = FIGURES[name];
  return unit === 'share' || unit === 'times' ? `${name}_${unit}` : name;
}

/** The figures of one workload. */
export type Figures = Readonly<Record<FigureName, number | undefined>>;

/** The value in the unit of the table, with three digits. */
export function figureText(name: FigureName, value: number): string {
  const shown = FIGURES[name].unit === 'share' ? value * 100 : value;
  return shown.toLocaleString('en-US', { maximumSignificantDigits: Math.abs(shown) >= 1000 ? 6 : 3 });
}

/** One figure over all workloads that have it. */
export interface FigureSummary {
  /** The sum, or the mean over the workloads: see `FIGURES`. */
  readonly total: number;
  readonly median: number;
  /** The value that 95 % of the workloads do not exceed; of a figure to be large, that they do not fall short of. */
  readonly p95: number;
  /** The worst first. */
  readonly worst: readonly { readonly workload: string; readonly value: number }[];
}

/** Less than none of it is no virtue: it is a shortage. */
const SLACK: readonly FigureName[] = ['cpuSlack', 'memorySlack', 'cpuSlackCores', 'memorySlackGib'];

/** These say themselves how short a variant is. */
const OF_SHORTAGE: readonly FigureName[] = [
  'cpuShort',
  'cpuShortDepth',
  'throttledMinutesADay',
  'memoryShort',
  'memoryShortDepth',
  'oomKills',
  'oomsADay',
  'oomFreeDays',
];

/** What workloads bear of each: whatever saves by more of one of them is the best at nothing else. */
const BEARABLE = { cpuShort: 0.05, memoryShort: 0.01, oomsADay: 0.1 } as const;

export const BEARABLE_WORDS =
  'Best of those short of CPU at most 5 % of the time, short of memory at most 1 %, and killed for memory at most once in ten days';

/** Whether a variant may be called the best by a figure: what it saves, it must not save by starving. */
export function mayBeBest(
  figure: FigureName,
  summary: Readonly<Partial<Record<FigureName, Pick<FigureSummary, 'total'> | undefined>>>,
): boolean {
  if (SLACK.includes(figure) && (summary[figure]?.total ?? 0) < 0) return false;
  if (OF_SHORTAGE.includes(figure)) return true;
  return (Object.keys(BEARABLE) as (keyof typeof BEARABLE)[]).every(
    (one) => (summary[one]?.total ?? 0) <= BEARABLE[one],
  );
}

/** What variants are ranked by: their cost, or without prices their core-hours and GiB-hours in one figure. */
export function comparableCost({
  cost,
  coreHours = 0,
  gibHours = 0,
}: Partial<Record<FigureName, number | undefined>>): number {
  return cost ?? together(costOfHours({ cpu: coreHours, memory: gibHours }, PLAIN_WEIGHTS));
}
