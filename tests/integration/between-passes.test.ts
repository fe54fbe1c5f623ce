import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { memoryFrom } from '@/server/objects/quantity';
import type { KubeObject } from '@/server/objects/types';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { ApiCluster, VPAS } from '../support/api-cluster';
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

const lastPass = () => recommending.running.handles.recommender?.lastPass;

const targetOf = (name: string) =>
  memoryFrom(cluster.vpa(name).status?.recommendation?.containerRecommendations?.[0]?.target?.memory ?? '0');

it('a container that was killed for memory gets a larger target before the next pass', async () => {
  const firstPass = lastPass();
  const before = targetOf('web');
  const otherVersion = cluster.vpa('other').metadata.resourceVersion;
  expect(before).toBeGreaterThan(0);
  cluster.kill('web-1', 'app');
  await vi.waitFor(() => expect(targetOf('web')).toBeGreaterThan(before), PATIENCE);
  expect(lastPass()).toBe(firstPass);
  expect(cluster.vpa('other').metadata.resourceVersion).toBe(otherVersion);

  const raised = targetOf('web');
  cluster.restart('web-1', 'app');
  await recommending.passes(2);
  expect(targetOf('web')).toBe(raised);
  expect(recommending.running.workload('shop', 'web').containers[0]?.ooms).toMatchObject({ times: 1 });
});

it('a VPA gets its recommendation right after it is made, from what is known of its pods', async () => {
  await cluster.workload('late', ['late-1']);
  cluster.usage.set('shop/late-1', { app: { cpu: '100m', memory: '700Mi' } });
  await recommending.passes(1);
  const before = lastPass();
  await cluster.autoscaler('late');
  await vi.waitFor(() => expect(targetOf('late')).toBeGreaterThan(700 * 2 ** 20), PATIENCE);
  expect(lastPass()).toBe(before);
  const made = targetOf('late');
  await recommending.passes(1);
  expect(targetOf('late')).toBe(made);
});

it('a VPA in a namespace that had none is recommended for before the next pass', async () => {
  const pod = { metadata: { namespace: 'away', name: 'first-1' }, labels: { app: 'first' } };
  await cluster.create('namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'away' } });
  await cluster.create('deployments.apps', {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { namespace: 'away', name: 'first' },
    spec: {
      replicas: 1,
      selector: { matchLabels: pod.labels },
      template: { metadata: { labels: pod.labels }, spec: { containers: [{ name: 'app', image: 'app' }] } },
    },
  } as KubeObject);
  await cluster.create('pods', {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { ...pod.metadata, labels: pod.labels },
    spec: { containers: [{ name: 'app', image: 'app' }] },
  } as KubeObject);
  cluster.usage.set('away/first-1', { app: { cpu: '100m', memory: '700Mi' } });
  await recommending.passes(1);
  const before = lastPass();
  const vpa = await cluster.create<VerticalPodAutoscaler>(VPAS, {
    apiVersion: 'autoscaling.k8s.io/v1',
    kind: 'VerticalPodAutoscaler',
    metadata: { namespace: 'away', name: 'first' },
    spec: { targetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'first' } },
  });
  await vi.waitFor(() => {
    const { status } = cluster.registry.get<VerticalPodAutoscaler>(VPAS, 'away', vpa.metadata.name) ?? {};
    expect(status?.recommendation?.containerRecommendations?.[0]?.target?.memory).toBeDefined();
  }, PATIENCE);
  expect(lastPass()).toBe(before);
});

it('an edited policy shows in the status right away', async () => {
  const before = lastPass();
  const { generation = 0 } = cluster.vpa('web').metadata;
  cluster.registry.mutate<VerticalPodAutoscaler>(VPAS, 'shop', 'web', (draft) => {
    draft.spec.resourcePolicy = {
      containerPolicies: [{ containerName: '*', maxAllowed: { memory: '300Mi' } }],
    };
  });
  expect(cluster.vpa('web').metadata.generation).toBe(generation + 1);
  await vi.waitFor(() => expect(targetOf('web')).toBe(300 * 2 ** 20), PATIENCE);
  expect(lastPass()).toBe(before);
});
