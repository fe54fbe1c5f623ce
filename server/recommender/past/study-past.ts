import type { Study } from '@/server/decide/estimators/recommender';
import type { Clock } from '@/server/lib/time/clock';
import { type LoopListener, type Repeating, repeat } from '@/server/lib/time/repeat';
import { Slices } from '@/server/lib/time/slices';
import type { SeriesKey, SeriesPoint } from '@/server/store';
import type { TimeSpan } from '@/server/usage/source';
import type { ServedVpa } from '../vpas/served-vpa';
import type { VpaStore } from '../vpas/vpa-store';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const LOOK_EVERY_MS = MINUTE_MS;
/** Two weeks in steps of five minutes: what the longest-sighted recommender asks for. */
const SPAN_MS = 14 * DAY_MS;
const MOST_POINTS = SPAN_MS / (5 * MINUTE_MS);
/** A shorter past tells less than the histograms that studies begin from. */
const LEAST_SPAN_MS = 60 * MINUTE_MS;
const MILLICORES_PER_CORE = 1000;

/** The usage that the store has kept of the containers of VPAs. */
export interface KeptUsage {
  /** @throws what the database throws */
  past(key: SeriesKey, span: TimeSpan, most: number): Promise<{ points: readonly SeriesPoint[] }>;
}

interface StudyPastParts {
  series: KeptUsage;
  vpaStore: Pick<VpaStore, 'list'>;
  clock: Pick<Clock, 'now'>;
  wallClock: Clock;
  loops: LoopListener;
}

/**
 * Lets studies that have just begun live through the usage that was kept of their containers, in the background: a
 * recommender that compares days need not wait for days to come. What Prometheus knew is among what was kept.
 */
export class StudyPast {
  private readonly loop: Repeating;

  constructor(private readonly parts: StudyPastParts) {
    const { wallClock, loops } = parts;
    this.loop = repeat({
      name: 'study-past',
      everyMs: LOOK_EVERY_MS,
      waitsFirst: true,
      clock: wallClock,
      wallClock,
      loops,
      run: async (stopping) => {
        for (const served of parts.vpaStore.list()) if (!stopping.aborted) await this.study(served, stopping);
        return 'done' as const;
      },
    });
  }

  stop(): Promise<void> {
    return this.loop.stop();
  }

  /** @throws what the database throws; what was not studied waits for the next run */
  private async study(
    { studies, namespace, name, past, life }: ServedVpa,
    stopping: AbortSignal,
  ): Promise<void> {
    if (!studies || past === 'fetching') return;
    const { series, clock } = this.parts;
    for (const container of [...studies.begun]) {
      if (stopping.aborted) return;
      const toMs = clock.now();
      const key = { namespace, vpa: name, container };
      const { points } = await series.past(
        key,
        { fromMs: Math.max(toMs - SPAN_MS, life?.sinceMs ?? 0), toMs },
        MOST_POINTS,
      );
      const spanMs = (points.at(-1)?.atMs ?? 0) - (points[0]?.atMs ?? 0);
      const anew = studies.anew(container);
      if (anew && spanMs >= LEAST_SPAN_MS) {
        const slices = new Slices();
        for (const { atMs, cpu, memory } of points) {
          liveThroughPoint(anew.study, {
            atMs,
            cpuMillicores: cpu.usageMean,
            memoryBytes: memory.usageMax,
          });
          await slices.breathe();
        }
        anew.accept();
      }
      studies.begun.delete(container);
    }
  }
}

/** What the pods of a container used at one time: the mean of their CPU, the highest of their memory. */
export interface PastPoint {
  readonly atMs: number;
  readonly cpuMillicores?: number | undefined;
  readonly memoryBytes?: number | undefined;
}

/** Lets a study see a point of the past; call it in order of time. */
export function liveThroughPoint(
  study: Pick<Study, 'observe'>,
  { atMs, cpuMillicores, memoryBytes }: PastPoint,
): void {
  const common = { timeMs: atMs, instance: 0 };
  if (cpuMillicores !== undefined)
    study.observe({ kind: 'cpu', value: cpuMillicores / MILLICORES_PER_CORE, ...common });
  if (memoryBytes !== undefined) study.observe({ kind: 'memory', value: memoryBytes, ...common });
}
