import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Node, Pod, ResourceRequirements } from '@/server/objects/types';
import { until } from '../support/until';
import { type Updating, UpdatingCluster } from '../support/updating';

const PASSES = 8;

let cluster: UpdatingCluster;

beforeEach(async () => {
  cluster = await UpdatingCluster.start();
});
afterEach(() => cluster.close());

/** Sets every kubelet so, in the words of its configuration. */
async function kubelets(settings: object): Promise<void> {
  for (const node of [...cluster.sandbox.registry.list<Node>('nodes')]) {
    const annotations = {
      ...node.metadata.annotations,
      'sandbox.plumbline.dev/kubelet': JSON.stringify(settings),
    };
    await cluster.sandbox.registry.update<Node>('nodes', {
      ...node,
      metadata: { ...node.metadata, annotations },
    });
  }
}

const only = () => cluster.pods('web')[0] as Pod;
const inForce = () => only().status?.containerStatuses?.[0]?.resources;

async function resizing(resources: ResourceRequirements): Promise<Updating> {
  await cluster.workload('web', { replicas: 1, resources });
  await cluster.autoscaler('web', {
    target: { cpu: '163m', memory: '96Mi' },
    updatePolicy: { updateMode: 'InPlaceOrRecreate', minReplicas: 1 },
  });
  return cluster.updating();
}

/** Passes until what is in force is so, and then more often, each once its kubelet has answered. */
async function passing(process: Updating, isSo: () => boolean): Promise<void> {
  await until('what can pass', async () => {
    await process.pass(cluster);
    return isSo();
  });
  for (let pass = 0; pass < PASSES; pass++) {
    await process.pass(cluster);
    const { generation } = only().metadata;
    await until('the answer of a kubelet', () => only().status?.observedGeneration === generation);
  }
}

it('with limited swap CPU goes alone, and no limit follows a request that is refused again and again', async () => {
  await kubelets({ memorySwap: { swapBehavior: 'LimitedSwap' } });
  const before = { requests: { cpu: '100m', memory: '64Mi' }, limits: { memory: '256Mi' } };
  const process = await resizing(before);
  const { uid } = only().metadata;
  await passing(process, () => inForce()?.requests?.cpu === '163m');
  expect(inForce()).toEqual({ requests: { cpu: '163m', memory: '64Mi' }, limits: { memory: '256Mi' } });
  expect(only().metadata.uid).toBe(uid);
});

it('with the static CPU manager memory of a Guaranteed pod goes alone, and nobody is evicted', async () => {
  await kubelets({ cpuManagerPolicy: 'static' });
  const both = { cpu: '100m', memory: '64Mi' };
  const process = await resizing({ requests: both, limits: both });
  const { uid } = only().metadata;
  await passing(process, () => inForce()?.requests?.memory === '96Mi');
  const now = { cpu: '100m', memory: '96Mi' };
  expect(inForce()).toEqual({ requests: now, limits: now });
  expect(only().metadata.uid).toBe(uid);
});
