import { API_RESOURCES, pathOf } from '../objects/resources';
import type { RecommendedPodResources, VerticalPodAutoscaler, VpaCondition } from '../objects/vpa-types';
import { isKubeError, type KubeClient, MERGE_PATCH } from './client';

/** The fields of a status to change; a field not named stays as it is. */
export interface StatusPatch {
  observedGeneration?: number;
  /** `null` removes it. */
  recommendation?: RecommendedPodResources | null;
  /** The whole list, including the conditions of others. */
  conditions?: VpaCondition[];
}

/**
 * Patches the status with the result of `next`, and only if the object is unchanged: several roles write
 * conditions into one list, and none may undo another's. If the object changed, it is read again and `next`
 * is called once more.
 * @returns the updated object; undefined if `next` found nothing to write
 * @throws KubeError; `conflict` if the object changed again or was replaced
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
