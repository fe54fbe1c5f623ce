import { describe, expect, it } from 'vitest';
import { isReady } from '@/sandbox/controllers/pods';
import type { StatefulSet } from '@/sandbox/controllers/workload-types';
import { statefulSet } from '@/sandbox/scenarios/build';
import type { Pod } from '@/server/objects/types';
import { simulate } from '../../tests/support/simulated-cluster';
import { images, newImage, plan } from '../../tests/support/small-workload';

describe('a StatefulSet', () => {
  it('starts its pods one after the other, each once the one before is ready', async () => {
    const cluster = await simulate();
    const order: string[] = [];
    let together = true;
    cluster.registry.watch<Pod>('pods', ({ type, object }) => {
      if (type !== 'ADDED') return;
      together &&= cluster.list<Pod>('pods').every((pod) => pod === object || isReady(pod));
      order.push(object.metadata.name);
    });
    await cluster.create(statefulSet(plan('db')));
    await cluster.pass(30);
    expect(order).toEqual(['db-0', 'db-1', 'db-2']);
    expect(together).toBe(true);
    const { status } = cluster.get<StatefulSet>('statefulsets.apps', 'db');
    expect(status).toEqual({
      observedGeneration: 1,
      replicas: 3,
      readyReplicas: 3,
      currentReplicas: 3,
      updatedReplicas: 3,
      currentRevision: status?.updateRevision,
      updateRevision: expect.stringMatching(/^db-[a-z0-9]+$/),
      collisionCount: 0,
      availableReplicas: 3,
    });
    const pod = cluster.get<Pod>('pods', 'db-0');
    expect(pod.metadata.labels).toEqual({
      app: 'db',
      'controller-revision-hash': status?.updateRevision,
      'statefulset.kubernetes.io/pod-name': 'db-0',
    });
    expect(pod.spec).toMatchObject({ hostname: 'db-0', subdomain: 'db' });
  });

  it('updates and removes from the highest number down', async () => {
    const cluster = await simulate();
    await cluster.create(statefulSet(plan('db')));
    await cluster.pass(30);
    const gone: string[] = [];
    cluster.registry.watch<Pod>('pods', ({ type, object }) => {
      if (type === 'DELETED') gone.push(object.metadata.name);
    });
    cluster.registry.mutate<StatefulSet>('statefulsets.apps', 'shop', 'db', newImage);
    await cluster.pass(60);
    expect(gone).toEqual(['db-2', 'db-1', 'db-0']);
    expect(images(cluster)).toEqual(['img:2', 'img:2', 'img:2']);
    cluster.registry.mutate<StatefulSet>('statefulsets.apps', 'shop', 'db', (draft) => {
      draft.spec.replicas = 1;
    });
    await cluster.pass(20);
    expect(gone.slice(3)).toEqual(['db-2', 'db-1']);
  });
});
