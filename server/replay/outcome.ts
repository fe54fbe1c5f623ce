import { FIGURE_NAMES, type Figures } from '../contract/figures';
import type { ReplayChartView, VariantOutcome } from '../contract/replays';
import { summaryOf, type WorkloadFigures } from './engine/summary';

/** Collects what the workloads of a replay came to. */
export class Collecting {
  private readonly figures = new Map<string, WorkloadFigures[]>();
  readonly workloads: string[] = [];
  fromMs = Number.POSITIVE_INFINITY;
  toMs = Number.NEGATIVE_INFINITY;
  learnedFromMs = Number.POSITIVE_INFINITY;
  stepMs = 0;
  /** OOM kills that there were; undefined once those of one workload are not known. */
  kills: number | undefined = 0;

  add(workload: string, chart: ReplayChartView): void {
    this.workloads.push(workload);
    this.fromMs = Math.min(this.fromMs, chart.countsFromMs);
    this.learnedFromMs = Math.min(this.learnedFromMs, chart.fromMs);
    this.toMs = Math.max(this.toMs, chart.toMs);
    for (const { name, figures } of chart.variants) {
      const own = this.figures.get(name) ?? [];
      own.push({ workload, figures: wholeFigures(figures) });
      this.figures.set(name, own);
    }
  }

  reallyKilled(kills: number | undefined): void {
    this.kills = kills === undefined || this.kills === undefined ? undefined : this.kills + kills;
  }

  variants(): VariantOutcome[] {
    return [...this.figures].map(([name, figures]) => ({ name, summary: summaryOf(figures) }));
  }
}

function wholeFigures(known: ReplayChartView['variants'][number]['figures']): Figures {
  return Object.fromEntries(FIGURE_NAMES.map((name) => [name, known[name]])) as Figures;
}
