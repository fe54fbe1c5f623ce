import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { memoryFrom } from '@/server/objects/quantity';
import { ApiCluster } from '../support/api-cluster';
import { PATIENCE } from '../support/patience';
import { Recommending } from '../support/recommending';

let cluster: ApiCluster;
let recommending: Recommending;

beforeEach(async () => {
  cluster = await ApiCluster.start();
  await cluster.workload('web', ['web-1']);
  await cluster.workload('other', ['other-1']);
  for (const pod of ['web-1', 'other-1'])
    cluster.usage.set(`shop/${pod}`, { app: { cpu: '100m', memory: '400Mi' } });
  await cluster.autoscaler('web');
  await cluster.autoscaler('other');
  recommending = await Recommending.start(cluster);
  await recommending.firstPass();
});
afterEach(async () => {
  await recommending.stop();
  await cluster.close();
});

const targetOf = (name: string) =>
  memoryFrom(cluster.vpa(name).status?.recommendation?.containerRecommendations?.[0]?.target?.memory ?? '0');

it('a container that was killed for memory gets a larger target before the next pass', async () => {
  const firstPass = recommending.running.handles.recommender?.lastPass;
  const before = targetOf('web');
  const otherVersion = cluster.vpa('other').metadata.resourceVersion;
  expect(before).toBeGreaterThan(0);
  cluster.kill('web-1', 'app');
  await vi.waitFor(() => expect(targetOf('web')).toBeGreaterThan(before), PATIENCE);
  expect(recommending.running.handles.recommender?.lastPass).toBe(firstPass);
  expect(cluster.vpa('other').metadata.resourceVersion).toBe(otherVersion);

  const raised = targetOf('web');
  cluster.restart('web-1', 'app');
  await recommending.passes(2);
  expect(targetOf('web')).toBe(raised);
  expect(recommending.running.workload('shop', 'web').containers[0]?.ooms).toMatchObject({ times: 1 });
});
