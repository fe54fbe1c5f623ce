import { describe, expect, it } from 'vitest';
import type { SeriesPoint, WidePast } from '../../store';
import { MOST_NAMESPACES, PastStore } from './past-store';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NOW_MS = Date.UTC(2026, 10, 22, 12, 30);
const LAST_HOUR_MS = Date.UTC(2026, 10, 22, 11);

const NEVER = new Promise<void>(() => undefined);

const point = (atMs: number, request: number, target: number, replicas = 2): SeriesPoint => ({
  atMs,
  replicas,
  cpu: { request, target, usageMean: 10 },
  memory: {},
});

function asking({
  owners = [
    { namespace: 'a', name: 'greedy' },
    { namespace: 'a', name: 'hungry' },
    { namespace: 'b', name: 'greedy' },
  ],
  points = {
    greedy: [point(LAST_HOUR_MS - 3 * DAY_MS, 500, 100), point(LAST_HOUR_MS, 300, 100)],
    hungry: [point(LAST_HOUR_MS, 100, 400)],
  } as Record<string, SeriesPoint[]>,
} = {}) {
  const state = { queries: [] as string[], isAway: false, nowMs: 0, patience: NEVER };
  const pastStore = new PastStore({
    clock: { now: () => NOW_MS + state.nowMs },
    realTime: { steady: () => state.nowMs, sleep: () => state.patience },
    owners: async () => owners,
    series: {
      pastOf: async (namespace, vpas) => {
        state.queries.push(`${namespace}: ${vpas.join(' ')}`);
        if (state.isAway) return undefined;
        return vpas.map((vpa): WidePast => ({ vpa, container: 'app', points: points[vpa] ?? [] }));
      },
    },
  });
  return { pastStore, state };
}

describe('the past of all workloads', () => {
  it('adds up what is above and below the target apart', async () => {
    const { pastStore } = asking();
    expect(pastStore.answer('day')).toEqual({ state: 'reading', done: 0, of: 0 });
    await pastStore.settled;
    expect(pastStore.answer('day')).toEqual({
      state: 'read',
      atMs: NOW_MS,
      fromMs: NOW_MS - DAY_MS,
      stepMs: HOUR_MS,
      steps: [
        {
          atMs: LAST_HOUR_MS + HOUR_MS,
          known: 3,
          cpu: { requested: 1400, recommended: 1200, kept: 600, used: 60 },
          memory: { requested: 0, recommended: 0, kept: 0, used: 0 },
        },
      ],
    });
  });

  it('is read once for the day and the week, and in days for the month', async () => {
    const { pastStore, state } = asking();
    pastStore.answer('day');
    await pastStore.settled;
    expect(pastStore.answer('week')).toMatchObject({ state: 'read', steps: [{ known: 2 }, { known: 3 }] });
    expect(state.queries).toEqual(['a: greedy hungry', 'b: greedy']);
    pastStore.answer('month');
    await pastStore.settled;
    expect(pastStore.answer('month')).toMatchObject({ stepMs: DAY_MS });
    expect(state.queries).toHaveLength(4);
  });

  it('is told of some namespaces alone', async () => {
    const { pastStore } = asking();
    pastStore.answer('day');
    await pastStore.settled;
    expect(pastStore.answer('day', ['b'])).toMatchObject({
      steps: [{ known: 1, cpu: { requested: 600, kept: 200 } }],
    });
    expect(pastStore.answer('day', ['none'])).toMatchObject({ state: 'read', steps: [] });
  });

  it('is told up to now at once, also if somebody last looked long ago', async () => {
    const { pastStore, state } = asking();
    expect(await pastStore.upToNow('day')).toMatchObject({ state: 'read', atMs: NOW_MS });
    state.nowMs += DAY_MS;
    expect(await pastStore.upToNow('day')).toMatchObject({ state: 'read', atMs: NOW_MS + DAY_MS });
  });

  it('is told as it was read last if reading takes long', async () => {
    const { pastStore, state } = asking();
    await pastStore.upToNow('day');
    state.nowMs += DAY_MS;
    state.patience = Promise.resolve();
    expect(await pastStore.upToNow('day')).toMatchObject({ state: 'read', atMs: NOW_MS });
    await pastStore.settled;
    expect(await pastStore.upToNow('day')).toMatchObject({ atMs: NOW_MS + DAY_MS });
  });

  it('leaves out what has no pods, no request or no target', async () => {
    const { pastStore } = asking({
      points: {
        greedy: [point(LAST_HOUR_MS, 100, 100, 0)],
        hungry: [{ atMs: LAST_HOUR_MS, replicas: 1, cpu: { request: 5 }, memory: { target: 5 } }],
      },
    });
    pastStore.answer('day');
    await pastStore.settled;
    expect(pastStore.answer('day')).toMatchObject({ state: 'read', steps: [] });
  });

  it('keeps so many namespaces apart and no more', async () => {
    const owners = Array.from({ length: MOST_NAMESPACES + 5 }, (_, index) => ({
      namespace: `n${index}`,
      name: 'greedy',
    }));
    const { pastStore } = asking({ owners });
    pastStore.answer('day');
    await pastStore.settled;
    expect(pastStore.answer('day')).toMatchObject({ steps: [{ known: MOST_NAMESPACES + 5 }] });
    expect(pastStore.answer('day', ['n0'])).toMatchObject({ steps: [{ known: 1 }] });
    expect(pastStore.answer('day', [`n${MOST_NAMESPACES}`])).toEqual({ state: 'together' });
  });

  it('is read beside everything else, also while there is nothing in it', async () => {
    let turns = 0;
    let turnsBefore = 0;
    const pastStore = new PastStore({
      clock: { now: () => NOW_MS },
      realTime: { steady: () => 0, sleep: () => NEVER },
      owners: async () => Array.from({ length: 60 }, (_, index) => ({ namespace: `n${index}`, name: 'w' })),
      series: {
        pastOf: async () => {
          turnsBefore = turns;
          for (const since = performance.now(); performance.now() - since < 1; );
          return [];
        },
      },
    });
    const counting = setInterval(() => turns++, 0);
    pastStore.answer('day');
    await pastStore.settled;
    clearInterval(counting);
    expect(turnsBefore).toBeGreaterThan(0);
  });

  it('is away with the database, and comes back with it', async () => {
    const { pastStore, state } = asking();
    state.isAway = true;
    pastStore.answer('day');
    await pastStore.settled;
    expect(pastStore.answer('day')).toEqual({ state: 'away' });
    state.isAway = false;
    state.nowMs += HOUR_MS;
    pastStore.answer('day');
    await pastStore.settled;
    expect(pastStore.answer('day')).toMatchObject({ state: 'read' });
  });
});
