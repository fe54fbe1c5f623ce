import { afterAll, beforeAll, expect, it } from 'vitest';
import type { KubeObject, Pod, ResourceList, ResourceQuota } from '@/server/objects/types';
import { ApiCluster, VPAS } from '../support/api-cluster';
import { Recommending } from '../support/recommending';

let cluster: ApiCluster;
let process: Recommending;

/** A workload in a namespace of its own with a pod that uses more than it requests, and a full quota of that scope. */
async function workload(namespace: string, scope: string, requests: ResourceList): Promise<void> {
  await cluster.create('namespaces', {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: namespace },
  } as KubeObject);
  const labels = { app: namespace };
  await cluster.create('deployments.apps', {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { namespace, name: 'web' },
    spec: {
      replicas: 1,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: { containers: [{ name: 'app', image: 'app', resources: { requests } }] },
      },
    },
  } as KubeObject);
  await cluster.create<Pod>('pods', {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { namespace, name: 'web-1', labels },
    spec: { nodeName: 'node', containers: [{ name: 'app', image: 'app', resources: { requests } }] },
  });
  cluster.registry.mutate<Pod>(
    'pods',
    namespace,
    'web-1',
    (draft) => {
      draft.status = { ...draft.status, phase: 'Running' };
    },
    { subresource: 'status' },
  );
  cluster.usage.set(`${namespace}/web-1`, { app: { cpu: '900m', memory: '512Mi' } });
  await cluster.create<ResourceQuota>('resourcequotas', {
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata: { namespace, name: 'full' },
    spec: { hard: { 'requests.cpu': '100m' }, scopes: [scope] },
  });
  cluster.registry.mutate<ResourceQuota>(
    'resourcequotas',
    namespace,
    'full',
    (draft) => {
      draft.status = { hard: { 'requests.cpu': '100m' }, used: { 'requests.cpu': '100m' } };
    },
    { subresource: 'status' },
  );
  await cluster.create(VPAS, {
    apiVersion: 'autoscaling.k8s.io/v1',
    kind: 'VerticalPodAutoscaler',
    metadata: { namespace, name: 'web' },
    spec: {
      targetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
      updatePolicy: { updateMode: 'Off' },
    },
  } as KubeObject);
}

const STATED = { cpu: '100m', memory: '100Mi' };

beforeAll(async () => {
  cluster = await ApiCluster.start();
  await workload('counted', 'NotTerminating', STATED);
  await workload('of-jobs', 'Terminating', STATED);
  // Once it requests anything, the pod is no longer BestEffort.
  await workload('bare', 'NotBestEffort', {});
  process = await Recommending.start(cluster);
});
afterAll(async () => {
  await process?.stop();
  await cluster?.close();
});

it('of a workload names the quotas whose scopes count its pods, and no other', async () => {
  const hintOf = (namespace: string) =>
    process.running.workload(namespace, 'web').containers[0]?.cpu.quota?.quota;
  await process.until(() => {
    for (const namespace of ['counted', 'of-jobs', 'bare'])
      expect(process.running.workload(namespace, 'web').containers[0]?.cpu.target).toBeGreaterThan(200);
    expect(['counted', 'of-jobs', 'bare'].map(hintOf)).toEqual(['full', undefined, 'full']);
  });
});
