import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { ApiCluster, VPAS } from '../support/api-cluster';
import { FaultyPrometheus } from '../support/faulty-prometheus';
import { Recommending } from '../support/recommending';

const MIB = 2 ** 20;

let cluster: ApiCluster;
let silent: FaultyPrometheus;
let recommending: Recommending;

/** A Prometheus that never answers. */
beforeEach(async () => {
  silent = await FaultyPrometheus.before(() => 'http://127.0.0.1:9');
  silent.fault = () => 'silence';
  cluster = await ApiCluster.start();
  await cluster.workload('web', ['web-1']);
  cluster.usage.set('shop/web-1', { app: { cpu: '100m', memory: '180Mi' } });
  await cluster.autoscaler('web');
});
afterEach(async () => {
  await recommending.stop();
  await silent.close();
  await cluster.close();
});

async function start(): Promise<void> {
  recommending = await Recommending.start(cluster, { prometheusAddress: silent.url });
}

const app = () => recommending.running.workload('shop', 'web').containers[0];
const memory = () => (app()?.memory.target ?? 0) / MIB;
const admitted = () =>
  recommending.running.handles.recommender?.recommendationFor(cluster.vpa('web'))
    ?.containerRecommendations?.[0]?.target;

describe('while usage of the past is awaited in vain', () => {
  it('an OOM kill raises the target, once', async () => {
    await start();
    await recommending.passes(2);
    expect(memory()).toBe(250);
    cluster.kill('web-1', 'app');
    await recommending.until(() => expect(app()?.ooms).toMatchObject({ times: 1 }));
    // What it used and 100 MiB more, in a bucket and with the margin.
    await recommending.until(() => expect(memory()).toBeGreaterThan(280 * 1.15));
    expect(memory()).toBeLessThan(280 * 1.15 * 1.06);
    expect(Number(admitted()?.memory) / MIB).toBeCloseTo(memory(), 0);
    const before = memory();
    await recommending.passes(3);
    expect(memory()).toBe(before);
  });

  it('what is used now counts, as long as nothing better is known', async () => {
    await start();
    await recommending.passes(2);
    cluster.usage.set('shop/web-1', { app: { cpu: '2', memory: '180Mi' } });
    await recommending.until(() => expect(app()?.cpu.target).toBeGreaterThan(2000));
  });

  it('a recommendation from before stays, but an OOM kill raises its memory', async () => {
    const put = (vpa: VerticalPodAutoscaler) => {
      const amounts = { cpu: '700m', memory: String(300 * MIB) };
      const own = {
        containerName: 'app',
        target: amounts,
        lowerBound: amounts,
        upperBound: amounts,
        uncappedTarget: amounts,
      };
      vpa.status = { ...vpa.status, recommendation: { containerRecommendations: [own] } };
    };
    cluster.registry.mutate<VerticalPodAutoscaler>(VPAS, 'shop', 'web', put, { subresource: 'status' });
    await start();
    await recommending.passes(2);
    expect([app()?.cpu.target, memory()]).toEqual([700, 300]);
    cluster.kill('web-1', 'app');
    await recommending.until(() => expect(memory()).toBeGreaterThan(280 * 1.15));
    expect(app()?.cpu.target).toBe(700);
    expect(Number(admitted()?.memory) / MIB).toBeCloseTo(memory(), 0);
  });
});
