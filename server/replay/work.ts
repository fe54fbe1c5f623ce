import type { Config } from '@/server/config';
import { FIGURE_NAMES, type FigureName, type Figures } from '../contract/figures';
import type { ReplayChartView } from '../contract/replays';
import type { ReplayOptions, ReplayWorkload } from './engine/workload';
import { PolicyFault } from './live/decider';
import { figuresUnder } from './live/run';
import type { TriedPolicy } from './policies';
import { stepsPerPoint, WatchedRun, watchedUsage } from './watched';

/** Points of a chart: a screen cannot show more. */
const MOST_POINTS = 400;

/** What the working process is asked: one workload under some variants. */
export interface WorkTask {
  readonly workload: ReplayWorkload;
  readonly variants: readonly { readonly name: string; readonly policy: TriedPolicy }[];
  readonly options: ReplayOptions;
}

export type WorkResult =
  | { readonly kind: 'lived'; readonly chart: ReplayChartView }
  | { readonly kind: 'fault'; readonly variant: string; readonly message: string };

/** Lives through the usage of a workload under each variant, the settings being the same. */
export function workOn(
  { workload, variants, options }: WorkTask,
  config: Config,
  lived?: () => void,
): WorkResult {
  const each = stepsPerPoint(workload, MOST_POINTS);
  const { startMs, stepMs, steps, containers } = workload;
  const chart: ReplayChartView = {
    fromMs: startMs,
    stepMs: stepMs * each,
    steps: Math.ceil(steps / each),
    countsFromMs: startMs + options.learnMs,
    toMs: startMs + steps * stepMs,
    containers: containers.map(({ name, usage }) => ({
      name,
      cpu: watchedUsage(usage, 'cpu', { steps, each }),
      memory: watchedUsage(usage, 'memory', { steps, each }),
    })),
    variants: [],
  };
  for (const { name, policy } of variants) {
    try {
      const watch = new WatchedRun(workload);
      const variant = { name, policy: { ...policy, config }, options };
      const figures = figuresUnder(variant, workload, config.prices?.base, {
        happened: ({ kind, atMs }) => {
          if (kind !== 'recommended') watch.mark(kind, atMs);
        },
        throttled: (atMs) => watch.mark('throttled', atMs),
        podsAre: (pods, nowMs) => watch.pods(pods, nowMs),
      });
      chart.variants.push({ name, figures: known(figures), ...watch.chart() });
    } catch (error) {
      if (!(error instanceof PolicyFault)) throw error;
      return { kind: 'fault', variant: name, message: error.message };
    }
    lived?.();
  }
  return { kind: 'lived', chart };
}

function known(figures: Figures): Partial<Record<FigureName, number>> {
  return Object.fromEntries(
    FIGURE_NAMES.flatMap((name) => (figures[name] === undefined ? [] : [[name, figures[name]]])),
  );
}
