import type { KubeClient } from '../../kube/client';
import { API_RESOURCES, pathOf } from '../../objects/resources';
import type { Pod } from '../../objects/types';
import { type Attempt, attemptFrom, DONE } from './attempt';

interface EvictOptions {
  /**
   * Whether a disruption budget covers it: then a dry run comes first, since an eviction that is refused because
   * another pod took the name uses up a disruption for two minutes all the same (Kubernetes 1.37).
   */
  isCovered: boolean;
  /** An error of it prevents the eviction. */
  beforeSend: () => void;
}

/** Evicts exactly this pod, not one that took its name. Disruption budgets apply. */
export async function evict(
  client: Pick<KubeClient, 'request'>,
  pod: Pod,
  { isCovered, beforeSend }: EvictOptions,
): Promise<Attempt> {
  const { namespace = '', name, uid } = pod.metadata;
  const path = pathOf(API_RESOURCES.pods, namespace, name, 'eviction');
  const body = {
    apiVersion: 'policy/v1',
    kind: 'Eviction',
    metadata: { name, namespace },
    deleteOptions: { preconditions: { uid } },
  };
  try {
    if (isCovered) await client.request('POST', path, { body, query: { dryRun: 'All' }, beforeSend });
    await client.request('POST', path, { body, beforeSend });
    return DONE;
  } catch (thrown) {
    return attemptFrom(thrown);
  }
}
