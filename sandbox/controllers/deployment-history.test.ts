import { describe, expect, it } from 'vitest';
import { isReady } from '@/sandbox/controllers/pods';
import type { Deployment, ReplicaSet } from '@/sandbox/controllers/workload-types';
import { deployment } from '@/sandbox/scenarios/build';
import type { Pod } from '@/server/objects/types';
import { simulate } from '../../tests/support/simulated-cluster';
import { images, newImage, plan, steady } from '../../tests/support/small-workload';

describe('a Deployment', () => {
  it("reports a quota's refusal and catches up when the quota grows", async () => {
    const cluster = await simulate();
    await cluster.registry.create('resourcequotas', {
      apiVersion: 'v1',
      kind: 'ResourceQuota',
      metadata: { name: 'q', namespace: 'shop' },
      spec: { hard: { pods: '2' } },
    } as never);
    await cluster.create(deployment(plan('web', 4)));
    await cluster.pass(10);
    const [set] = cluster.list<ReplicaSet>('replicasets.apps');
    expect(set?.status).toMatchObject({
      replicas: 2,
      conditions: [{ type: 'ReplicaFailure', status: 'True', reason: 'FailedCreate' }],
    });
    const conditions = cluster.get<Deployment>('deployments.apps', 'web').status?.conditions ?? [];
    const brief = conditions.map(({ type, status, reason }) => `${type} ${status} ${reason}`);
    expect(brief).toContain('Available False MinimumReplicasUnavailable');
    expect(brief).toContain('ReplicaFailure True FailedCreate');
    cluster.registry.mutate('resourcequotas', 'shop', 'q', (draft) => {
      Object.assign(draft, { spec: { hard: { pods: '9' } } });
    });
    await cluster.pass(400);
    expect(cluster.list<Pod>('pods').filter(isReady)).toHaveLength(4);
    expect(cluster.list<ReplicaSet>('replicasets.apps')[0]?.status?.conditions).toBeUndefined();
  });

  it('returns to an earlier template through its earlier ReplicaSet', async () => {
    const cluster = await simulate();
    await cluster.create(deployment(plan('web', 2)));
    await cluster.pass(10);
    const [first] = cluster.list<ReplicaSet>('replicasets.apps');
    const former = cluster.get<Deployment>('deployments.apps', 'web').spec.template;
    cluster.registry.mutate<Deployment>('deployments.apps', 'shop', 'web', newImage);
    await cluster.pass(30);
    cluster.registry.mutate<Deployment>('deployments.apps', 'shop', 'web', (draft) => {
      draft.spec.template = structuredClone(former);
    });
    await cluster.pass(30);
    const sets = cluster.list<ReplicaSet>('replicasets.apps');
    expect(sets).toHaveLength(2);
    expect(sets.find((set) => set.metadata.uid === first?.metadata.uid)).toMatchObject({
      metadata: { annotations: { 'deployment.kubernetes.io/revision': '3' } },
      status: { replicas: 2 },
    });
  });

  it('replaces all pods at once when told to recreate', async () => {
    const cluster = await simulate();
    const declared = deployment(plan('web', 2));
    Object.assign((declared.object as Deployment).spec, { strategy: { type: 'Recreate' } });
    await cluster.create(declared);
    await cluster.pass(10);
    let mixed = false;
    cluster.registry.watch<Pod>('pods', () => {
      mixed ||= new Set(images(cluster)).size > 1;
    });
    cluster.registry.mutate<Deployment>('deployments.apps', 'shop', 'web', newImage);
    await cluster.pass(30);
    expect(images(cluster)).toEqual(['img:2', 'img:2']);
    expect(mixed).toBe(false);
  });

  it('gives up a rollout that makes no progress', async () => {
    const cluster = await simulate({ nodeCount: 1 });
    const declared = deployment({ ...plan('web', 1), containers: [{ requests: '64/1Gi', does: steady }] });
    Object.assign((declared.object as Deployment).spec, { progressDeadlineSeconds: 60 });
    await cluster.create(declared);
    await cluster.pass(90);
    expect(cluster.get<Deployment>('deployments.apps', 'web').status?.conditions).toContainEqual(
      expect.objectContaining({ type: 'Progressing', status: 'False', reason: 'ProgressDeadlineExceeded' }),
    );
  });
});
