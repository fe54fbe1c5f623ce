import { costOfHours, PLAIN_WEIGHTS, together } from '../policy/money/price';

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
}

/** Every figure, in the order of tables; docs/backtest.md defines them. */
export const FIGURES = {
  cpuSlack: figure('CPU slack', 'share', 'mean'),
  cpuSlackCores: figure('CPU idle', 'cores', 'sum'),
  cpuRequestsOverUsage: figure('CPU requests/usage', 'times', 'mean'),
  cpuShort: figure('CPU short', 'share', 'mean'),
  cpuShortDepth: figure('CPU short by', 'share', 'mean'),
  throttledMinutesADay: figure('throttled/day', 'min', 'mean'),
  memorySlack: figure('memory slack', 'share', 'mean'),
  memorySlackGib: figure('memory idle', 'GiB', 'sum'),
  memoryRequestsOverUsage: figure('memory requests/usage', 'times', 'mean'),
  memoryShort: figure('memory short', 'share', 'mean'),
  memoryShortDepth: figure('memory short by', 'share', 'mean'),
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

/** What variants are ranked by: their cost, or without prices their core-hours and GiB-hours in one figure. */
export function comparableCost({
  cost,
  coreHours = 0,
  gibHours = 0,
}: Partial<Record<FigureName, number | undefined>>): number {
  return cost ?? together(costOfHours({ cpu: coreHours, memory: gibHours }, PLAIN_WEIGHTS));
}
