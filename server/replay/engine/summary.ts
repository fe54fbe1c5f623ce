import {
  FIGURE_NAMES,
  FIGURES,
  type FigureName,
  type FigureSummary,
  type Figures,
} from '../../contract/figures';
import { nearestRank } from '../../model/nearest-rank';

const MOST_NAMED = 10;

/** The figures of one workload under one variant. */
export interface WorkloadFigures {
  readonly workload: string;
  readonly figures: Figures;
}

export type Summary = Readonly<Partial<Record<FigureName, FigureSummary>>>;

/** Figures that no workload has are left out. */
export function summaryOf(all: readonly WorkloadFigures[]): Summary {
  const summary: Partial<Record<FigureName, FigureSummary>> = {};
  for (const name of FIGURE_NAMES) {
    const own = summaryOfOne(name, all);
    if (own) summary[name] = own;
  }
  return summary;
}

function summaryOfOne(name: FigureName, all: readonly WorkloadFigures[]): FigureSummary | undefined {
  const { better, total } = FIGURES[name];
  const sign = better === 'less' ? 1 : -1;
  const values = all.flatMap(({ workload, figures }) => {
    const value = figures[name];
    return value === undefined ? [] : [{ workload, value }];
  });
  if (values.length === 0) return undefined;
  values.sort((a, b) => sign * (a.value - b.value));
  const fromBest = values.map(({ value }) => value);
  const sum = fromBest.reduce((added, value) => added + value, 0);
  return {
    total: total === 'sum' ? sum : sum / values.length,
    median: nearestRank(fromBest, 0.5) ?? 0,
    p95: nearestRank(fromBest, 0.95) ?? 0,
    worst: values.slice(-MOST_NAMED).reverse(),
  };
}
