import { customKind } from '@/sandbox/api/crd/custom-kind';
import { cloneJson, isJsonObject, type JsonObject, objectsAt } from '@/sandbox/api/json';
import { groupVersionOf, kindKey } from '@/sandbox/api/kinds/kind';
import type { ObjectRegistry } from '@/sandbox/api/object-registry';
import { type Clock, toKubeTime } from '@/server/lib/time/clock';
import type { KubeObject } from '@/server/objects/types';

const DEFINITIONS = 'customresourcedefinitions.apiextensions.k8s.io';

type Definition = KubeObject & JsonObject;

/** Serves the kind of every CustomResourceDefinition from when it is stored until it is deleted. */
export function serveDefinitions(registry: ObjectRegistry, clock: Clock): void {
  registry.watch<Definition>(DEFINITIONS, ({ type, object, old }) => {
    if (type === 'DELETED') {
      withdraw(registry, old ?? object);
      return;
    }
    const kind = customKind(object);
    if (kind) {
      registry.catalog.set(kind);
      registry.storage.changeVersion(kindKey(kind), groupVersionOf(kind));
    }
    if (!isEstablished(object)) establish(registry, object, clock.now());
  });
}

function withdraw(registry: ObjectRegistry, definition: Definition): void {
  const kind = customKind(definition);
  if (!kind) return;
  registry.storage.dropKind(kindKey(kind));
  registry.catalog.remove(kindKey(kind));
}

function isEstablished(definition: Definition): boolean {
  return objectsAt(definition.status, 'conditions').some(
    (each) => each.type === 'Established' && each.status === 'True',
  );
}

function establish(registry: ObjectRegistry, definition: Definition, nowMs: number): void {
  const spec = isJsonObject(definition.spec) ? definition.spec : {};
  const stored = objectsAt(spec, 'versions').find((version) => version.storage === true);
  const lastTransitionTime = toKubeTime(nowMs);
  registry.mutate<Definition>(
    DEFINITIONS,
    undefined,
    definition.metadata.name,
    (draft) => {
      draft.status = {
        conditions: [
          {
            type: 'NamesAccepted',
            status: 'True',
            lastTransitionTime,
            reason: 'NoConflicts',
            message: 'no conflicts found',
          },
          {
            type: 'Established',
            status: 'True',
            lastTransitionTime,
            reason: 'InitialNamesAccepted',
            message: 'the initial names have been accepted',
          },
        ],
        acceptedNames: cloneJson(spec.names),
        storedVersions: [String(stored?.name ?? '')],
      };
    },
    { subresource: 'status' },
  );
}
