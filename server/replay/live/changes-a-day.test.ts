import { describe, expect, it } from 'vitest';
import { type Config, defaultConfig } from '@/server/config';
import { amountsFrom } from '@/server/objects/quantity';
import { type Amounts, cpuMillicores, memoryBytes, RESOURCES } from '@/server/objects/units';
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

interface Change {
  readonly atMs: number;
  readonly kind: 'evicted' | 'lowered' | 'raised';
}

/** What was done to the pods of one workload. */
function changesUnder(updateMode: 'Recreate' | 'InPlaceOrRecreate', settings: Partial<Config>): Change[] {
  const config = defaultConfig({ warmUpMs: 0, ...settings });
  const policy = {
    spec: { updatePolicy: { updateMode } },
    recommender: 'default',
    parameters: {},
    config,
  } as const;
  const changes: Change[] = [];
  const former = new Map<string, Amounts>();
  figuresUnder({ name: 'any', policy, options: DEFAULT_OPTIONS }, WORKLOAD, undefined, {
    happened: ({ kind, atMs }) => {
      if (kind === 'evict') changes.push({ atMs, kind: 'evicted' });
    },
    podsAre: (pods, atMs) => {
      for (const { metadata, spec } of pods) {
        const now = amountsFrom(spec.containers[0]?.resources?.requests);
        const before = former.get(metadata.uid ?? '');
        former.set(metadata.uid ?? '', now);
        const moves = before ? RESOURCES.map((one) => (now[one] ?? 0) - (before[one] ?? 0)) : [];
        if (moves.some((move) => move < 0)) changes.push({ atMs, kind: 'lowered' });
        else if (moves.some((move) => move > 0)) changes.push({ atMs, kind: 'raised' });
      }
    },
  });
  return changes;
}

const WORKLOAD = daily();

/** The most of these within any 24 h, a pod. */
function mostInADay(changes: readonly Change[]): number {
  const within = (sinceMs: number) =>
    changes.filter(({ atMs }) => atMs >= sinceMs && atMs < sinceMs + DAY_MS).length;
  return Math.max(0, ...changes.map(({ atMs }) => within(atMs))) / WORKLOAD.replicas;
}

const isBounded = ({ kind }: Change) => kind !== 'raised';

describe('ten days of a workload that is new and follows the day', () => {
  it('change a pod at most twice in 24 h, where a change restarts it', () => {
    const usual = mostInADay(changesUnder('Recreate', {}));
    expect(usual).toBeGreaterThan(0);
    expect(usual).toBeLessThanOrEqual(2);
  });

  it('bound evictions and what is lowered in place, but not what is short and raised, which restarts nothing', () => {
    const changes = changesUnder('InPlaceOrRecreate', {});
    expect(mostInADay(changes.filter(isBounded))).toBeLessThanOrEqual(2);
    // Each is of a pod that uses more than it requests, on the way from the quiet hours to the busy ones.
    expect(mostInADay(changes)).toBeGreaterThan(2);
    const grownUpMs = WORKLOAD.startMs + DAY_MS;
    expect(mostInADay(changes.filter(({ atMs }) => atMs >= grownUpMs))).toBeLessThanOrEqual(2);
  });

  it('change it more often where nothing bounds that', () => {
    expect(mostInADay(changesUnder('Recreate', { changesADay: 0 }))).toBeGreaterThan(2);
  });
});
