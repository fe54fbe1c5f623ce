import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { memoryFrom } from '@/server/objects/quantity';
import type { Pod } from '@/server/objects/types';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { ApiCluster, VPAS } from '../support/api-cluster';
import { PATIENCE } from '../support/patience';
import { Recommending } from '../support/recommending';

const MIB = 2 ** 20;

let cluster: ApiCluster;
let recommending: Recommending;

beforeEach(async () => {
  cluster = await ApiCluster.start();
  await cluster.workload('web', []);
  await cluster.autoscaler('web');
});
afterEach(async () => {
  await recommending.stop();
  await cluster.close();
});

const own = () => cluster.vpa('web').status?.recommendation?.containerRecommendations?.[0];
const noSamples = () => cluster.vpa('web').status?.conditions?.find(({ type }) => type === 'NoSamples');
const shown = () => recommending.running.workload('shop', 'web').containers[0];
const forNewPods = () =>
  recommending.running.handles.recommender?.recommendationFor(cluster.vpa('web'))?.containerRecommendations;

async function start(): Promise<void> {
  recommending = await Recommending.start(cluster);
  await recommending.firstPass();
}

describe('a metrics API that gives CPU alone', () => {
  beforeEach(() => cluster.pod('web-1', { app: 'web' }));

  it('gets a recommendation of CPU alone; status and page say what is missing, until it comes', async () => {
    cluster.usage.set('shop/web-1', { app: { cpu: '100m' } });
    await start();
    expect(Object.keys(own()?.target ?? {})).toEqual(['cpu']);
    expect(noSamples()).toMatchObject({ status: 'True', message: 'No samples of memory yet: app' });
    expect(shown()?.memory).toMatchObject({ hasNoSamples: true, target: undefined });
    expect(shown()?.cpu).not.toHaveProperty('hasNoSamples');
    expect(Object.keys(forNewPods()?.[0]?.target ?? {})).toEqual(['cpu']);

    cluster.usage.set('shop/web-1', { app: { cpu: '100m', memory: '600Mi' } });
    await recommending.until(() =>
      expect(memoryFrom(own()?.target?.memory ?? '0')).toBeGreaterThan(600 * MIB),
    );
    expect(noSamples()).toBeUndefined();
    expect(shown()?.memory).not.toHaveProperty('hasNoSamples');
  });

  it.each([
    ['leaves what was recommended before', '1200Mi', '1200Mi'],
    ['drops a former minimum, which came of nothing', '250Mi', undefined],
  ])('%s', async (_case, former, expected) => {
    const amounts = { cpu: '80m', memory: former };
    const all = { target: amounts, lowerBound: amounts, upperBound: amounts, uncappedTarget: amounts };
    cluster.registry.mutate<VerticalPodAutoscaler>(
      VPAS,
      'shop',
      'web',
      (draft) => {
        draft.status = { recommendation: { containerRecommendations: [{ containerName: 'app', ...all }] } };
      },
      { subresource: 'status' },
    );
    expect(own()?.target?.memory).toBe(former);
    cluster.usage.set('shop/web-1', { app: { cpu: '100m' } });
    await start();
    await recommending.until(() => expect(own()?.target?.cpu).not.toBe('80m'));
    expect(own()?.target?.memory).toBe(expected);
    expect(noSamples()?.message).toBe('No samples of memory yet: app');
  });
});

describe('what is killed before it is ever sampled', () => {
  beforeEach(async () => {
    const resources = { requests: { cpu: '50m', memory: '64Mi' }, limits: { memory: '512Mi' } };
    await cluster.create<Pod>('pods', {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { namespace: 'shop', name: 'web-1', labels: { app: 'web' } },
      spec: { containers: [{ name: 'app', image: 'app:1', resources }] },
    });
  });

  it('is recommended more than it was killed at, at once, and CPU is left alone', async () => {
    await start();
    expect(own()).toBeUndefined();
    cluster.kill('web-1', 'app');
    await vi.waitFor(() => expect(own()).toBeDefined(), PATIENCE);
    expect(memoryFrom(own()?.target?.memory ?? '0')).toBeGreaterThanOrEqual(512 * MIB * 1.2);
    expect(own()?.target).not.toHaveProperty('cpu');
    expect(noSamples()?.message).toBe('No samples of CPU yet: app');
    expect(shown()?.cpu.hasNoSamples).toBe(true);
  });

  it('counts kills from before the start, and keeps them over a restart', async () => {
    cluster.kill('web-1', 'app');
    await start();
    await vi.waitFor(() => expect(own()).toBeDefined(), PATIENCE);
    const killed = own()?.target?.memory;
    expect(memoryFrom(killed ?? '0')).toBeGreaterThanOrEqual(512 * MIB * 1.2);
    await recommending.stop();
    await start();
    await recommending.passes(2);
    expect(own()?.target?.memory).toBe(killed);
  });

  it('counts a kill from before its first sample, told after that', async () => {
    cluster.kill('web-1', 'app');
    await cluster.clock.advance(30_000);
    cluster.restart('web-1', 'app');
    cluster.usage.set('shop/web-1', { app: { cpu: '10m', memory: '100Mi' } });
    await start();
    await recommending.until(() =>
      expect(memoryFrom(own()?.target?.memory ?? '0')).toBeGreaterThanOrEqual(512 * MIB * 1.2),
    );
    expect(own()?.target).toHaveProperty('cpu');
  });
});
