import { describe, expect, it } from 'vitest';
import { type Config, defaultConfig } from '@/server/config';
import { cpuMillicores, memoryBytes } from '@/server/objects/units';
import { drawsFrom } from '@/tests/support/draws-from';
import { DEFAULT_OPTIONS, type ReplayWorkload } from '../engine/workload';
import { figuresUnder } from './run';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const MIB = 2 ** 20;
const DAYS = 10;

/** Usage that follows the day, from a first hour that shows little of it; a shop as it is opened. */
function daily(): ReplayWorkload {
  const draw = drawsFrom(7);
  const steps = (DAYS * DAY_MS) / (5 * MINUTE_MS);
  const busy = (step: number) => (1 - Math.cos((2 * Math.PI * step) / 288)) / 2;
  const stepsOf = (of: (level: number) => number) =>
    Array.from({ length: steps }, (_, step) => of(busy(step)));
  return {
    namespace: 'shop',
    name: 'storefront',
    startMs: Date.UTC(2026, 2, 2),
    stepMs: 5 * MINUTE_MS,
    steps,
    replicas: 2,
    containers: [
      {
        name: 'app',
        requests: { cpu: cpuMillicores(50), memory: memoryBytes(150 * MIB) },
        limits: {},
        usage: [
          {
            cpuMillicores: stepsOf((level) => (60 + 420 * level) * (0.8 + 0.4 * draw())),
            memoryBytes: stepsOf((level) => (210 + 80 * level) * MIB),
          },
        ],
      },
    ],
  };
}

/** The most changes that one workload's pods saw within any 24 h, a pod. */
function mostInADay(updateMode: 'Recreate' | 'InPlaceOrRecreate', settings: Partial<Config>): number {
  const config = defaultConfig({ warmUpMs: 0, ...settings });
  const policy = {
    spec: { updatePolicy: { updateMode } },
    recommender: 'default',
    parameters: {},
    config,
  } as const;
  const changedMs: number[] = [];
  const workload = daily();
  figuresUnder({ name: 'any', policy, options: DEFAULT_OPTIONS }, workload, undefined, {
    happened: (event) => {
      if (event.kind === 'evict' || event.kind === 'resize') changedMs.push(event.atMs);
    },
  });
  const within = (sinceMs: number) => changedMs.filter((ms) => ms >= sinceMs && ms < sinceMs + DAY_MS).length;
  return Math.max(0, ...changedMs.map(within)) / workload.replicas;
}

describe('ten days of a workload that is new and follows the day', () => {
  it.each(['Recreate', 'InPlaceOrRecreate'] as const)('change a pod at most twice in 24 h, by %s', (mode) => {
    const usual = mostInADay(mode, {});
    expect(usual).toBeGreaterThan(0);
    expect(usual).toBeLessThanOrEqual(2);
  });

  it('change it more often where nothing bounds that', () => {
    expect(mostInADay('InPlaceOrRecreate', { changesADay: 0 })).toBeGreaterThan(2);
  });
});
