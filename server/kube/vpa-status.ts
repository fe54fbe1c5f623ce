import { API_RESOURCES, pathOf } from '../objects/resources';
import type {
  RecommendedPodResources,
  VerticalPodAutoscaler,
  VpaCondition,
  VpaStatus,
} from '../objects/vpa-types';
import { isKubeError, type KubeClient, MERGE_PATCH } from './client';

/** The fields of a status to change; a field not named stays as it is. */
export interface StatusPatch {
  observedGeneration?: number;
  /** `null` removes it. */
  recommendation?: RecommendedPodResources | null;
  /** The whole list, including the conditions of others. */
  conditions?: VpaCondition[];
}

/** The condition of this type, while it is true. */
export function trueCondition(status: VpaStatus | undefined, type: string): VpaCondition | undefined {
  return vpaConditions(status).find((condition) => condition.type === type && condition.status === 'True');
}

/** The conditions of a status; invalid ones are left out. */
export function vpaConditions(status: VpaStatus | undefined): VpaCondition[] {
  const stated: unknown = status?.conditions;
  return Array.isArray(stated) ? stated.filter((one) => typeof one === 'object' && one !== null) : [];
}

const LEAKING = 'Containers that leak memory: ';

/** Says which containers leak, for other processes and for people. */
export function leakCondition(containers: readonly string[]) {
  return {
    type: 'MemoryLeak',
    status: 'True',
    reason: 'RisesBetweenRestarts',
    message: `${LEAKING}${containers.join(', ')}`,
  } as const;
}

/** The containers that `leakCondition` names. */
export function leakingContainers(status: VpaStatus | undefined): string[] {
  const { message } = trueCondition(status, 'MemoryLeak') ?? {};
  return message?.startsWith(LEAKING) ? message.slice(LEAKING.length).split(', ') : [];
}

/** Conditions sorted by type, as all our writers keep them. */
export function byType(conditions: readonly VpaCondition[]): VpaCondition[] {
  return [...conditions].sort((a, b) => (a.type < b.type ? -1 : 1));
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
