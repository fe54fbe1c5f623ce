import { equalJson } from '@/sandbox/api/json';
import type { Registry, ResourceKey } from '@/sandbox/api/registry';
import { namespacedName } from '@/sandbox/controllers/workload-types';
import type { KubeObject, OwnerReference, Pod } from '@/server/objects/types';

/** Calls `enqueue` with the owner's key whenever an object of `kind` or something it controls changes. */
export function watchOwned(
  registry: Registry,
  owners: ResourceKey,
  kind: string,
  owned: ResourceKey,
  enqueue: (key: string) => void,
): () => void {
  const stopOwners = registry.watch<KubeObject>(
    owners,
    (event) => {
      const statusOnly =
        event.type === 'MODIFIED' &&
        event.object.metadata.generation !== undefined &&
        event.object.metadata.generation === event.old?.metadata.generation &&
        event.object.metadata.deletionTimestamp === event.old.metadata.deletionTimestamp &&
        equalJson(event.object.metadata.annotations, event.old.metadata.annotations);
      if (!statusOnly) enqueue(namespacedName(event.object));
    },
    { replay: true },
  );
  const stopOwned = registry.watch<KubeObject>(owned, ({ type, object, old }) => {
    const owner = controllerOf(object, kind);
    const former = old && controllerOf(old, kind);
    const moved = former?.uid !== owner?.uid;
    if (owned === 'pods' && type === 'MODIFIED' && !moved && !matters(object as Pod, old as Pod)) return;
    const namespace = object.metadata.namespace ?? '';
    if (owner) enqueue(`${namespace}/${owner.name}`);
    if (former && moved) enqueue(`${namespace}/${former.name}`);
  });
  return () => {
    stopOwners();
    stopOwned();
  };
}

function controllerOf(object: KubeObject, kind: string): OwnerReference | undefined {
  const owner = object.metadata.ownerReferences?.find((reference) => reference.controller);
  return owner?.kind === kind ? owner : undefined;
}

/** Whether a pod's change could affect its controller. */
function matters(pod: Pod, before: Pod | undefined): boolean {
  if (!before) return true;
  return (
    pod.status?.phase !== before.status?.phase ||
    pod.metadata.deletionTimestamp !== before.metadata.deletionTimestamp ||
    pod.spec.nodeName !== before.spec.nodeName ||
    !equalJson(pod.metadata.labels, before.metadata.labels) ||
    readiness(pod) !== readiness(before)
  );
}

function readiness(pod: Pod): string | undefined {
  return pod.status?.conditions?.find((condition) => condition.type === 'Ready')?.status;
}
