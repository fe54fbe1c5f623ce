import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultConfig } from '@/server/config';
import { parseSelector } from '@/server/objects/selector';
import { cpuMillicores, memoryBytes } from '@/server/objects/units';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import type { PastOptions, PastSeries, PastSource } from '@/server/usage/source';
import { DEFAULT_OPTIONS } from '../engine/workload';
import { type PresentWorkload, policyOf, recordedWorkload } from './recorded-workload';
import { figuresUnder } from './run';

const START_MS = Date.UTC(2026, 2, 2);
const MINUTE_MS = 60_000;
const SPAN = { fromMs: START_MS, toMs: START_MS + 1440 * MINUTE_MS };
const { NaN: GAP } = Number;

function series(pod: string, fromMinute: number, cpu: readonly number[], container = 'app'): PastSeries {
  return {
    container: { namespace: 'shop', pod, container, labels: { app: pod.split('-')[0] ?? '' } },
    timesMs: cpu.map((_, index) => START_MS + (fromMinute + index) * MINUTE_MS),
    cpuMillicores: cpu,
    memoryBytes: cpu.map((value) => value * 1000),
  };
}

function sourceOf(...parts: PastSeries[]): PastSource {
  return {
    name: 'test',
    async *containers() {},
    async *samples(_, { isWanted }: PastOptions = {}) {
      yield* parts.filter(({ container }) => isWanted?.(container) ?? true);
    },
  };
}

function cart(replicas: number): PresentWorkload {
  const amounts = { cpu: cpuMillicores(2000), memory: memoryBytes(2 ** 30) };
  const containers = [{ name: 'app', requests: amounts, limits: amounts }];
  return { namespace: 'shop', name: 'cart', selector: parseSelector('app=cart'), replicas, containers };
}

const usageOf = async (source: PastSource, replicas: number) =>
  (await recordedWorkload(source, SPAN, cart(replicas)))?.containers[0]?.usage.map(({ cpuMillicores }) =>
    Array.from(cpuMillicores ?? []),
  );

