import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { compileVpa } from '@/server/decide/pods/compiled-vpa';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { ApiCluster, VPAS } from '../support/api-cluster';
import { PATIENCE } from '../support/patience';
import { Recommending } from '../support/recommending';

const MINUTE_MS = 60_000;

let cluster: ApiCluster;

beforeEach(async () => {
  cluster = await ApiCluster.start();
  await cluster.workload('web', ['web-1']);
  await cluster.autoscaler('web');
});

afterEach(async () => {
  await cluster.close();
});

const use = (cpu: string) => cluster.usage.set('shop/web-1', { app: { cpu, memory: '400Mi' } });
const own = () =>
  compileVpa(
    cluster.registry.get<VerticalPodAutoscaler>(VPAS, 'shop', 'web') as VerticalPodAutoscaler,
  ).recommendation?.get('app');

it('tells everybody of the most CPU that was seen, beside a target that is lower', async () => {
  use('250m');
  const recommending = await Recommending.start(cluster, { recommenderIntervalMs: MINUTE_MS });
  for (let pass = 0; pass < 40; pass++) {
    use(pass === 5 ? '1900m' : '250m');
    await recommending.passAfter(MINUTE_MS);
  }
  await vi.waitFor(() => expect(own()?.seenCpu).toBeGreaterThanOrEqual(1900), PATIENCE);
  expect(own()?.seenCpu).toBeLessThan(1900 * 1.06);
  expect(own()?.target.cpu).toBeLessThan(400);
});
