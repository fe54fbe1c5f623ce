import type { WorkloadFigures } from '@/server/replay/engine/summary';
import { csvLine } from '@/server/words/csv';
import { FIGURE_NAMES, figureColumn } from '../../contract/figures';

interface Outcome {
  readonly variant: string;
  readonly loop: string;
  readonly seed: number;
  readonly workloads: readonly WorkloadFigures[];
}

/** A line for each variant of each workload, with every figure in its own unit; shares are from 0 to 1. */
export function figuresCsv(outcomes: readonly Outcome[]): string {
  const head = csvLine(['workload', 'variant', 'loop', 'seed', ...FIGURE_NAMES.map(figureColumn)]);
  const lines = outcomes.flatMap(({ variant, loop, seed, workloads }) =>
    workloads.map(({ workload, figures }) =>
      csvLine([workload, variant, loop, seed, ...FIGURE_NAMES.map((name) => figures[name])]),
    ),
  );
  return [head, ...lines].join('');
}
