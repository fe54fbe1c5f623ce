import type { FieldFault } from '@/sandbox/api/api-error';
import { isRecord, type JsonRecord } from '@/sandbox/api/json';
import { invalidValue } from '@/sandbox/api/validation/metadata';
import { compareAmounts } from '@/sandbox/api/validation/quantities';

/** What is wrong with the requests and limits of a container or a pod. */
export function validateResources(resources: unknown, path: string): FieldFault[] {
  if (!isRecord(resources)) return [];
  const requests = isRecord(resources.requests) ? resources.requests : {};
  const limits = isRecord(resources.limits) ? resources.limits : {};
  return [
    ...validateAmounts(limits, `${path}.limits`),
    ...validateAmounts(requests, `${path}.requests`),
    ...Object.entries(requests).flatMap(([name, request]) =>
      limits[name] !== undefined && compareAmounts(request, limits[name]) > 0
        ? [invalidValue(`${path}.requests`, request, `must be less than or equal to ${name} limit`)]
        : [],
    ),
  ];
}

function validateAmounts(amounts: JsonRecord, path: string): FieldFault[] {
  return Object.entries(amounts).flatMap(([name, amount]) =>
    compareAmounts(amount, 0) < 0
      ? [invalidValue(`${path}[${name}]`, amount, 'must be greater than or equal to 0')]
      : [],
  );
}
