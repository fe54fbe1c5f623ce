import { isKubeError, type KubeClient, MERGE_PATCH } from './client';
import { API_RESOURCES, pathOf } from './resources';
import type { RecommendedPodResources, VerticalPodAutoscaler, VpaCondition, VpaStatus } from './vpa-types';

/** What of a status is to become what; a field that is not named stays as it is. */
export interface StatusPatch {
  observedGeneration?: number;
  /** `null` takes it away. */
  recommendation?: RecommendedPodResources | null;
  /** The whole list, those of others included. */
  conditions?: VpaCondition[];
}

/** The condition of this type, while it is true. */
export function trueCondition(status: VpaStatus | undefined, type: string): VpaCondition | undefined {
  return conditionsOf(status).find((condition) => condition.type === type && condition.status === 'True');
}

/** The conditions of a status; what is none is left out. */
export function conditionsOf(status: VpaStatus | undefined): VpaCondition[] {
  const stated: unknown = status?.conditions;
  return Array.isArray(stated) ? stated.filter((one) => typeof one === 'object' && one !== null) : [];
}

/** Conditions in order of their type, as every writer of ours keeps them. */
export function byType(conditions: readonly VpaCondition[]): VpaCondition[] {
  return [...conditions].sort((a, b) => (a.type < b.type ? -1 : 1));
}

/**
 * Patches the status with what `next` makes of it, and only over the very object it was made of: several roles
 * write conditions into one list, and none may undo another's. An object that has changed is read again and
 * `next` asked once more.
 * @returns the object as it now is; undefined when `next` found nothing to write
 * @throws KubeError; `conflict` when the object changed once more, or is another one by now
 */
export async function patchStatus(
  client: Pick<KubeClient, 'request'>,
  vpa: VerticalPodAutoscaler,
  next: (vpa: VerticalPodAutoscaler) => StatusPatch | undefined,
): Promise<VerticalPodAutoscaler | undefined> {
  const { namespace, name, uid } = vpa.metadata;
  const send = async (object: VerticalPodAutoscaler) => {
    const status = next(object);
    if (!status) return undefined;
    return client.request<VerticalPodAutoscaler>(
      'PATCH',
      pathOf(API_RESOURCES.vpas, namespace, name, 'status'),
      {
        body: { metadata: { resourceVersion: object.metadata.resourceVersion }, status },
        contentType: MERGE_PATCH,
      },
    );
  };
  try {
    return await send(vpa);
  } catch (thrown) {
    if (!isKubeError(thrown, 'conflict')) throw thrown;
    const path = pathOf(API_RESOURCES.vpas, namespace, name);
    const fresh = await client.request<VerticalPodAutoscaler>('GET', path);
    if (fresh.metadata.uid !== uid) throw thrown;
    return await send(fresh);
  }
}
