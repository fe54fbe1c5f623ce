import type { FieldFault } from '@/sandbox/api/api-error';
import { type JsonObject, objectsAt } from '@/sandbox/api/json';
import { fault } from '@/sandbox/api/validation/metadata';

/** A LimitRange has one item of each type. */
export function validateLimitRange(range: JsonObject): FieldFault[] {
  const types = objectsAt(range.spec, 'limits').map(({ type }) => type);
  return types.flatMap((type, index) =>
    types.indexOf(type) < index
      ? [
          fault(
            'FieldValueDuplicate',
            `spec.limits[${index}].type`,
            `Duplicate value: ${JSON.stringify(type)}`,
          ),
        ]
      : [],
  );
}
