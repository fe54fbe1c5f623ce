import type { ClusterCaches } from './caches';

/** Kinds whose objects are shown. */
const SHOWN = ['vpas', 'horizontalPodAutoscalers', 'podGroups', 'pods'] as const;

/** The namespaces that have something to show, of what this process follows. */
export async function namespacesIn(caches: ClusterCaches): Promise<ReadonlySet<string>> {
  caches.start(['vpas']);
  await caches.settled(['vpas']);
  const found = new Set<string>();
  for (const kind of SHOWN) for (const namespace of caches[kind].namespaces()) found.add(namespace);
  for (const { metadata } of caches.namespaces.list()) found.add(metadata.name);
  return found;
}
