import type { FieldFault } from '@/sandbox/api/api-error';
import { qosClassOf } from '@/sandbox/api/defaults/qos';
import { cloneJson, equalJson, isJsonObject, type JsonObject, objectsAt } from '@/sandbox/api/json';
import { fault, invalidValue } from '@/sandbox/api/validation/metadata';
import { compareAmounts, sameQuantity } from '@/sandbox/api/validation/quantities';
import type { KubeObject } from '@/server/objects/types';

const RESIZABLE = ['cpu', 'memory'];
const MAIN_LISTS = ['initContainers', 'containers'];

/** `old` with only the resources of the pod and its containers taken from `draft`: all that a resize can change. */
export function keepOnlyResources(old: KubeObject & JsonObject, draft: JsonObject): KubeObject & JsonObject {
  const next = cloneJson(old);
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

/** What is wrong with a resize of a pod; `next` is the pod with the requested resources. */
export function validateResize(next: JsonObject, old: JsonObject): FieldFault[] {
  if (!isJsonObject(next.spec) || !isJsonObject(old.spec)) return [];
  const faults: FieldFault[] = [];
  const qos = qosClassOf(next.spec, sameQuantity);
  const before =
    isJsonObject(old.status) && old.status.qosClass
      ? old.status.qosClass
      : qosClassOf(old.spec, sameQuantity);
  if (qos !== before) {
    faults.push(invalidValue('spec', qos, 'Pod QOS Class may not change as a result of resizing'));
  }
  if (!reportsResources(old)) {
    faults.push(
      fault('FieldValueForbidden', 'spec', 'Forbidden: Pod running on node without support for resize'),
    );
  }
  faults.push(...validateAmounts(next.spec, old.spec, 'spec'));
  for (const list of MAIN_LISTS) {
    const olds = objectsAt(old.spec, list);
    for (const [index, container] of objectsAt(next.spec, list).entries()) {
      const previous = olds[index];
      if (previous)
        faults.push(...validateContainerResize(container, previous, list, `spec.${list}[${index}]`));
    }
  }
  return faults;
}

/** A running container whose status shows no resources is on a node that cannot resize. */
function reportsResources(pod: JsonObject): boolean {
  return objectsAt(pod.status, 'containerStatuses').every(
    (each) => !isJsonObject(each.state) || each.state.running === undefined || each.resources !== undefined,
  );
}

function validateContainerResize(
  next: JsonObject,
  old: JsonObject,
  list: string,
  path: string,
): FieldFault[] {
  const faults: FieldFault[] = [];
  if (!equalJson(next.resizePolicy, old.resizePolicy)) {
    faults.push(fault('FieldValueForbidden', `${path}.resizePolicy`, 'Forbidden: field is immutable'));
  }
  if (equalJson(next.resources ?? {}, old.resources ?? {})) return faults;
  if (list === 'initContainers' && old.restartPolicy !== 'Always') {
    return [
      ...faults,
      fault(
        'FieldValueForbidden',
        `${path}.resources`,
        'Forbidden: resources for non-sidecar init containers are immutable',
      ),
    ];
  }
  return [...faults, ...validateAmounts(next, old, path)];
}

function validateAmounts(next: JsonObject, old: JsonObject, path: string): FieldFault[] {
  const faults: FieldFault[] = [];
  for (const part of ['requests', 'limits'] as const) {
    const before = amountsOf(old, part);
    const after = amountsOf(next, part);
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const changed =
        after[name] === undefined ||
        before[name] === undefined ||
        compareAmounts(before[name], after[name]) !== 0;
      if (!changed) continue;
      if (!RESIZABLE.includes(name)) {
        faults.push(
          fault(
            'FieldValueForbidden',
            `${path}.resources.${part}`,
            'Forbidden: only cpu and memory resources are mutable',
          ),
        );
      } else if (after[name] === undefined) {
        faults.push(
          fault(
            'FieldValueForbidden',
            `${path}.resources.${part}`,
            `Forbidden: resource ${part} cannot be removed`,
          ),
        );
      }
    }
  }
  return faults;
}

function amountsOf(container: JsonObject, part: 'requests' | 'limits'): JsonObject {
  const resources = isJsonObject(container.resources) ? container.resources : {};
  const amounts = resources[part];
  return isJsonObject(amounts) ? amounts : {};
}
