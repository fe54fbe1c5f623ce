import { allContainers, containerAmounts, quantitiesOf } from '@/sandbox/api/admission/pod-amounts';
import type { FieldFault } from '@/sandbox/api/api-error';
import { cloneJson, equalJson, isJsonObject, type JsonObject, objectsAt } from '@/sandbox/api/json';
import { fault, invalidValue } from '@/sandbox/api/validation/metadata';
import { validateResources } from '@/sandbox/api/validation/resources';
import { compareQuantities, formatQuantity } from '@/server/objects/quantity';

/** What is wrong with a pod's pod-level resources: its containers may not request more together. */
function validateWholePod(spec: JsonObject): FieldFault[] {
  if (!isJsonObject(spec.resources)) return [];
  const faults = [
    ...validateResources(spec.resources, 'spec.resources'),
    ...(['requests', 'limits'] as const).flatMap((part) => unsupported(spec.resources, part)),
  ];
  const together = allContainers(spec, 'requests');
  for (const [name, amount] of quantitiesOf(spec.resources.requests)) {
    const sum = together.get(name);
    if (!sum || compareQuantities(sum, amount) <= 0) continue;
    const rule = `must be greater than or equal to aggregate container requests of ${formatQuantity(sum)}`;
    faults.push(invalidValue(`spec.resources.requests[${name}]`, formatQuantity(amount), rule));
  }
  const most = quantitiesOf(spec.resources.limits);
  for (const [index, container] of objectsAt(spec, 'containers').entries()) {
    for (const [name, amount] of containerAmounts(container, 'limits')) {
      const limit = most.get(name);
      if (!limit || compareQuantities(amount, limit) <= 0) continue;
      const field = `spec.containers[${index}].resources.limits[${name}]`;
      const rule = `must be less than or equal to pod limits of ${formatQuantity(limit)}`;
      faults.push(invalidValue(field, formatQuantity(amount), rule));
    }
  }
  return faults;
}

const OF_WHOLE_PODS = /^(cpu|memory|hugepages-.+)$/;

function unsupported(resources: unknown, part: 'requests' | 'limits'): FieldFault[] {
  const list = isJsonObject(resources) ? resources[part] : undefined;
  return Object.keys(isJsonObject(list) ? list : {}).flatMap((name) =>
    OF_WHOLE_PODS.test(name)
      ? []
      : [
          fault(
            'FieldValueNotSupported',
            `spec.resources.${part}[${name}]`,
            `Unsupported value: "${name}": supported values: "cpu", "hugepages-", "memory"`,
          ),
        ],
  );
}

const RESTART_POLICIES = ['Always', 'OnFailure', 'Never'];
const NAME = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const NEVER_RESTARTS = "must be 'NotRequired' when pod `restartPolicy` is 'Never'";
const NAME_RULE =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";

export function validatePodSpec(spec: JsonObject, path: string): FieldFault[] {
  const faults: FieldFault[] = [];
  const containers = objectsAt(spec, 'containers');
  if (containers.length === 0)
    faults.push(fault('FieldValueRequired', `${path}.containers`, 'Required value'));
  const seen = new Set<unknown>();
  for (const list of ['initContainers', 'containers']) {
    for (const [index, container] of objectsAt(spec, list).entries()) {
      faults.push(...validateContainer(container, `${path}.${list}[${index}]`, seen));
      if (spec.restartPolicy === 'Never')
        for (const { restartPolicy } of objectsAt(container, 'resizePolicy'))
          if (restartPolicy !== 'NotRequired')
            faults.push(
              invalidValue(`${path}.${list}[${index}].resizePolicy`, restartPolicy, NEVER_RESTARTS),
            );
    }
  }
  if (!RESTART_POLICIES.includes(String(spec.restartPolicy))) {
    const supported = RESTART_POLICIES.map((each) => `"${each}"`).join(', ');
    faults.push(
      fault(
        'FieldValueNotSupported',
        `${path}.restartPolicy`,
        `Unsupported value: ${JSON.stringify(spec.restartPolicy)}: supported values: ${supported}`,
      ),
    );
  }
  return faults;
}

function validateContainer(container: JsonObject, path: string, seen: Set<unknown>): FieldFault[] {
  const faults: FieldFault[] = [];
  const { name } = container;
  if (typeof name !== 'string' || name === '') {
    faults.push(fault('FieldValueRequired', `${path}.name`, 'Required value'));
  } else {
    if (!NAME.test(name)) faults.push(invalidValue(`${path}.name`, name, NAME_RULE));
    if (seen.has(name))
      faults.push(fault('FieldValueDuplicate', `${path}.name`, `Duplicate value: "${name}"`));
    seen.add(name);
  }
  if (typeof container.image !== 'string' || container.image === '') {
    faults.push(fault('FieldValueRequired', `${path}.image`, 'Required value'));
  }
  return [...faults, ...validateResources(container.resources, `${path}.resources`)];
}

export function validatePod(pod: JsonObject): FieldFault[] {
  return isJsonObject(pod.spec)
    ? [...validatePodSpec(pod.spec, 'spec'), ...validateWholePod(pod.spec)]
    : [fault('FieldValueRequired', 'spec', 'Required value')];
}

const IMMUTABLE =
  'Forbidden: pod updates may not change fields other than `spec.containers[*].image`, `spec.initContainers[*].image`, `spec.activeDeadlineSeconds`, `spec.tolerations` (only additions to existing tolerations) or `spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)';

/**
 * What a pod update changes that it may not (Kubernetes 1.37, pkg/apis/core/validation, validation.go,
 * `ValidatePodUpdate`).
 */
export function validatePodUpdate(pod: JsonObject, old: JsonObject): FieldFault[] {
  if (!isJsonObject(pod.spec) || !isJsonObject(old.spec)) return [];
  const before = old.spec;
  const allowed = cloneJson(pod.spec);
  for (const list of ['initContainers', 'containers']) {
    const images = objectsAt(before, list).map((each) => each.image);
    for (const [index, container] of objectsAt(allowed, list).entries()) {
      if (index < images.length) container.image = images[index];
    }
  }
  allowed.activeDeadlineSeconds = before.activeDeadlineSeconds;
  const kept = objectsAt(before, 'tolerations');
  const given = objectsAt(allowed, 'tolerations');
  if (kept.every((each) => given.some((other) => equalJson(each, other))))
    allowed.tolerations = before.tolerations;
  if (equalJson(allowed, before)) return [];
  const changed = Object.keys({ ...allowed, ...before }).filter(
    (key) => !equalJson(allowed[key], before[key]),
  );
  return [fault('FieldValueForbidden', 'spec', `${IMMUTABLE}\n  changed: ${changed.join(', ')}\n`)];
}
