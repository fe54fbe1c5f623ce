import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiBetween } from '../support/api-between';
import { ApiCluster } from '../support/api-cluster';
import { Recommending } from '../support/recommending';

const WINDOW_MS = 3 * 60_000;
/** Longer than a start waits for checkpoints. */
const LONG_MS = 11 * 60_000;

let cluster: ApiCluster;
let between: ApiBetween;
let recommending: Recommending | undefined;

beforeEach(async () => {
  cluster = await ApiCluster.start();
  between = await ApiBetween.start(cluster.server, cluster.folder);
  await cluster.workload('web', ['web-1']);
  cluster.usage.set('shop/web-1', { app: { cpu: '100m', memory: '50Mi' } });
  await cluster.autoscaler('web');
});
afterEach(async () => {
  vi.restoreAllMocks();
  await recommending?.stop();
  recommending = undefined;
  await between.close();
  await cluster.close();
});

async function start(): Promise<Recommending> {
  recommending = await Recommending.start(cluster, {
    kubeconfig: between.kubeconfigPath,
    memoryAggregationIntervalMs: WINDOW_MS,
  });
  return recommending;
}

const app = () => recommending?.running.workload('shop', 'web').containers[0];
/** The share of all peaks of memory that is above what the container used. */
const shareOfKills = () =>
  (app()?.histograms[1]?.buckets ?? [])
    .filter(({ start }) => start > 150 * 2 ** 20)
    .reduce((sum, { weight }) => sum + weight, 0);

it('an OOM kill that its checkpoint has is counted once, also if that cannot be read for long', async () => {
  const before = await start();
  await before.passes(4);
  cluster.kill('web-1', 'app');
  await before.until(() => expect(app()?.ooms).toMatchObject({ times: 1 }));
  cluster.usage.delete('shop/web-1');
  await before.passes(4);
  const learned = shareOfKills();
  expect(learned).toBeGreaterThan(0);
  expect(learned).toBeLessThan(0.9);
  await before.stop();

  between.instead = (_, url) =>
    url.includes('verticalpodautoscalercheckpoints') ? { status: 500, body: {} } : undefined;
  const after = await start();
  await after.passes();
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + LONG_MS);
  await after.passes(2);
  between.instead = () => undefined;
  await after.until(() => expect(shareOfKills()).toBeGreaterThan(0));
  await after.passes(2);
  expect(shareOfKills()).toBeCloseTo(learned, 2);
});
