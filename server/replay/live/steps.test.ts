import { describe, expect, it } from 'vitest';
import { defaultConfig } from '@/server/config';
import { RECOMMENDER_NAMES } from '@/server/estimators/recommenders';
import { cpuMillicores, memoryBytes } from '@/server/model/units';
import type { ReplayEvent } from '../engine/replay';
import { DEFAULT_OPTIONS, type ReplayWorkload } from '../engine/workload';
import { figuresUnder } from './run';

const MINUTE_MS = 60_000;
const START_MS = Date.UTC(2026, 2, 2);
const DAYS = 5;
const MIB = 2 ** 20;

/** Millicores in the five minutes of that number: a day's rhythm, uneven, of a small container. */
function cpuIn(window: number): number {
  const day = Math.sin((window / 288) * 2 * Math.PI);
  return 60 + 40 * day + 15 * (((window * 7919) % 101) / 101);
}

/** Bytes: level, with twenty minutes far above the limit on the fourth day. */
function memoryIn(window: number): number {
  const isHigh = window >= 3 * 288 + 100 && window < 3 * 288 + 104;
  return (isHigh ? 900 : 400 + ((window * 31) % 17)) * MIB;
}

/** The same usage in steps of so many minutes. */
function workloadIn(minutes: number): ReplayWorkload {
  const steps = (DAYS * 1440) / minutes;
  const windows = Array.from({ length: steps }, (_, step) => Math.floor((step * minutes) / 5));
  return {
    namespace: 'shop',
    name: 'cart',
    startMs: START_MS,
    stepMs: minutes * MINUTE_MS,
    steps,
    replicas: 2,
    containers: [
      {
        name: 'app',
        requests: { cpu: cpuMillicores(300), memory: memoryBytes(800 * MIB) },
        limits: { memory: memoryBytes(800 * MIB) },
        usage: [{ cpuMillicores: windows.map(cpuIn), memoryBytes: windows.map(memoryIn) }],
      },
    ],
  };
}

function outcomeIn(minutes: number, recommender: string, updateMode: 'Recreate' | 'InPlaceOrRecreate') {
  const events: ReplayEvent[] = [];
  const policy = {
    spec: { updatePolicy: { updateMode } },
    recommender,
    parameters: {},
    config: defaultConfig(),
  };
  const figures = figuresUnder(
    { name: 'any', policy, options: DEFAULT_OPTIONS },
    workloadIn(minutes),
    undefined,
    { happened: (event) => events.push(event) },
  );
  return { events, figures };
}

/** The target in force at each full hour. */
function hourly(events: readonly ReplayEvent[]): { cpu: number; memory: number }[] {
  return Array.from({ length: DAYS * 24 }, (_, hour) => {
    const atMs = START_MS + (hour + 1) * 3_600_000;
    const last = events.findLast((event) => event.kind === 'recommended' && event.atMs <= atMs);
    const own = last?.kind === 'recommended' ? last.targets.get('app') : undefined;
    return { cpu: own?.cpu ?? 0, memory: own?.memory ?? 0 };
  });
}

describe.each(['Recreate', 'InPlaceOrRecreate'] as const)(
  'the same usage at 1 and at 5 minutes, %s',
  (mode) => {
    it('is decided on alike by default', () => {
      const [fine, coarse] = [outcomeIn(1, 'default', mode), outcomeIn(5, 'default', mode)];
      expect(hourly(coarse.events)).toEqual(hourly(fine.events));
      const acts = ({ events }: typeof fine) =>
        events.filter(({ kind }) => kind !== 'recommended').map(({ kind, atMs }) => [kind, atMs] as const);
      expect(acts(coarse).map(([kind]) => kind)).toEqual(acts(fine).map(([kind]) => kind));
      for (const [index, [kind, atMs]] of acts(fine).entries())
        expect(Math.abs((acts(coarse)[index]?.[1] ?? 0) - atMs), kind).toBeLessThanOrEqual(15 * MINUTE_MS);
    });

    it.each(RECOMMENDER_NAMES)('comes to the same with %s', (recommender) => {
      const [fine, coarse] = [outcomeIn(1, recommender, mode), outcomeIn(5, recommender, mode)];
      const countOf = ({ events }: typeof fine, ...kinds: ReplayEvent['kind'][]) =>
        events.filter(({ kind }) => kinds.includes(kind)).length;
      // Who raises the limit by less than is missing does so every minute, and is killed and changed more often.
      expect(Math.abs(countOf(coarse, 'oom') - countOf(fine, 'oom'))).toBeLessThanOrEqual(2);
      const [changes, others] = [countOf(fine, 'evict', 'resize'), countOf(coarse, 'evict', 'resize')];
      // Bounds that follow every sample are crossed at most once a step.
      expect(Math.abs(changes - others)).toBeLessThanOrEqual(Math.max(6, changes / 2));
      expect(coarse.figures.cpuShort).toBeCloseTo(fine.figures.cpuShort ?? Number.NaN, 2);
      const { coreHours: cores = 0 } = fine.figures;
      // A single sample above its request, seen 4 minutes sooner, may let another expert speak for a day.
      const most = recommender === 'adaptive' ? 0.1 : 0.01;
      expect(Math.abs((coarse.figures.coreHours ?? 0) / cores - 1)).toBeLessThan(most);
    });
  },
);
