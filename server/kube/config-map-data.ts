import { API_RESOURCES, apiVersionOf, pathOf } from '../objects/resources';
import type { ConfigMap } from '../objects/types';
import { isKubeError, type KubeClient, MERGE_PATCH, type RequestOptions } from './client';

/**
 * Sets keys of a ConfigMap, and takes those away that are null; makes the ConfigMap where there is none.
 * @throws KubeError
 */
export async function writeConfigMapData(
  client: Pick<KubeClient, 'request'>,
  { namespace, name }: { namespace: string; name: string },
  data: Readonly<Record<string, string | null>>,
  options: Pick<RequestOptions, 'priority' | 'timeoutMs'> = {},
): Promise<ConfigMap> {
  const resource = API_RESOURCES.configMaps;
  try {
    return await client.request('PATCH', pathOf(resource, namespace, name), {
      body: { data },
      contentType: MERGE_PATCH,
      ...options,
    });
  } catch (thrown) {
    if (!isKubeError(thrown, 'not-found')) throw thrown;
    const body = {
      apiVersion: apiVersionOf(resource),
      kind: resource.kind,
      metadata: { name, namespace },
      data: Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null)),
    };
    return client.request('POST', pathOf(resource, namespace), { body, ...options });
  }
}
