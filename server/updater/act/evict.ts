import type { KubeClient } from '../../kube/client';
import { API_RESOURCES, pathOf } from '../../kube/resources';
import type { Pod } from '../../kube/types';
import { type Attempt, attemptFrom, DONE } from './attempt';

/**
 * Evicts exactly this pod, not one that took its name. Disruption budgets apply, and an error of `beforeSend`
 * prevents it.
 */
export async function evict(client: KubeClient, pod: Pod, beforeSend: () => void): Promise<Attempt> {
  const { namespace = '', name, uid } = pod.metadata;
  try {
    await client.request('POST', pathOf(API_RESOURCES.pods, namespace, name, 'eviction'), {
      body: {
        apiVersion: 'policy/v1',
        kind: 'Eviction',
        metadata: { name, namespace },
        deleteOptions: { preconditions: { uid } },
      },
      beforeSend,
    });
    return DONE;
  } catch (thrown) {
    return attemptFrom(thrown);
  }
}
