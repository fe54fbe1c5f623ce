import { describe, expect, it } from 'vitest';
import { defaultConfig } from '@/server/config';
import { RECOMMENDER_NAMES } from '@/server/decide/estimators/recommenders';
import { ofKey } from '@/server/lib/memo/of-key';
import { cpuMillicores, memoryBytes } from '@/server/objects/units';
import type { ReplayEvent } from '../engine/replay';
import { DEFAULT_OPTIONS, type ReplayWorkload } from '../engine/workload';
import { figuresUnder } from './run';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
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

type Mode = 'Recreate' | 'InPlaceOrRecreate';

/** Each is asked for by several tests, and a replay of days takes seconds. */
const outcomes = new Map<string, ReturnType<typeof replayIn>>();

function outcomeIn(minutes: number, recommender: string, mode: Mode) {
  return ofKey(outcomes, `${minutes} ${recommender} ${mode}`, () => replayIn(minutes, recommender, mode));
}

function replayIn(minutes: number, recommender: string, updateMode: Mode) {
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

interface Target {
  readonly cpu: number;
  readonly memory: number;
}

/** The targets in force at these times. */
function targetsAt(events: readonly ReplayEvent[], times: readonly number[]): Target[] {
  return times.map((atMs) => {
    const last = events.findLast((event) => event.kind === 'recommended' && event.atMs <= atMs);
    const own = last?.kind === 'recommended' ? last.targets.get('app') : undefined;
    return { cpu: own?.cpu ?? 0, memory: own?.memory ?? 0 };
  });
}

/** The start of each hour from the second on. */
const HOURS = Array.from({ length: DAYS * 24 }, (_, hour) => START_MS + (hour + 1) * HOUR_MS);

describe.each(['Recreate', 'InPlaceOrRecreate'] as const)(
  'the same usage at 1 and at 5 minutes, %s',
  (mode) => {
    it('is decided on alike by default', () => {
      const [fine, coarse] = [outcomeIn(1, 'default', mode), outcomeIn(5, 'default', mode)];
      expect(targetsAt(coarse.events, HOURS)).toEqual(targetsAt(fine.events, HOURS));
      const acts = ({ events }: typeof fine) =>
        events.filter(({ kind }) => kind !== 'recommended').map(({ kind, atMs }) => [kind, atMs] as const);
      expect(acts(coarse).map(([kind]) => kind)).toEqual(acts(fine).map(([kind]) => kind));
      for (const [index, [kind, atMs]] of acts(fine).entries())
        expect(Math.abs((acts(coarse)[index]?.[1] ?? 0) - atMs), kind).toBeLessThanOrEqual(15 * MINUTE_MS);
    });

    it.each(RECOMMENDER_NAMES)('has the same targets with %s until a container is away', (recommender) => {
      const [fine, coarse] = [outcomeIn(1, recommender, mode), outcomeIn(5, recommender, mode)];
      // From then on other samples are missing: all that an eviction or a kill leaves out of a minute, or of five.
      const away = fine.events.find(({ kind }) => kind === 'oom' || kind === 'evict');
      const times = HOURS.filter((atMs) => atMs < (away?.atMs ?? 0));
      expect(times.length).toBeGreaterThanOrEqual(mode === 'Recreate' ? 12 : 80);
      const targetsLater = (laterMs: number, { events } = coarse) =>
        targetsAt(
          events,
          times.map((atMs) => atMs + laterMs),
        );
      // What one minute shows is seen up to four minutes later; what waiting costs is weighed once an hour.
      const near = [0, 4 * MINUTE_MS, -HOUR_MS, HOUR_MS].map((laterMs) => targetsLater(laterMs));
      for (const [index, target] of targetsLater(0, fine).entries())
        expect(near.map((targets) => targets[index])).toContainEqual(target);
      const apart = targetsLater(0, fine).filter(
        ({ cpu, memory }, index) => cpu !== near[0]?.[index]?.cpu || memory !== near[0]?.[index]?.memory,
      );
      expect(apart.length).toBeLessThanOrEqual(times.length / 20);
    });

    it.each(RECOMMENDER_NAMES)('comes to the same with %s', (recommender) => {
      const [fine, coarse] = [outcomeIn(1, recommender, mode), outcomeIn(5, recommender, mode)];
      const countOf = ({ events }: typeof fine, ...kinds: ReplayEvent['kind'][]) =>
        events.filter(({ kind }) => kinds.includes(kind)).length;
      expect(countOf(coarse, 'oom')).toBe(countOf(fine, 'oom'));
      const [changes, others] = [countOf(fine, 'evict', 'resize'), countOf(coarse, 'evict', 'resize')];
      // Bounds that follow every sample are crossed at most once a step.
      expect(Math.abs(changes - others)).toBeLessThanOrEqual(3);
      expect(Math.abs((coarse.figures.cpuShort ?? 1) - (fine.figures.cpuShort ?? 0))).toBeLessThan(0.001);
      const { coreHours: cores = 0 } = fine.figures;
      expect(Math.abs((coarse.figures.coreHours ?? 0) / cores - 1)).toBeLessThan(0.01);
    });
  },
);
