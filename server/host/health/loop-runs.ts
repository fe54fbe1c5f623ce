import { Counter, Histogram, type Registry } from 'prom-client';
import type { ProblemReporter } from '../../kube/problems';
import { errorText } from '../../lib/report/errors';
import type { Logger } from '../../lib/report/log';
import type { LoopListener, RunLabel } from '../../lib/time/repeat';

/** Counts the runs of every loop, and keeps a problem for each whose last run threw. */
export class LoopRuns implements LoopListener {
  private readonly failing = new Set<string>();
  private readonly runs: Counter<'loop' | 'outcome'>;
  private readonly durations: Histogram<'loop'>;

  constructor(
    metrics: Registry,
    private readonly problems: ProblemReporter,
    private readonly log: Logger,
    /** Told of every run too. */
    private readonly other?: LoopListener,
  ) {
    const registers = [metrics];
    this.runs = new Counter({
      name: 'plumbline_loop_runs_total',
      help: 'Runs of periodic tasks, by loop and outcome.',
      labelNames: ['loop', 'outcome'],
      registers,
    });
    this.durations = new Histogram({
      name: 'plumbline_loop_run_duration_seconds',
      help: 'Duration of the runs of periodic tasks, by loop; a run of a watch lasts as long as the watch.',
      labelNames: ['loop'],
      buckets: [0.01, 0.1, 1, 10, 60],
      registers,
    });
  }

  ran(loop: string, outcome: RunLabel, seconds: number, error?: unknown): void {
    this.other?.ran(loop, outcome, seconds, error);
    this.runs.inc({ loop, outcome });
    this.durations.observe({ loop }, seconds);
    if (outcome === 'failed') {
      this.failing.add(loop);
      this.log.error({ err: error, loop }, 'A periodic task failed and is tried again');
      this.problems.report('loop-failed', loop, errorText(error));
    } else if (this.failing.delete(loop)) this.problems.clear('loop-failed', loop);
  }
}
