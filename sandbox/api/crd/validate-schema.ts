import type { FieldFault } from '@/sandbox/api/api-error';
import { childPath, type Schema, valueSchema } from '@/sandbox/api/crd/structural-schema';
import { equalJson, isJsonObject } from '@/sandbox/api/json';
import { fault, invalidValue } from '@/sandbox/api/validation/metadata';

/** Violations of the schema in `value`, in the API server's words. */
export function validateSchema(value: unknown, schema: Schema, path = ''): FieldFault[] {
  if (value === null) return schema.nullable ? [] : [typeFault(path, 'null', schema.type ?? 'object')];
  const mismatch = checkType(value, schema, path);
  if (mismatch) return [mismatch];
  const faults = [...checkEnum(value, schema, path), ...checkCombinations(value, schema, path)];
  if (typeof value === 'number') faults.push(...checkNumber(value, schema, path));
  else if (typeof value === 'string') faults.push(...checkText(value, schema, path));
  else if (Array.isArray(value)) faults.push(...checkList(value, schema, path));
  else if (isJsonObject(value)) faults.push(...checkRecord(value, schema, path));
  return faults;
}

function checkType(value: unknown, schema: Schema, path: string): FieldFault | undefined {
  if (schema['x-kubernetes-int-or-string']) {
    const fits = typeof value === 'string' || Number.isInteger(value);
    return fits ? undefined : typeFault(path, typeOf(value), 'integer,string');
  }
  if (schema.type === undefined) return undefined;
  const actual = typeOf(value);
  const fits = actual === schema.type || (schema.type === 'number' && actual === 'integer');
  return fits ? undefined : typeFault(path, actual, schema.type);
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

function typeFault(path: string, actual: string, wanted: string): FieldFault {
  return fault(
    'FieldValueTypeInvalid',
    path,
    `Invalid value: "${actual}": ${path} in body must be of type ${wanted}: "${actual}"`,
  );
}

function checkEnum(value: unknown, schema: Schema, path: string): FieldFault[] {
  if (!schema.enum || schema.enum.some((each) => equalJson(each, value))) return [];
  const supported = schema.enum.map((each) => JSON.stringify(each)).join(', ');
  return [
    fault(
      'FieldValueNotSupported',
      path,
      `Unsupported value: ${JSON.stringify(value)}: supported values: ${supported}`,
    ),
  ];
}

function checkCombinations(value: unknown, schema: Schema, path: string): FieldFault[] {
  const fits = (each: Schema) => validateSchema(value, each, path).length === 0;
  const faults: FieldFault[] = (schema.allOf ?? []).flatMap((each) => validateSchema(value, each, path));
  const broken = (rule: string) =>
    faults.push(invalidValue(path, value, `${path} in body must validate ${rule}`));
  if (schema.anyOf && !schema.anyOf.some(fits)) broken('at least one schema (anyOf)');
  if (schema.oneOf && schema.oneOf.filter(fits).length !== 1) broken('one and only one schema (oneOf)');
  if (schema.not && fits(schema.not)) broken('none of the schema (not)');
  return faults;
}

function checkNumber(value: number, schema: Schema, path: string): FieldFault[] {
  const faults: FieldFault[] = [];
  const should = (rule: string) =>
    faults.push(invalidValue(path, value, `${path} in body should be ${rule}`));
  const { minimum, maximum, multipleOf } = schema;
  if (minimum !== undefined && (schema.exclusiveMinimum ? value <= minimum : value < minimum)) {
    should(schema.exclusiveMinimum ? `greater than ${minimum}` : `greater than or equal to ${minimum}`);
  }
  if (maximum !== undefined && (schema.exclusiveMaximum ? value >= maximum : value > maximum)) {
    should(schema.exclusiveMaximum ? `less than ${maximum}` : `less than or equal to ${maximum}`);
  }
  if (multipleOf !== undefined && value % multipleOf !== 0) should(`a multiple of ${multipleOf}`);
  return faults;
}

function checkText(value: string, schema: Schema, path: string): FieldFault[] {
  const faults: FieldFault[] = [];
  const should = (rule: string) => faults.push(invalidValue(path, value, `${path} in body should ${rule}`));
  if (schema.minLength !== undefined && value.length < schema.minLength) {
    should(`be at least ${schema.minLength} chars long`);
  }
  if (schema.maxLength !== undefined && value.length > schema.maxLength) {
    faults.push(fault('FieldValueTooLong', path, `Too long: may not be longer than ${schema.maxLength}`));
  }
  if (schema.pattern !== undefined && !new RegExp(schema.pattern).test(value))
    should(`match '${schema.pattern}'`);
  if (schema.format === 'date-time' && Number.isNaN(Date.parse(value))) {
    faults.push(
      invalidValue(path, value, `${path} in body must be of type date-time: ${JSON.stringify(value)}`),
    );
  }
  return faults;
}

function checkList(value: unknown[], schema: Schema, path: string): FieldFault[] {
  const { items, minItems, maxItems } = schema;
  const faults = items
    ? value.flatMap((item, index) => validateSchema(item, items, childPath(path, index)))
    : [];
  if (minItems !== undefined && value.length < minItems) {
    faults.push(invalidValue(path, value.length, `${path} in body should have at least ${minItems} items`));
  }
  if (maxItems !== undefined && value.length > maxItems) {
    faults.push(
      fault('FieldValueInvalid', path, `Too many: ${value.length}: must have at most ${maxItems} items`),
    );
  }
  return [...faults, ...checkListIdentity(value, schema, path)];
}

function checkListIdentity(value: unknown[], schema: Schema, path: string): FieldFault[] {
  const keys = schema['x-kubernetes-list-map-keys'];
  const identityOf = (item: unknown) =>
    keys && isJsonObject(item) ? Object.fromEntries(keys.map((key) => [key, item[key]])) : item;
  if (schema['x-kubernetes-list-type'] !== 'map' && schema['x-kubernetes-list-type'] !== 'set') return [];
  const seen = new Set<string>();
  return value.flatMap((item, index) => {
    const identity = JSON.stringify(identityOf(item));
    if (!seen.has(identity)) {
      seen.add(identity);
      return [];
    }
    return [fault('FieldValueDuplicate', childPath(path, index), `Duplicate value: ${identity}`)];
  });
}

function checkRecord(value: Record<string, unknown>, schema: Schema, path: string): FieldFault[] {
  const faults: FieldFault[] = [];
  for (const key of schema.required ?? []) {
    if (value[key] === undefined)
      faults.push(fault('FieldValueRequired', childPath(path, key), 'Required value'));
  }
  const count = Object.keys(value).length;
  const should = (rule: string) => faults.push(invalidValue(path, count, `${path} in body should ${rule}`));
  if (schema.minProperties !== undefined && count < schema.minProperties)
    should(`have at least ${schema.minProperties} properties`);
  if (schema.maxProperties !== undefined && count > schema.maxProperties)
    should(`have at most ${schema.maxProperties} properties`);
  const values = valueSchema(schema);
  for (const [key, each] of Object.entries(value)) {
    const property = schema.properties?.[key] ?? values;
    if (property && each !== undefined && !(path === '' && key === 'metadata')) {
      faults.push(...validateSchema(each, property, childPath(path, key)));
    }
  }
  return faults;
}
