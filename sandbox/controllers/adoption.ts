import { ApiError } from '@/sandbox/api/api-error';
import { equalJson } from '@/sandbox/api/json';
import type { Registry, ResourceKey } from '@/sandbox/api/registry';
import type { ControlPlane, Running } from '@/sandbox/controllers/control-plane';
import { hasFinished } from '@/sandbox/controllers/pods';
import { WorkQueue } from '@/sandbox/controllers/work-queue';
import { namespacedName, ownedByController, splitKey } from '@/sandbox/controllers/workload-types';
import { selectorMatches } from '@/server/objects/selector';
import type { KubeObject, LabelSelector, OwnerReference, Pod } from '@/server/objects/types';

type Selecting = KubeObject & { spec: { selector: LabelSelector } };

/**
 * Gives orphans to the controller that selects them and releases those no longer selected: pods of
 * ReplicaSets, ReplicaSets of Deployments.
 */
export function startAdoption(plane: ControlPlane): Running {
  const parts = [
    watchOrphans(plane, 'replicasets.apps', 'ReplicaSet', 'pods'),
    watchOrphans(plane, 'deployments.apps', 'Deployment', 'replicasets.apps'),
  ];
  return {
    stop: () => {
      for (const part of parts) part.stop();
    },
    idle: () => parts.every((part) => part.idle()),
  };
}

function watchOrphans(plane: ControlPlane, owners: ResourceKey, kind: string, owned: ResourceKey): Running {
  const { registry } = plane;
  const orphans = new Set<string>();
  const queue = new WorkQueue(plane.clock, plane.log, (key) => settle(registry, owners, kind, owned, key));
  const unwatch = [
    registry.watch<KubeObject>(owned, ({ type, object, old }) => {
      const key = namespacedName(object);
      if (type === 'DELETED' || controllerOf(object)) orphans.delete(key);
      else orphans.add(key);
      if (type === 'DELETED') return;
      const relabelled = old !== undefined && !equalJson(object.metadata.labels, old.metadata.labels);
      if (orphans.has(key) || relabelled) queue.add(key);
    }),
    registry.watch<KubeObject>(owners, ({ type, object }) => {
      if (type !== 'ADDED') return;
      const prefix = `${object.metadata.namespace}/`;
      for (const key of orphans) if (key.startsWith(prefix)) queue.add(key);
    }),
  ];
  return {
    stop: () => {
      for (const each of unwatch) each();
      queue.stop();
    },
    idle: () => queue.idle(),
  };
}

function controllerOf(object: KubeObject): OwnerReference | undefined {
  return object.metadata.ownerReferences?.find((reference) => reference.controller);
}

function settle(
  registry: Registry,
  owners: ResourceKey,
  kind: string,
  owned: ResourceKey,
  key: string,
): void {
  const object = registry.get<KubeObject>(owned, ...splitKey(key));
  if (!object || object.metadata.deletionTimestamp || (owned === 'pods' && hasFinished(object as Pod)))
    return;
  const { namespace } = object.metadata;
  const owner = controllerOf(object);
  if (owner) {
    const found = owner.kind === kind ? registry.get<Selecting>(owners, namespace, owner.name) : undefined;
    if (!found || found.metadata.uid !== owner.uid || selects(found, object)) return;
    write(registry, owned, key, (references) =>
      references.filter((reference) => reference.uid !== owner.uid),
    );
    return;
  }
  for (const candidate of registry.list<Selecting>(owners, namespace)) {
    if (candidate.metadata.deletionTimestamp || !selects(candidate, object)) continue;
    write(registry, owned, key, (references) => [...references, ownedByController(candidate)]);
    return;
  }
}

function selects(owner: Selecting, object: KubeObject): boolean {
  return selectorMatches(owner.spec.selector, object.metadata.labels ?? {});
}

function write(
  registry: Registry,
  owned: ResourceKey,
  key: string,
  change: (references: OwnerReference[]) => OwnerReference[],
): void {
  try {
    registry.mutate<KubeObject>(owned, ...splitKey(key), (draft) => {
      draft.metadata.ownerReferences = change(draft.metadata.ownerReferences ?? []);
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}
