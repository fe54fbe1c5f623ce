import { describe, expect, it } from 'vitest';
import { podMetrics } from '@/sandbox/metrics/pod-metrics';
import { smallShop } from '@/sandbox/scenarios/small-shop';
import type { Pod } from '@/server/objects/types';
import { simulate } from '../tests/support/simulated-cluster';

/** The state of a cluster after some time, without what is random in every real cluster too (uids). */
async function world(seed: number) {
  const cluster = await simulate({ seed, nodeCount: 0 });
  await cluster.create(
    ...smallShop
      .objects(seed)
      .filter(
        ({ resource, object }) =>
          resource !== 'verticalpodautoscalers.autoscaling.k8s.io' && object.metadata.name !== 'shop',
      ),
  );
  await cluster.pass(900);
  const pods = [...cluster.registry.list<Pod>('pods')];
  return pods.map((pod) => {
    const run = cluster.plane.kubelets.runOf(pod);
    return {
      name: pod.metadata.name,
      node: pod.spec.nodeName,
      restarts: pod.status?.containerStatuses?.map((status) => status.restartCount),
      metrics: run && podMetrics(run, cluster.clock.now())?.containers,
    };
  });
}

describe('a simulated cluster', () => {
  it('is the same in every run with the same seed', async () => {
    expect(await world(3)).toEqual(await world(3));
  });

  it('differs with another seed', async () => {
    expect(await world(3)).not.toEqual(await world(4));
  });
});
