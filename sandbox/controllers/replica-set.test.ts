import { describe, expect, it } from 'vitest';
import { isReady } from '@/sandbox/controllers/pods';
import type { ReplicaSet } from '@/sandbox/controllers/workload-types';
import { deployment } from '@/sandbox/scenarios/build';
import type { Pod } from '@/server/objects/types';
import { simulate } from '../../tests/support/simulated-cluster';
import { plan } from '../../tests/support/small-workload';

describe('a ReplicaSet', () => {
  it('replaces a pod that is taken out by its label, and leaves that one running', async () => {
    const cluster = await simulate();
    await cluster.create(deployment(plan('web', 2)));
    await cluster.pass(10);
    const name = cluster.list<Pod>('pods')[0]?.metadata.name ?? '';
    cluster.registry.mutate<Pod>('pods', 'shop', name, (draft) => {
      draft.metadata.labels = { app: 'quarantined' };
    });
    await cluster.pass(10);
    expect(cluster.list<Pod>('pods').filter(isReady)).toHaveLength(3);
    expect(cluster.get<Pod>('pods', name).metadata.ownerReferences).toBeUndefined();
  });

  it('takes over the pods of one that was deleted without them', async () => {
    const cluster = await simulate();
    const declared = deployment(plan('web', 2));
    await cluster.create(declared);
    await cluster.pass(10);
    const before = cluster.list<Pod>('pods').map((pod) => pod.metadata.uid);
    cluster.registry.delete('deployments.apps', 'shop', 'web', { propagationPolicy: 'Orphan' });
    await cluster.pass(5);
    for (const set of cluster.list<ReplicaSet>('replicasets.apps')) {
      cluster.registry.delete('replicasets.apps', 'shop', set.metadata.name, { propagationPolicy: 'Orphan' });
    }
    await cluster.pass(5);
    expect(cluster.list<Pod>('pods').map((pod) => pod.metadata.ownerReferences)).toEqual([
      undefined,
      undefined,
    ]);
    await cluster.create(declared);
    await cluster.pass(10);
    expect(cluster.list<Pod>('pods').map((pod) => pod.metadata.uid)).toEqual(before);
  });
});
