import { describe, expect, it } from 'vitest';
import { isReady } from '@/sandbox/controllers/pods';
import type { Deployment, ReplicaSet } from '@/sandbox/controllers/workload-types';
import { deployment } from '@/sandbox/scenarios/build';
import type { KubeEvent, Pod } from '@/server/objects/types';
import { simulate } from '../../tests/support/simulated-cluster';

const web = (replicas = 4) =>
  deployment({
    name: 'web',
    namespace: 'shop',
    replicas,
    containers: [{ requests: '100m/100Mi', does: { kind: 'steady', cpu: '50m', memory: '60Mi' } }],
  });

describe('a Deployment', () => {
  it('becomes ready pods through one ReplicaSet and says so', async () => {
    const cluster = await simulate();
    await cluster.create(web());
    await cluster.pass(10);
    const [set, ...others] = cluster.list<ReplicaSet>('replicasets.apps');
    expect(others).toEqual([]);
    expect(set?.metadata.name).toMatch(/^web-[bcdf-hj-np-tv-z2-9]{8,10}$/);
    expect(set?.status).toEqual({
      replicas: 4,
      fullyLabeledReplicas: 4,
      readyReplicas: 4,
      availableReplicas: 4,
      observedGeneration: 1,
    });
    const { status, metadata } = cluster.get<Deployment>('deployments.apps', 'web');
    expect(metadata.annotations).toEqual({ 'deployment.kubernetes.io/revision': '1' });
    expect(status).toMatchObject({
      observedGeneration: 1,
      replicas: 4,
      updatedReplicas: 4,
      readyReplicas: 4,
      availableReplicas: 4,
      conditions: [
        { type: 'Available', status: 'True', reason: 'MinimumReplicasAvailable' },
        {
          type: 'Progressing',
          status: 'True',
          reason: 'NewReplicaSetAvailable',
          message: `ReplicaSet "${set?.metadata.name}" has successfully progressed.`,
        },
      ],
    });
    expect(cluster.list<Pod>('pods').filter(isReady)).toHaveLength(4);
  });

  it('rolls a new template out one pod at a time and never has fewer than three ready', async () => {
    const cluster = await simulate();
    await cluster.create(web());
    await cluster.pass(10);
    let fewest = 4;
    let most = 4;
    cluster.registry.watch<Pod>('pods', () => {
      const live = cluster.list<Pod>('pods').filter((pod) => !pod.metadata.deletionTimestamp);
      fewest = Math.min(fewest, live.filter(isReady).length);
      most = Math.max(most, live.length);
    });
    cluster.registry.mutate<Deployment>('deployments.apps', 'shop', 'web', (draft) => {
      for (const container of draft.spec.template.spec.containers) container.image = 'img:2';
    });
    await cluster.pass(60);
    expect({ fewest, most }).toEqual({ fewest: 3, most: 5 });
    expect(cluster.list<Pod>('pods').map((pod) => pod.spec.containers[0]?.image)).toEqual(
      Array(4).fill('img:2'),
    );
    const messages = cluster
      .list<KubeEvent>('events')
      .filter((event) => event.involvedObject.kind === 'Deployment')
      .map(
        (event) => `${event.message?.split(' ').slice(0, 2).join(' ')} ${event.message?.split(' ').at(-1)}`,
      );
    expect(messages.slice(0, 3)).toEqual(['Scaled up 4', 'Scaled up 1', 'Scaled down 3']);
    expect(messages.slice(-2)).toEqual(['Scaled up 4', 'Scaled down 0']);
  });
});
