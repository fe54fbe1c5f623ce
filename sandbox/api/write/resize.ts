import type { FieldFault } from '@/sandbox/api/api-error';
import { qosClassOf } from '@/sandbox/api/defaults/qos';
import { cloneJson, equalJson, isJsonObject, type JsonObject, objectsAt } from '@/sandbox/api/json';
import { fault, invalidValue } from '@/sandbox/api/validation/metadata';
import { sameQuantity } from '@/sandbox/api/validation/quantities';
import type { KubeObject } from '@/server/objects/types';

/** On pods that a kubelet made from a file. */
const MIRROR = 'kubernetes.io/config.mirror';
const RESIZABLE = ['cpu', 'memory'];
const PARTS = ['requests', 'limits'] as const;
const MAIN_LISTS = ['initContainers', 'containers'];

/**
 * `old` with only the resources of the pod and its containers taken from `draft`, which is all that a resize can
 * change, and who owns which field.
 */
export function keepOnlyResources(old: KubeObject & JsonObject, draft: JsonObject): KubeObject & JsonObject {
  const next = cloneJson(old);
  const { managedFields } = isJsonObject(draft.metadata) ? draft.metadata : {};
  if (Array.isArray(managedFields)) next.metadata = { ...next.metadata, managedFields };
  if (isJsonObject(draft.spec) && isJsonObject(next.spec) && draft.spec.resources !== undefined)
    next.spec.resources = draft.spec.resources;
  for (const list of MAIN_LISTS) {
    const wanted = new Map(objectsAt(draft.spec, list).map((each) => [each.name, each]));
    for (const container of objectsAt(next.spec, list)) {
      const given = wanted.get(container.name);
      if (!given) continue;
      container.resources = given.resources ?? {};
      if (given.resizePolicy !== undefined) container.resizePolicy = given.resizePolicy;
    }
  }
  return next;
}

/**
 * What is wrong with a resize of a pod; `next` is the pod with the requested resources (Kubernetes 1.37,
 * pkg/apis/core/validation, validation.go, `ValidatePodResize`).
 */
export function validateResize(next: JsonObject, old: JsonObject): FieldFault[] {
  if (!isJsonObject(next.spec) || !isJsonObject(old.spec)) return [];
  const never = unresizable(old, old.spec);
  if (never) return [fault('FieldValueForbidden', '[]', `Forbidden: ${never} pods cannot be resized`)];
  const faults: FieldFault[] = [];
  const qos = qosClassOf(next.spec, sameQuantity);
  const before =
    isJsonObject(old.status) && old.status.qosClass
      ? old.status.qosClass
      : qosClassOf(old.spec, sameQuantity);
  if (qos !== before) {
    faults.push(invalidValue('spec', before, 'Pod QOS Class may not change as a result of resizing'));
  }
  if (!reportsResources(old)) {
    faults.push(
      fault('FieldValueForbidden', 'spec', 'Forbidden: Pod running on node without support for resize'),
    );
  }
  if (changesOther(next.spec, old.spec))
    faults.push(fault('FieldValueForbidden', 'spec', 'Forbidden: only cpu and memory resources are mutable'));
  faults.push(...refuseRemovals(next.spec, old.spec, 'spec'));
  for (const list of MAIN_LISTS) {
    const olds = objectsAt(old.spec, list);
    for (const [index, container] of objectsAt(next.spec, list).entries()) {
      const previous = olds[index];
      if (previous) faults.push(...refuseRemovals(container, previous, `spec.${list}[${index}]`));
    }
  }
  return faults;
}

/** What kind of pod it is, if no pod of that kind can be resized. */
function unresizable({ metadata }: JsonObject, spec: JsonObject): 'static' | 'windows' | undefined {
  const annotations =
    isJsonObject(metadata) && isJsonObject(metadata.annotations) ? metadata.annotations : {};
  if (annotations[MIRROR] !== undefined) return 'static';
  return isJsonObject(spec.os) && spec.os.name === 'windows' ? 'windows' : undefined;
}

/** Judged by the first running container, as the API server does: without resources its node cannot resize. */
function reportsResources(pod: JsonObject): boolean {
  const running = objectsAt(pod.status, 'containerStatuses').find(
    ({ state }) => isJsonObject(state) && state.running !== undefined,
  );
  return !running || running.resources !== undefined;
}

/** Whether anything but CPU and memory of the pod or a container differs. */
function changesOther(next: JsonObject, old: JsonObject): boolean {
  const others = (spec: JsonObject) =>
    [spec, ...MAIN_LISTS.flatMap((list) => objectsAt(spec, list))].map((each) => [
      each.resizePolicy ?? [],
      PARTS.map((part) =>
        Object.fromEntries(
          Object.entries(amountsOf(each, part)).filter(([name]) => !RESIZABLE.includes(name)),
        ),
      ),
    ]);
  return !equalJson(others(next), others(old));
}

function refuseRemovals(next: JsonObject, old: JsonObject, path: string): FieldFault[] {
  return PARTS.filter((part) => {
    const after = amountsOf(next, part);
    return Object.keys(amountsOf(old, part)).some(
      (name) => RESIZABLE.includes(name) && after[name] === undefined,
    );
  }).map((part) =>
    fault(
      'FieldValueForbidden',
      `${path}.resources.${part}`,
      `Forbidden: resource ${part} cannot be removed`,
    ),
  );
}

function amountsOf(container: JsonObject, part: 'requests' | 'limits'): JsonObject {
  const resources = isJsonObject(container.resources) ? container.resources : {};
  const amounts = resources[part];
  return isJsonObject(amounts) ? amounts : {};
}
