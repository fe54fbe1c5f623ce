import { describe, expect, it } from 'vitest';
import { VisibleNamespaces } from '@/server/access';
import { noCost } from '../../decide/new/workload-cost';
import type { SeriesPoint, WidePast } from '../../store';
import type { CostedWorkload } from './cost-list';
import { RealisedStore } from './realised-store';

const DAY_MS = 86_400_000;
const SINCE_MS = Date.UTC(2026, 10, 15);
const NOW_MS = SINCE_MS + 7 * DAY_MS;

const workload = (namespace: string, name: string, cpu: number): CostedWorkload => ({
  namespace,
  name,
  policy: '',
  mode: 'Off',
  text: name,
  nameKey: name,
  cost: noCost(false),
  price: undefined,
  usedMs: undefined,
  pods: 2,
  containers: [
    {
      name: 'app',
      off: false,
      confidence: 1,
      samples: 1,
      cpu: { request: { min: cpu, max: cpu } },
      memory: {},
    },
  ],
});
const point = (atMs: number, cpu: number): SeriesPoint => ({
  atMs,
  replicas: 2,
  cpu: { request: cpu },
  memory: {},
});

function asking({ count = 45, isAway = false } = {}) {
  const state = { isAway, nowMs: 0, queries: [] as number[], oldestMs: Number.POSITIVE_INFINITY };
  const workloads = Array.from({ length: count }, (_, index) =>
    workload(index < 30 ? 'a' : 'b', `w${index}`, 100),
  );
  const realisedStore = new RealisedStore({
    prices: undefined,
    clock: { now: () => NOW_MS + state.nowMs },
    realTime: { steady: () => state.nowMs },
    workloads: async () => workloads,
    series: {
      pastOf: async (_namespace, vpas, span) => {
        state.queries.push(vpas.length);
        state.oldestMs = Math.min(state.oldestMs, span.fromMs);
        if (state.isAway) return undefined;
        return vpas.map(
          (vpa): WidePast => ({ vpa, container: 'app', points: [point(SINCE_MS - DAY_MS / 24, 150)] }),
        );
      },
    },
  });
  const ask = (scope: { namespace?: string; reach?: VisibleNamespaces } = {}) =>
    realisedStore.answer(SINCE_MS, { reach: VisibleNamespaces.all, ...scope });
  return { realisedStore, ask, state };
}

describe('the book of what became of requests', () => {
  it('reads the history a few VPAs of a namespace at a time, and says how far it is', async () => {
    const { realisedStore, ask, state } = asking();
    expect(ask()).toMatchObject({ state: 'reading' });
    await realisedStore.settled;
    expect(state.queries).toEqual([6, 6, 6, 6, 6, 6, 6, 3]);
    expect(ask()).toMatchObject({
      state: 'read',
      realised: { compared: 45, notKnown: 0, saved: { cpu: 45 * 2 * 50, memory: 0 } },
    });
    expect(state.queries).toHaveLength(8);
  });

  it('answers for a namespace from the same reading', async () => {
    const { realisedStore, ask } = asking();
    ask();
    await realisedStore.settled;
    expect(ask({ namespace: 'b' })).toMatchObject({ realised: { compared: 15, saved: { cpu: 1500 } } });
    expect(ask({ namespace: 'none' })).toMatchObject({ realised: { compared: 0, notKnown: 0, steps: [] } });
  });

  it('says that nothing is known while the store is away, and tries again later', async () => {
    const { realisedStore, ask, state } = asking({ isAway: true });
    ask();
    await realisedStore.settled;
    expect(ask()).toEqual({ state: 'away' });
    state.isAway = false;
    state.nowMs += 60_000;
    expect(ask()).toEqual({ state: 'away' });
    await realisedStore.settled;
    expect(ask()).toMatchObject({ state: 'read' });
  });

  it('keeps what it read while it reads again, or if the store goes away then', async () => {
    const { realisedStore, ask, state } = asking();
    ask();
    await realisedStore.settled;
    state.isAway = true;
    state.nowMs += 3_600_000;
    expect(ask()).toMatchObject({ state: 'read' });
    await realisedStore.settled;
    expect(ask()).toMatchObject({ state: 'read' });
    expect(state.queries.length).toBeGreaterThan(8);
  });
});
