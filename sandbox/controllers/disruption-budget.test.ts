import { describe, expect, it } from 'vitest';
import { budget, deployment } from '@/sandbox/scenarios/build';
import type { Pod, PodDisruptionBudget } from '@/server/objects/types';
import { simulate } from '../../tests/support/simulated-cluster';
import { plan } from '../../tests/support/small-workload';

describe('a disruption budget', () => {
  it('says how many pods may go', async () => {
    const cluster = await simulate();
    await cluster.create(
      deployment(plan('web', 4)),
      budget({ name: 'web', namespace: 'shop' }, { maxUnavailable: '25%' }),
    );
    await cluster.pass(10);
    const status = () => cluster.get<PodDisruptionBudget>('poddisruptionbudgets.policy', 'web').status;
    expect(status()).toMatchObject({
      disruptionsAllowed: 1,
      currentHealthy: 4,
      desiredHealthy: 3,
      expectedPods: 4,
      conditions: [{ type: 'DisruptionAllowed', status: 'True', reason: 'SufficientPods' }],
    });
    const [pod] = cluster.list<Pod>('pods');
    cluster.registry.delete('pods', 'shop', pod?.metadata.name ?? '');
    await cluster.pass(1);
    expect(status()).toMatchObject({
      disruptionsAllowed: 0,
      currentHealthy: 3,
      conditions: [{ type: 'DisruptionAllowed', status: 'False', reason: 'InsufficientPods' }],
    });
    await cluster.pass(20);
    expect(status()).toMatchObject({ disruptionsAllowed: 1, currentHealthy: 4 });
  });
});
