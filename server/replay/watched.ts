import { amountsFrom } from '@/server/objects/quantity';
import type { Pod } from '@/server/objects/types';
import { RESOURCES, type Resource } from '@/server/objects/units';
import type { AmountStep, ChartMark, ChartMarkKind, VariantChart } from '../contract/replays';
import type { ReplayWorkload } from './engine/workload';

/** Marks of one kind in a chart; more are one mark for a longer time. */
const MOST_MARKS = 120;
/** Changes of one amount of one container that a chart shows; beyond that, the last ones are left out. */
const MOST_STEPS = 500;

type Amounts = VariantChart['containers'][number];

/** Notes what a replay does to one workload, for its chart. */
export class WatchedRun {
  private readonly marks: Record<ChartMarkKind, Map<number, number>> = {
    oom: new Map(),
    evict: new Map(),
    resize: new Map(),
    throttled: new Map(),
  };
  private readonly containers: Amounts[];
  private readonly markMs: number;

  constructor({ containers, stepMs, steps }: ReplayWorkload) {
    this.containers = containers.map(({ name }) => ({ name, cpu: [], memory: [] }));
    this.markMs = Math.max(1, Math.ceil(steps / MOST_MARKS)) * stepMs;
  }

  mark(kind: ChartMarkKind, atMs: number): void {
    const times = this.marks[kind];
    const slotMs = Math.floor(atMs / this.markMs) * this.markMs;
    times.set(slotMs, (times.get(slotMs) ?? 0) + 1);
  }

  pods(pods: readonly Pod[], nowMs: number): void {
    for (const [index, own] of this.containers.entries()) {
      const stated = pods.map(({ spec }) => spec.containers[index]?.resources);
      for (const resource of RESOURCES) {
        const request = meanOf(stated.map((one) => amountsFrom(one?.requests)[resource]));
        const limit = meanOf(stated.map((one) => amountsFrom(one?.limits)[resource]));
        note(own[resource], {
          atMs: nowMs,
          ...(request !== undefined && { request }),
          ...(limit !== undefined && { limit }),
        });
      }
    }
  }

  chart(): Pick<VariantChart, 'containers' | 'marks'> {
    const marks = Object.entries(this.marks).flatMap(([kind, slots]) =>
      [...slots].map(([atMs, times]): ChartMark => ({ kind: kind as ChartMarkKind, atMs, times })),
    );
    return { containers: this.containers, marks: marks.sort((a, b) => a.atMs - b.atMs) };
  }
}

function note(steps: AmountStep[], step: AmountStep): void {
  const last = steps.at(-1);
  if (last && last.request === step.request && last.limit === step.limit) return;
  if (last?.atMs === step.atMs) steps.pop();
  if (steps.length < MOST_STEPS) steps.push(step);
}

function meanOf(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length > 0
    ? Math.round(known.reduce((sum, value) => sum + value, 0) / known.length)
    : undefined;
}

/** How many steps of the workload one step of its chart covers. */
export function stepsPerPoint({ steps }: Pick<ReplayWorkload, 'steps'>, most: number): number {
  return Math.max(1, Math.ceil(steps / most));
}

/** The values of all replicas, step by step of the chart: mean and maximum. */
export function watchedUsage(
  usage: ReplayWorkload['containers'][number]['usage'],
  resource: Resource,
  { steps, each }: { steps: number; each: number },
): { mean: (number | null)[]; max: (number | null)[] } {
  const mean: (number | null)[] = [];
  const max: (number | null)[] = [];
  for (let from = 0; from < steps; from += each) {
    let sum = 0;
    let count = 0;
    let most = Number.NEGATIVE_INFINITY;
    for (const own of usage) {
      const values = resource === 'cpu' ? own.cpuMillicores : own.memoryBytes;
      for (let step = from; step < Math.min(steps, from + each); step++) {
        const value = values?.[step] ?? Number.NaN;
        if (!(value >= 0 && value < Number.POSITIVE_INFINITY)) continue;
        sum += value;
        count++;
        most = Math.max(most, value);
      }
    }
    mean.push(count > 0 ? Math.round(sum / count) : null);
    max.push(count > 0 ? Math.round(most) : null);
  }
  return { mean, max };
}
