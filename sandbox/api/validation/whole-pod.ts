import { allContainers, containerAmounts, quantitiesOf } from '@/sandbox/api/admission/pod-amounts';
import type { FieldFault } from '@/sandbox/api/api-error';
import { isJsonObject, type JsonObject, objectsAt } from '@/sandbox/api/json';
import { fault, invalidValue } from '@/sandbox/api/validation/metadata';
import { validateResources } from '@/sandbox/api/validation/resources';
import { compareQuantities, formatQuantity } from '@/server/objects/quantity';

/** What is wrong with a pod's pod-level resources: its containers may not request more together. */
export function validateWholePod(spec: JsonObject): FieldFault[] {
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
