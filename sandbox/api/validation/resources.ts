import type { FieldFault } from '@/sandbox/api/api-error';
import { isJsonObject, type JsonObject } from '@/sandbox/api/json';
import { invalidValue } from '@/sandbox/api/validation/metadata';
import { compareAmounts } from '@/sandbox/api/validation/quantities';

/**
 * What is wrong with the requests and limits of a container or a pod (Kubernetes 1.37, pkg/apis/core/validation,
 * validation.go, `validateResourceRequirements`).
 */
export function validateResources(resources: unknown, path: string): FieldFault[] {
  if (!isJsonObject(resources)) return [];
  const requests = isJsonObject(resources.requests) ? resources.requests : {};
  const limits = isJsonObject(resources.limits) ? resources.limits : {};
  return [
    ...validateAmounts(limits, `${path}.limits`),
    ...validateAmounts(requests, `${path}.requests`),
    ...Object.entries(requests).flatMap(([name, request]) =>
      limits[name] !== undefined && compareAmounts(request, limits[name]) > 0
        ? [
            invalidValue(
              `${path}.requests`,
              request,
              `must be less than or equal to ${name} limit of ${limits[name]}`,
            ),
          ]
        : [],
    ),
  ];
}

function validateAmounts(amounts: JsonObject, path: string): FieldFault[] {
  return Object.entries(amounts).flatMap(([name, amount]) =>
    compareAmounts(amount, 0) < 0
      ? [invalidValue(`${path}[${name}]`, amount, 'must be greater than or equal to 0')]
      : [],
  );
}