describe('the recorded usage of a workload', () => {
  it('is that of its own pods and containers on one grid', async () => {
    const source = sourceOf(
      series('cart-a', 0, [1, 2, 3]),
      series('cart-b', 1, [4, 5, 6]),
      series('other-a', 0, [9, 9, 9]),
      series('cart-a', 0, [8, 8, 8], 'gone'),
    );
    const workload = await recordedWorkload(source, SPAN, cart(2));
    expect(workload).toMatchObject({
      name: 'cart',
      startMs: START_MS,
      stepMs: MINUTE_MS,
      steps: 4,
      replicas: 2,
    });
    expect(await usageOf(source, 2)).toEqual([
      [1, 2, 3, GAP],
      [GAP, 4, 5, 6],
    ]);
  });

  it('goes on in the pod that follows one that ended', async () => {
    const source = sourceOf(
      series('cart-a', 0, [1, 1, 1, 1]),
      series('cart-b', 0, [2, 2]),
      series('cart-c', 3, [3, 3]),
    );
    expect(await usageOf(source, 2)).toEqual([
      [1, 1, 1, 1, GAP],
      [2, 2, GAP, 3, 3],
    ]);
  });

  it('leaves out what more pods used at once than there are replicas', async () => {
    const source = sourceOf(series('cart-a', 0, [1, 1, 1]), series('cart-b', 1, [2, 2, 2]));
    expect(await usageOf(source, 1)).toEqual([[1, 1, 1, 2]]);
  });

  it('is at each minute what some pod used, of as many as there are replicas', async () => {
    const pods = fc.array(fc.tuple(fc.nat(40), fc.integer({ min: 1, max: 30 })), {
      minLength: 1,
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(pods, fc.integer({ min: 1, max: 4 }), async (lives, replicas) => {
        // Pod 3 uses 4 millicores all along.
        const parts = lives.map(([from, minutes], pod) =>
          series(`cart-${pod}`, from, Array(minutes).fill(pod + 1)),
        );
        const lines = (await usageOf(sourceOf(...parts), replicas)) ?? [];
        const first = Math.min(...lives.map(([from]) => from));
        expect(lines.length).toBeLessThanOrEqual(replicas);
        const last = Math.max(...lives.map(([from, minutes]) => from + minutes));
        for (let minute = first; minute < last; minute++) {
          const living = lives.flatMap(([from, minutes], pod) =>
            minute >= from && minute < from + minutes ? pod + 1 : [],
          );
          const used = lines.map((line) => line[minute - first] ?? GAP).filter((one) => !Number.isNaN(one));
          for (const one of used) expect(living).toContain(one);
          expect(new Set(used).size).toBe(used.length);
          expect(used.length).toBeLessThanOrEqual(living.length);
          if (living.length > 0 && lives.length <= replicas) expect(used.length).toBe(living.length);
        }
      }),
    );
  });

  it('has the highest memory where a source knows it beside the mean', async () => {
    const one = { ...series('cart', 0, [1, 1]), memoryPeakBytes: [7000, 9000] };
    const workload = await recordedWorkload(sourceOf(one), SPAN, cart(3));
    expect(Array.from(workload?.containers[0]?.usage[0]?.memoryBytes ?? [])).toEqual([7000, 9000]);
  });

  it('is undefined where the source knows nothing', async () => {
    expect(await recordedWorkload(sourceOf(series('other-a', 0, [1])), SPAN, cart(1))).toBeUndefined();
  });
});

describe('the policy of a VPA', () => {
  const vpa: VerticalPodAutoscaler = {
    apiVersion: 'autoscaling.k8s.io/v1',
    kind: 'VerticalPodAutoscaler',
    metadata: { name: 'cart', annotations: { 'plumbline.dev/recommender': 'priceHalfLifeMs: 60000' } },
    spec: {
      targetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'cart' },
      recommenders: [{ name: 'adaptive' }],
      updatePolicy: { updateMode: 'Recreate', minReplicas: 1 },
    },
  };
  const minutes = Array.from({ length: 1500 }, (_, minute) => 100 + (minute % 7));

  it('is replayed with its own recommender, parameters and bounds', async () => {
    const config = defaultConfig();
    const policy = policyOf(vpa, config);
    expect(policy).toMatchObject({
      recommender: 'adaptive',
      parameters: { priceHalfLifeMs: 60_000 },
      spec: { updatePolicy: { updateMode: 'Recreate', minReplicas: 1 } },
    });
    const workload = await recordedWorkload(sourceOf(series('cart-a', 0, minutes)), SPAN, cart(1));
    const figures = workload && figuresUnder({ name: 'now', policy, options: DEFAULT_OPTIONS }, workload);
    expect(figures?.evictions).toBe(1);
  });

  it('changes no pod outside of the windows of its calendar', async () => {
    const own = (calendar: string) => ({
      ...vpa,
      metadata: { ...vpa.metadata, annotations: { 'plumbline.dev/calendar': calendar } },
    });
    const workload = await recordedWorkload(sourceOf(series('cart-a', 0, minutes)), SPAN, cart(1));
    const evictions = (calendar: string) => {
      const policy = policyOf(own(calendar), defaultConfig());
      return workload && figuresUnder({ name: 'now', policy, options: DEFAULT_OPTIONS }, workload)?.evictions;
    };
    expect(evictions('windows: [{from: "00:00", to: "24:00"}]')).toBe(1);
    expect(evictions('windows: [{cron: "0 0 9 3 *", for: 8h}]')).toBe(0);
    expect(evictions('windows: soon')).toBe(0);
  });

  it('is without parameters that the live recommender does not take', () => {
    const annotations = { 'plumbline.dev/recommender': 'hodl: 1h' };
    const faulty = { ...vpa, metadata: { ...vpa.metadata, annotations } };
    expect(policyOf(faulty, defaultConfig()).parameters).toEqual({});
  });

  it('is replayed where this recommender serves under a name of its own', async () => {
    const config = defaultConfig({ recommenderName: 'plumbline' });
    const own = { ...vpa, spec: { ...vpa.spec, recommenders: [{ name: 'plumbline' }] } };
    const policy = policyOf({ ...own, metadata: { name: 'cart' } }, config);
    expect(policy.recommender).toBe('default');
    const workload = await recordedWorkload(sourceOf(series('cart-a', 0, minutes)), SPAN, cart(1));
    const figures = workload && figuresUnder({ name: 'now', policy, options: DEFAULT_OPTIONS }, workload);
    expect(figures?.evictions).toBe(1);
  });
});
