import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WorkloadDetail } from '@/server/contract/recommendations';
import { ApiCluster, VPAS } from '../support/api-cluster';
import { endPlaces, KEPT_PLACES, type KeptPlace, keysIn } from '../support/kept-places';
import { Recommending } from '../support/recommending';

const HISTOGRAM = {
  referenceTimestamp: '2026-03-01T00:00:00Z',
  bucketWeights: { 1: 10_000 },
  totalWeight: 1,
};
const READABLE = {
  version: 'v3',
  lastUpdateTime: '2026-03-01T23:59:00Z',
  firstSampleStart: '2026-03-01T00:00:00Z',
  lastSampleStart: '2026-03-01T23:59:00Z',
  totalSamplesCount: 1000,
  cpuHistogram: HISTOGRAM,
  memoryHistogram: HISTOGRAM,
};
/** What no version of a checkpoint looks like. */
const HOSTILE: object[] = [
  { version: 'v1' },
  { ...READABLE, totalSamplesCount: -1 },
  { ...READABLE, cpuHistogram: { ...HISTOGRAM, bucketWeights: { 999: 1 } } },
];

let cluster: ApiCluster;
let recommending: Recommending | undefined;
let place: KeptPlace | undefined;

afterAll(endPlaces);
beforeEach(async () => {
  cluster = await ApiCluster.start();
});
afterEach(async () => {
  await recommending?.stop();
  await place?.close();
  [recommending, place] = [undefined, undefined];
  await cluster.close();
});

async function start(): Promise<Recommending> {
  recommending = await Recommending.start(cluster, { ...place?.settings, checkpointsGcIntervalMs: 120_000 });
  return recommending;
}

const USAGE = { cpu: '250m', memory: '400Mi' };

async function shopWithWeb(containers = ['app']): Promise<void> {
  await cluster.workload('web', ['web-1'], containers);
  await cluster.autoscaler('web');
  cluster.usage.set('shop/web-1', Object.fromEntries(containers.map((name) => [name, USAGE])));
}

const keysAre = (...keys: string[]) =>
  recommending?.until(async () => expect(await keysIn(place)).toEqual(keys));

const amounts = ({ containers }: WorkloadDetail) =>
  containers.flatMap(({ cpu, memory }) =>
    [cpu, memory].flatMap(({ target, lowerBound, upperBound, uncappedTarget }) => [
      target,
      lowerBound,
      upperBound,
      uncappedTarget,
    ]),
  );

describe.each(KEPT_PLACES)('what was learned, kept in %s', (_, open) => {
  beforeEach(async (context) => {
    place = await open(cluster);
    if (!place) context.skip('PostgreSQL is not installed: apt-get install postgresql');
  });

  it('includes what the recommender that a VPA chose keeps for itself', async () => {
    await cluster.workload('web', ['web-1']);
    await cluster.autoscaler('web', { recommenders: [{ name: 'adaptive' }] });
    for (const cpu of ['100m', '3', '100m']) {
      cluster.usage.set('shop/web-1', { app: { cpu, memory: '400Mi' } });
      if (!recommending) await start();
      await recommending?.passes(12);
    }
    const evidence = () =>
      recommending?.running.handles.recommender?.evidence('shop', 'web', 'app')?.evidence;
    const before = evidence();
    expect(before?.experts.some(({ shortage }) => shortage > 0)).toBe(true);
    await recommending?.stop();
    cluster.usage.clear();
    await start();
    await recommending?.firstPass();
    expect(evidence()).toEqual(before);
  });

  it('gives the same recommendations after a restart', async () => {
    await shopWithWeb();
    await start();
    for (let round = 0; round < 12; round++) {
      cluster.usage.set('shop/web-1', { app: { cpu: `${100 + 37 * round}m`, memory: '400Mi' } });
      await recommending?.passes(2);
    }
    cluster.usage.set('shop/web-1', { app: { memory: '400Mi' } });
    await recommending?.passes(1);
    const before = recommending?.running.workload('shop', 'web');
    await recommending?.stop();
    await start();
    await recommending?.firstPass();
    const after = recommending?.running.workload('shop', 'web');
    expect(after?.containers[0]?.samples).toBe(before?.containers[0]?.samples);
    const [former, present] = [before, after].map((detail) => (detail ? amounts(detail) : []));
    expect(former?.filter((amount) => amount !== undefined)).toHaveLength(8);
    for (const [index, amount] of (former ?? []).entries())
      expect(Math.abs((present?.[index] ?? 0) / (amount ?? 1) - 1)).toBeLessThan(1e-9);
    expect(recommending?.running.problems.list()).toEqual([]);
  });

  it('is removed with its VPA, and if its container is gone from the workload', async () => {
    await shopWithWeb(['app', 'sidecar']);
    await start();
    await keysAre('shop/web/app', 'shop/web/sidecar');
    cluster.registry.delete('pods', 'shop', 'web-1', { gracePeriodSeconds: 0 });
    cluster.usage.clear();
    await cluster.pod('web-2', { app: 'web' });
    cluster.usage.set('shop/web-2', { app: USAGE });
    await keysAre('shop/web/app');
    cluster.registry.delete(VPAS, 'shop', 'web');
    await keysAre();
  });

  it('is removed if it was left by a VPA that is gone since before the start', async () => {
    await shopWithWeb();
    await (await start()).firstPass();
    await recommending?.stop();
    await place?.set('gone', 'app', READABLE);
    await start();
    await keysAre('shop/web/app');
  });

  it.each(HOSTILE.map((status, index) => [index, status] as const))(
    'is reported and left alone while it cannot be read, and started over once it is deleted (%i)',
    async (_index, status) => {
      await shopWithWeb();
      await (await start()).passes(1);
      await recommending?.stop();
      await place?.set('web', 'app', status);
      const text = await place?.text('app');
      await start();
      await recommending?.passes(4);
      const { unusable = 'checkpoint-unusable' } = place ?? {};
      const problem = await recommending?.expectProblem(unusable, 'shop/web');
      expect(problem?.remedy).toMatch(/delete/i);
      expect(recommending?.running.workload('shop', 'web').problems.map(({ code }) => code)).toContain(
        unusable,
      );
      await recommending?.stop();
      expect(await place?.text('app')).toBe(text);
      await start();
      await recommending?.passes(1);
      await place?.delete('app');
      await recommending?.until(async () => {
        expect(recommending?.problem(unusable)).toBeUndefined();
        expect(await place?.text('app')).toContain('"v3"');
      });
    },
  );

  it('is read and added, not replaced, if another process kept it meanwhile', async () => {
    await shopWithWeb();
    cluster.usage.clear();
    await start();
    await recommending?.firstPass();
    await place?.set('web', 'app', READABLE);
    cluster.usage.set('shop/web-1', { app: USAGE });
    await recommending?.passes(1);
    await recommending?.stop();
    expect(JSON.parse((await place?.text('app')) ?? '{}').totalSamplesCount).toBeGreaterThan(1000);
    expect(recommending?.running.problems.list()).toEqual([]);
  });
});
