import { API_RESOURCES, pathOf } from '../objects/resources';
import type { ConfigMap } from '../objects/types';
import { ANNOTATIONS } from '../words/annotations';
import type { KubeClient } from './client';
import { isKubeError, unlessMissing } from './errors';

/** Where Plumbline keeps its own objects, and where former versions kept them: beside those of the upstream VPA. */
interface Places {
  readonly ownNamespace: string;
  readonly systemNamespace: string;
}

/** The namespace of former versions; undefined where it is the same. */
export function formerNamespace({ ownNamespace, systemNamespace }: Places): string | undefined {
  return systemNamespace === ownNamespace ? undefined : systemNamespace;
}

/** What a ConfigMap says once it has what former versions kept elsewhere, so that this never counts again. */
export function takenOver({ systemNamespace }: Places): Record<string, string> {
  return { [ANNOTATIONS.takenOverFrom.name]: systemNamespace };
}

export function isTakenOver(map: ConfigMap | undefined): boolean {
  return map?.metadata.annotations?.[ANNOTATIONS.takenOverFrom.name] !== undefined;
}

/**
 * A ConfigMap as a former version left it; undefined if there is none, or none that this account may read.
 * @throws KubeError
 */
export async function formerConfigMap(
  client: Pick<KubeClient, 'request'>,
  places: Places,
  name: string,
  timeoutMs?: number,
): Promise<ConfigMap | undefined> {
  const namespace = formerNamespace(places);
  if (namespace === undefined) return undefined;
  try {
    return await unlessMissing(
      client.request<ConfigMap>('GET', pathOf(API_RESOURCES.configMaps, namespace, name), {
        priority: 'urgent',
        ...(timeoutMs !== undefined && { timeoutMs }),
      }),
    );
  } catch (thrown) {
    if (isKubeError(thrown, 'forbidden')) return undefined;
    throw thrown;
  }
}
