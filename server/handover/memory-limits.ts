import { asOne, MEMORY_LIMITS_ANNOTATION, recommendationOf } from '../decide/pods/memory-limit/recommended';
import { type KubeClient, MERGE_PATCH } from '../kube/client';
import { unlessMissing } from '../kube/errors';
import { API_RESOURCES, pathOf } from '../objects/resources';
import type { KubeList } from '../objects/types';
import type { VerticalPodAutoscaler } from '../objects/vpa-types';

/** The VPAs that recommend memory limits apart from requests. @throws KubeError */
export async function limitedApart(client: KubeClient): Promise<VerticalPodAutoscaler[]> {
  const path = pathOf(API_RESOURCES.vpas);
  const vpas = await unlessMissing(client.request<KubeList<VerticalPodAutoscaler>>('GET', path));
  return (vpas?.items ?? []).filter(
    ({ metadata }) => metadata.annotations?.[MEMORY_LIMITS_ANNOTATION] !== undefined,
  );
}

/**
 * Writes into each status the requests that hold the peak, since the upstream VPA keeps limits in proportion to
 * requests; then takes the limits away. @throws KubeError
 */
export async function joinMemoryLimits(client: KubeClient): Promise<void> {
  for (const vpa of await limitedApart(client)) {
    const { namespace, name, uid } = vpa.metadata;
    const path = pathOf(API_RESOURCES.vpas, namespace, name);
    const { containerRecommendations = [] } = recommendationOf(vpa) ?? {};
    if (containerRecommendations.length > 0)
      await unlessMissing(
        client.request('PATCH', `${path}/status`, {
          contentType: MERGE_PATCH,
          body: {
            metadata: { uid },
            status: { recommendation: { containerRecommendations: containerRecommendations.map(asOne) } },
          },
        }),
      );
    await unlessMissing(
      client.request('PATCH', path, {
        contentType: MERGE_PATCH,
        body: { metadata: { uid, annotations: { [MEMORY_LIMITS_ANNOTATION]: null } } },
      }),
    );
  }
}
