import { describe, expect, it } from 'vitest';
import { defaultConfig } from '@/server/config';
import { cpuMillicores, memoryBytes } from '@/server/objects/units';
import { drawsFrom } from '@/tests/support/draws-from';
import { DEFAULT_OPTIONS, type ReplayWorkload } from '../engine/workload';
import { figuresUnder } from './run';

/**
 * The target of the reference's algorithm, worked out anew at each pass from all samples so far, by its documentation
 * and by none of its code: decaying weights, buckets that grow by a twentieth, a percentile, a margin.
 */
const DAY_MS = 86_400_000;
const START_MS = Date.UTC(2026, 2, 2);
const MIB = 2 ** 20;
const PERCENTILE = 0.9;
const MARGIN = 0.15;
const LEAST = { cpu: 25, memory: 250 * MIB };

interface Sample {
  readonly atMs: number;
  readonly value: number;
}

/** The end of the bucket of a value: bucket n begins at first · (1.05^n − 1) / 0.05. */
function bucketEnd(value: number, first: number): number {
  const startOf = (bucket: number) => (first * (1.05 ** bucket - 1)) / 0.05;
  let bucket = 0;
  while (startOf(bucket + 1) <= value) bucket++;
  return startOf(bucket + 1);
}

function targetOf(samples: readonly Sample[], first: number, unit: number, least: number): number {
  const sorted = samples.toSorted((a, b) => a.value - b.value);
  const weightOf = ({ atMs }: Sample) => 2 ** ((atMs - START_MS) / DAY_MS);
  const total = sorted.reduce((sum, sample) => sum + weightOf(sample), 0);
  let weight = 0;
  const found = sorted.find((sample) => {
    weight += weightOf(sample);
    return weight >= PERCENTILE * total;
  });
  const base = Math.trunc(bucketEnd(found?.value ?? 0, first) * unit + 1e-6);
  return Math.max(least, base + Math.trunc(base * MARGIN));
}

interface Made {
  readonly stepMs: number;
  readonly steps: number;
  readonly cpu: readonly Float64Array[];
  readonly memory: readonly Float64Array[];
}

function made(stepMs: number, days: number, seed: number): Made {
  const draw = drawsFrom(seed);
  const steps = (days * DAY_MS) / stepMs;
  const [level, size] = [10 + 400 * draw(), 300 + 3000 * draw()];
  const line = (of: (day: number) => number) =>
    Float64Array.from({ length: steps }, (_, step) => of((step * stepMs) / DAY_MS));
  const replicas = [0, 1];
  return {
    stepMs,
    steps,
    cpu: replicas.map(() => line((day) => level * (1 + 0.5 * Math.sin(6.28 * day)) * (0.5 + draw()))),
    memory: replicas.map(() => line((day) => size * MIB * (1 + 0.1 * day + 0.2 * draw()))),
  };
}

function workloadOf({ stepMs, steps, cpu, memory }: Made): ReplayWorkload {
  return {
    namespace: 'shop',
    name: 'cart',
    startMs: START_MS,
    stepMs,
    steps,
    replicas: 2,
    containers: [
      {
        name: 'app',
        requests: { cpu: cpuMillicores(1000), memory: memoryBytes(4096 * MIB) },
        limits: {},
        usage: cpu.map((cpuMillicores, replica) => ({ cpuMillicores, memoryBytes: memory[replica] })),
      },
    ],
  };
}

/** Every sample of CPU up to a step, and the peak of each container and day, which counts as of the end of the day. */
function samplesUpTo({ stepMs, cpu, memory }: Made, step: number): Record<'cpu' | 'memory', Sample[]> {
  const all: Record<'cpu' | 'memory', Sample[]> = { cpu: [], memory: [] };
  for (const [replica, used] of cpu.entries()) {
    const peaks = new Map<number, number>();
    for (let index = 0; index <= step; index++) {
      const atMs = START_MS + index * stepMs;
      all.cpu.push({ atMs, value: Math.ceil(used[index] ?? 0) / 1000 });
      const day = Math.floor((atMs - START_MS) / DAY_MS);
      peaks.set(day, Math.max(peaks.get(day) ?? 0, Math.trunc(memory[replica]?.[index] ?? 0)));
    }
    for (const [day, value] of peaks) all.memory.push({ atMs: START_MS + (day + 1) * DAY_MS, value });
  }
  return all;
}

describe('the targets of default in a replay', () => {
  it.each([
    [1, 60_000, 0.5],
    [2, 300_000, 3],
    [3, 300_000, 3],
    [4, 3_600_000, 12],
  ])('equal an independent computation at every pass, series %i in steps of %i ms', (seed, stepMs, days) => {
    const series = made(stepMs, days, seed);
    const targets = new Map<number, { cpu?: number; memory?: number }>();
    const spec = { updatePolicy: { updateMode: 'InPlaceOrRecreate' } } as const;
    const policy = { spec, recommender: 'default', parameters: {}, config: defaultConfig() };
    figuresUnder({ name: 'any', policy, options: DEFAULT_OPTIONS }, workloadOf(series), undefined, {
      happened: (event) => {
        if (event.kind === 'recommended') targets.set(event.atMs, { ...event.targets.get('app') });
      },
    });
    let inForce: { cpu?: number; memory?: number } = {};
    for (let step = 0; step < series.steps; step++) {
      inForce = targets.get(START_MS + (step + 1) * stepMs) ?? inForce;
      const { cpu, memory } = samplesUpTo(series, step);
      const expected = {
        cpu: targetOf(cpu, 0.01, 1000, LEAST.cpu),
        memory: targetOf(memory, 1e7, 1, LEAST.memory),
      };
      expect(inForce, `pass ${step}`).toEqual(expected);
    }
  });
});
