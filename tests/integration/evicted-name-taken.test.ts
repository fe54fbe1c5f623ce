import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultConfig } from '@/server/config';
import type { RoleContext } from '@/server/kube/role-context';
import type { KubeObject, Pod, PodDisruptionBudget } from '@/server/objects/types';
import { evict } from '@/server/updater/act/evict';
import { ApiCluster } from '../support/api-cluster';
import { roleContext } from '../support/role-context';

const BUDGETS = 'poddisruptionbudgets.policy';
const LABELS = { app: 'web' };

describe('an eviction of a pod whose name another took', () => {
  let cluster: ApiCluster;
  let context: RoleContext<ReturnType<typeof defaultConfig>>;

  beforeAll(async () => {
    cluster = await ApiCluster.start({ metrics: false });
    context = roleContext(defaultConfig(), cluster.kubeconfig, cluster.clock);
    await cluster.create('pods', {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { namespace: 'shop', name: 'web-0', labels: LABELS },
      spec: { containers: [{ name: 'app', image: 'web' }] },
    } as KubeObject);
    cluster.registry.mutate<Pod>(
      'pods',
      'shop',
      'web-0',
      (draft) => {
        draft.status = { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] };
      },
      { subresource: 'status' },
    );
    await cluster.create(BUDGETS, {
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { namespace: 'shop', name: 'web' },
      spec: { minAvailable: 1, selector: { matchLabels: LABELS } },
    } as KubeObject);
    cluster.registry.mutate<PodDisruptionBudget>(
      BUDGETS,
      'shop',
      'web',
      (draft) => {
        draft.status = {
          observedGeneration: draft.metadata.generation ?? 1,
          disruptionsAllowed: 1,
          currentHealthy: 2,
          desiredHealthy: 1,
          expectedPods: 2,
        };
      },
      { subresource: 'status' },
    );
  });

  afterAll(async () => {
    await context.client.close();
    await cluster.close();
  });

  const evicted = (uid: string | undefined, isCovered: boolean) => {
    const pod = cluster.registry.get<Pod>('pods', 'shop', 'web-0');
    if (!pod) throw new Error('there is no pod');
    const stale = { ...pod, metadata: { ...pod.metadata, uid: uid ?? pod.metadata.uid } };
    return evict(context.client, stale, { isCovered, beforeSend: () => undefined });
  };
  const allowed = () =>
    cluster.registry.get<PodDisruptionBudget>(BUDGETS, 'shop', 'web')?.status?.disruptionsAllowed;

  it('is refused, spends no disruption and leaves the other pod', async () => {
    expect((await evicted('of-another', true)).outcome).not.toBe('done');
    expect(allowed()).toBe(1);
    expect(cluster.registry.get('pods', 'shop', 'web-0')?.metadata.deletionTimestamp).toBeUndefined();
  });

  it('would spend one without a dry run first', async () => {
    expect((await evicted('of-another', false)).outcome).not.toBe('done');
    expect(allowed()).toBe(0);
  });
});
