import { API_RESOURCES, apiVersionOf, pathOf } from '../objects/resources';
import type { ConfigMap } from '../objects/types';
import { isKubeError, type KubeClient, MERGE_PATCH, type RequestOptions } from './client';
import { createOwn } from './create-own';

interface Place {
  readonly namespace: string;
  readonly name: string;
}

interface Data {
  /** What to set; null takes a key away. */
  readonly data: Readonly<Record<string, string | null>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** Sets keys of one of our ConfigMaps; makes the ConfigMap where there is none. @throws KubeError */
export async function writeConfigMapData(
  client: Pick<KubeClient, 'request'>,
  { namespace, name }: Place,
  { data, annotations = {} }: Data,
  options: Pick<RequestOptions, 'priority' | 'timeoutMs'> = {},
): Promise<ConfigMap> {
  const resource = API_RESOURCES.configMaps;
  try {
    return await client.request('PATCH', pathOf(resource, namespace, name), {
      body: { metadata: { annotations }, data },
      contentType: MERGE_PATCH,
      ...options,
    });
  } catch (thrown) {
    if (!isKubeError(thrown, 'not-found')) throw thrown;
    const body = {
      apiVersion: apiVersionOf(resource),
      kind: resource.kind,
      metadata: { name, namespace, annotations },
      data: Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null)),
    };
    return createOwn(client, resource, namespace, body, options);
  }
}
