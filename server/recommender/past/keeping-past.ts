import type { Labels } from '@/server/objects/selector';
import type { SeriesKey, SeriesPoint } from '@/server/store';
import type { PastSeries, PastSource, TimeSpan } from '@/server/usage/source';
import { ofKey } from '../../lib/memo/of-key';

/** Keeps what a container used in former days; returns at once and never fails. */
export interface FormerKeeper {
  addFormer(key: SeriesKey, points: readonly SeriesPoint[], stepMs: number): void;
}

interface KeepingParts {
  vpasOf(namespace: string, labels: Labels): Iterable<{ readonly name: string }>;
  keeper: FormerKeeper;
  /** Steps of what is kept, in milliseconds. */
  stepMs: number;
}

/** Numbers kept for each step: count, sum and maximum of CPU, then of memory. */
const WIDTH = 6;
const MEMORY = 3;

/** What all containers of one name in the pods of one VPA used, step by step. */
class Sum {
  private readonly steps: Float64Array;

  constructor(
    private readonly span: TimeSpan,
    private readonly stepMs: number,
  ) {
    this.steps = new Float64Array(Math.ceil((span.toMs - span.fromMs) / stepMs) * WIDTH);
  }

  add({ timesMs, cpuMillicores, memoryBytes }: PastSeries): void {
    for (let index = 0; index < timesMs.length; index++) {
      const at = Math.floor(((timesMs[index] ?? 0) - this.span.fromMs) / this.stepMs) * WIDTH;
      this.addOne(at, cpuMillicores?.[index]);
      this.addOne(at + MEMORY, memoryBytes?.[index]);
    }
  }

  points(): SeriesPoint[] {
    const points: SeriesPoint[] = [];
    for (let at = 0; at < this.steps.length; at += WIDTH) {
      const [cpu, memory] = [this.amountsAt(at), this.amountsAt(at + MEMORY)];
      const atMs = this.span.fromMs + (at / WIDTH) * this.stepMs;
      if (cpu.usageMean !== undefined || memory.usageMean !== undefined) points.push({ atMs, cpu, memory });
    }
    return points;
  }

  private addOne(at: number, value: number | undefined): void {
    const { steps } = this;
    if (value === undefined || !(value >= 0) || !(at >= 0 && at < steps.length)) return;
    steps[at] = (steps[at] ?? 0) + 1;
    steps[at + 1] = (steps[at + 1] ?? 0) + value;
    steps[at + 2] = Math.max(steps[at + 2] ?? 0, value);
  }

  private amountsAt(at: number): { usageMean?: number; usageMax?: number } {
    const count = this.steps[at] ?? 0;
    return count > 0
      ? { usageMean: (this.steps[at + 1] ?? 0) / count, usageMax: this.steps[at + 2] ?? 0 }
      : {};
  }
}

interface Kept {
  key: SeriesKey;
  sum: Sum;
}

/** The same source; what its samples come to for each container of a VPA is kept, namespace by namespace. */
export function keepingPast(source: PastSource, { vpasOf, keeper, stepMs }: KeepingParts): PastSource {
  return {
    name: source.name,
    containers: (span, options) => source.containers(span, options),
    ...(source.kills && { kills: source.kills.bind(source) }),
    samples: async function* (span, options = {}) {
      const kept = new Map<string, Map<string, Kept>>();
      const ended = (namespace: string) => {
        for (const { key, sum } of kept.get(namespace)?.values() ?? [])
          keeper.addFormer(key, sum.points(), stepMs);
        kept.delete(namespace);
        options.ended?.(namespace);
      };
      for await (const series of source.samples(span, { ...options, ended })) {
        const { namespace, container, labels } = series.container;
        const ofNamespace = ofKey(kept, namespace, () => new Map<string, Kept>());
        for (const { name: vpa } of vpasOf(namespace, labels)) {
          const text = `${vpa}/${container}`;
          const one = ofNamespace.get(text) ?? {
            key: { namespace, vpa, container },
            sum: new Sum(span, stepMs),
          };
          ofNamespace.set(text, one);
          one.sum.add(series);
        }
        yield series;
      }
    },
  };
}
