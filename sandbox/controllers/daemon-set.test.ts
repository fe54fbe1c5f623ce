import { describe, expect, it } from 'vitest';
import { isReady } from '@/sandbox/controllers/pods';
import type { DaemonSet } from '@/sandbox/controllers/workload-types';
import { daemonSet } from '@/sandbox/scenarios/build';
import type { Node, Pod } from '@/server/objects/types';
import { simulate } from '../../tests/support/simulated-cluster';
import { images, newImage, plan } from '../../tests/support/small-workload';

describe('a DaemonSet', () => {
  it('runs one pod on every node, also on one that appears later or is cordoned', async () => {
    const cluster = await simulate();
    cluster.registry.mutate<Node>('nodes', undefined, 'node-1', (draft) => {
      draft.spec = { unschedulable: true };
    });
    await cluster.create(daemonSet(plan('agent')));
    await cluster.pass(10);
    const nodesOf = () =>
      cluster
        .list<Pod>('pods')
        .map((pod) => pod.spec.nodeName)
        .sort();
    expect(nodesOf()).toEqual(['node-0', 'node-1', 'node-2']);
    expect(cluster.get<DaemonSet>('daemonsets.apps', 'agent').status).toEqual({
      currentNumberScheduled: 3,
      numberMisscheduled: 0,
      desiredNumberScheduled: 3,
      numberReady: 3,
      observedGeneration: 1,
      updatedNumberScheduled: 3,
      numberAvailable: 3,
    });
    const template = cluster.registry.get<Node>('nodes', undefined, 'node-0');
    await cluster.registry.create<Node>('nodes', {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name: 'node-9' },
      status: template?.status,
    });
    await cluster.pass(5);
    expect(nodesOf()).toEqual(['node-0', 'node-1', 'node-2', 'node-9']);
  });

  it('loses the pod of a node that is deleted', async () => {
    const cluster = await simulate();
    await cluster.create(daemonSet(plan('agent')));
    await cluster.pass(10);
    cluster.registry.delete('nodes', undefined, 'node-1');
    await cluster.pass(10);
    expect(
      cluster
        .list<Pod>('pods')
        .map((pod) => pod.spec.nodeName)
        .sort(),
    ).toEqual(['node-0', 'node-2']);
  });

  it('updates one node at a time', async () => {
    const cluster = await simulate();
    await cluster.create(daemonSet(plan('agent')));
    await cluster.pass(10);
    let fewest = 3;
    cluster.registry.watch<Pod>('pods', () => {
      const live = cluster.list<Pod>('pods').filter((pod) => !pod.metadata.deletionTimestamp && isReady(pod));
      fewest = Math.min(fewest, live.length);
    });
    cluster.registry.mutate<DaemonSet>('daemonsets.apps', 'shop', 'agent', newImage);
    await cluster.pass(60);
    expect(images(cluster)).toEqual(['img:2', 'img:2', 'img:2']);
    expect(fewest).toBe(2);
  });
});
