import { isJsonObject, type JsonObject } from '@/sandbox/api/json';
import { kindKey } from '@/sandbox/api/kinds/kind';
import type { ObjectRegistry } from '@/sandbox/api/object-registry';
import type { KubeObject, Namespace } from '@/server/objects/types';

/** Empties terminating namespaces, and removes them once they are empty. */
export function runNamespaceController(registry: ObjectRegistry): void {
  const ending = new Set<string>();

  registry.watch<Namespace>('namespaces', ({ type, object }) => {
    const name = object.metadata.name;
    if (type === 'DELETED') ending.delete(name);
    else if (object.metadata.deletionTimestamp && !ending.has(name)) {
      ending.add(name);
      setImmediate(() => empty(name));
    }
  });
  registry.storage.subscribeAll((_resource, event) => {
    const namespace = event.object.metadata.namespace;
    if (event.type === 'DELETED' && namespace && ending.has(namespace))
      setImmediate(() => release(namespace));
  });

  function empty(namespace: string): void {
    for (const kind of registry.catalog.all()) {
      if (!kind.namespaced || kind.virtual) continue;
      for (const object of registry.list(kindKey(kind), namespace)) {
        if (!object.metadata.deletionTimestamp) {
          registry.delete(kindKey(kind), namespace, object.metadata.name, {
            propagationPolicy: 'Background',
          });
        }
      }
    }
    release(namespace);
  }

  function release(namespace: string): void {
    const object = registry.get('namespaces', undefined, namespace);
    if (!object?.metadata.deletionTimestamp || isOccupied(namespace)) return;
    registry.mutate<KubeObject & JsonObject>(
      'namespaces',
      undefined,
      namespace,
      (draft) => {
        if (isJsonObject(draft.spec)) draft.spec.finalizers = [];
      },
      { subresource: 'finalize' },
    );
  }

  function isOccupied(namespace: string): boolean {
    for (const kind of registry.catalog.all()) {
      if (kind.namespaced && !kind.virtual && registry.count(kindKey(kind), namespace) > 0) return true;
    }
    return false;
  }
}
