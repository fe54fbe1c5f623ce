import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Node } from '@/server/objects/types';
import { byKubelets } from '@/server/recommender/by-kubelets';
import { installRights, shippedAccount } from '../support/shipped-rights';
import { UpdatingCluster } from '../support/updating';

let cluster: UpdatingCluster;

beforeEach(async () => {
  cluster = await UpdatingCluster.start(3);
});
afterEach(() => cluster.close());

/** What a recommender that starts goes by, with the rights of one pod, and what it reports. */
async function started(memoryThrottlingFactor = 1) {
  const kubeconfig = await shippedAccount(cluster.sandbox);
  const context = cluster.context({ kubeconfig, memoryThrottlingFactor, readKubelets: true });
  const { config } = await byKubelets(context);
  const found = context.problems.list().map(({ code }) => code);
  await context.caches.stop();
  await context.client.close();
  return { factor: config.memoryThrottlingFactor, found };
}

async function kubelets(...settings: (string | undefined)[]): Promise<void> {
  const nodes = [...cluster.sandbox.registry.list<Node>('nodes')];
  for (const [index, text] of settings.entries()) {
    const node = nodes[index];
    if (!node || text === undefined) continue;
    const annotations = { ...node.metadata.annotations, 'sandbox.plumbline.dev/kubelet': text };
    await cluster.sandbox.registry.update<Node>('nodes', {
      ...node,
      metadata: { ...node.metadata, annotations },
    });
  }
}

it('the memoryThrottlingFactor of kubelets counts where the right to read it was given, if it is lower', async () => {
  await kubelets('{"memoryThrottlingFactor":0.9}', '{"memoryThrottlingFactor":0.6}', 'nonsense');
  const refused = await started();
  expect(refused.factor).toBe(1);
  expect(refused.found).toEqual(['kubelets-not-read']);
  await installRights(cluster.sandbox, 'deploy/optional/read-kubelets.yaml');
  expect(await started()).toEqual({ factor: 0.6, found: [] });
  // What the settings state is the most it may be.
  expect(await started(0.4)).toEqual({ factor: 0.4, found: [] });
});
