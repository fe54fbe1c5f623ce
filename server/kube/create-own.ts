import { API_RESOURCES, apiVersionOf, type KubeResource, pathOf } from '../objects/resources';
import type { KubeClient, RequestOptions } from './client';
import { isKubeError } from './errors';

type Options = Pick<RequestOptions, 'priority' | 'timeoutMs'>;

/**
 * Creates one of our own objects. The manifests make them and the namespace; without manifests, as from outside the
 * cluster, a missing namespace is made too.
 * @throws KubeError
 */
export async function createOwn<T>(
  client: Pick<KubeClient, 'request'>,
  resource: KubeResource,
  namespace: string,
  body: object,
  options: Options = {},
): Promise<T> {
  const create = () => client.request<T>('POST', pathOf(resource, namespace), { ...options, body });
  try {
    return await create();
  } catch (thrown) {
    if (!isKubeError(thrown, 'not-found') || !(await makeNamespace(client, namespace, options))) throw thrown;
    return create();
  }
}

/** Whether there is one now. */
async function makeNamespace(
  client: Pick<KubeClient, 'request'>,
  name: string,
  options: Options,
): Promise<boolean> {
  const resource = API_RESOURCES.namespaces;
  const body = { apiVersion: apiVersionOf(resource), kind: resource.kind, metadata: { name } };
  return client.request('POST', pathOf(resource), { ...options, body }).then(
    () => true,
    (thrown: unknown) => isKubeError(thrown, 'conflict'),
  );
}
