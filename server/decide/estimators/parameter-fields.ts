import * as z from 'zod';
import { isJsonObject } from '../../objects/json-object';
import { timeText, writtenPath } from './parameter-faults';
import { readParameters } from './parameter-text';

/** One parameter of a recommender as a form shows it, made from its schema. */
export interface ParameterField {
  /** As people write it: `cpu.halfLife`. */
  readonly path: string;
  readonly label: string;
  readonly help: string;
  readonly kind: 'time' | 'number' | 'whole' | 'switch' | 'choice' | 'times' | 'numbers';
  /** Of a number. */
  readonly unit?: string;
  readonly choices?: readonly string[];
  /** What applies if it is not set, as people write it. */
  readonly usual: string;
  /** Whether every recommender has it. */
  readonly isCommon: boolean;
}

interface Property {
  readonly type?: string;
  readonly title?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly items?: Property;
  readonly properties?: Readonly<Record<string, Property>>;
}

/** The groups that every recommender has. */
const COMMON = ['marginFraction', 'podMinimum', 'crashes'];

/**
 * The parameters of a schema, those of its own first.
 * @param usual what applies without any given, as the schema gives it back
 */
export function parameterFields(schema: z.ZodType, usual: unknown): ParameterField[] {
  const fields = [...leavesOf(z.toJSONSchema(schema, { io: 'input' }) as Property, [])].map(
    ([path, property]) => fieldOf(path, property, valueAt(usual, path)),
  );
  return [...fields.filter(({ isCommon }) => !isCommon), ...fields.filter(({ isCommon }) => isCommon)];
}

/** The parameters in a text, by path, as a form shows them. @throws ParameterTextError */
export function writtenParameters(text: string): Record<string, string> {
  return Object.fromEntries(
    [...valuesOf(readParameters(text), [])].map(([path, value]) => [
      writtenPath(path),
      writtenValue(path, value),
    ]),
  );
}

function* valuesOf(group: object, path: readonly string[]): Generator<[readonly string[], unknown]> {
  for (const [key, value] of Object.entries(group) as [string, unknown][])
    if (isJsonObject(value)) yield* valuesOf(value, [...path, key]);
    else yield [[...path, key], value];
}

/** A value as people write it; times are in milliseconds. */
function writtenValue(path: readonly string[], value: unknown): string {
  const one = (single: unknown) =>
    path.at(-1)?.endsWith('Ms') && typeof single === 'number' ? timeText(single) : String(single);
  return Array.isArray(value) ? `[${value.map(one).join(', ')}]` : one(value);
}

function* leavesOf(property: Property, path: readonly string[]): Generator<[readonly string[], Property]> {
  for (const [key, inner] of Object.entries(property.properties ?? {}))
    if (inner.properties) yield* leavesOf(inner, [...path, key]);
    else yield [[...path, key], inner];
}

function fieldOf(path: readonly string[], property: Property, usual: unknown): ParameterField {
  const isTime = path.at(-1)?.endsWith('Ms') ?? false;
  const [, help = '', unit] =
    /^(.*?\.)(?: (Millicores|MiB|Milliseconds)\.)?$/.exec(property.description ?? '') ?? [];
  return {
    path: writtenPath(path),
    label: property.title ?? labelOf(writtenPath(path)),
    help,
    kind: kindOf(property, isTime),
    ...(unit && !isTime && { unit: UNITS[unit] ?? unit }),
    ...(property.enum && { choices: property.enum }),
    usual: writtenValue(path, usual),
    isCommon: COMMON.includes(path[0] ?? ''),
  };
}

function kindOf({ type, enum: choices, items }: Property, isTime: boolean): ParameterField['kind'] {
  if (type === 'array') return kindOf(items ?? {}, isTime) === 'time' ? 'times' : 'numbers';
  if (choices) return 'choice';
  if (type === 'boolean') return 'switch';
  if (isTime) return 'time';
  return type === 'integer' ? 'whole' : 'number';
}

const UNITS: Readonly<Record<string, string>> = { Millicores: 'millicores' };
const SPELLED: Readonly<Record<string, string>> = { cpu: 'CPU', oom: 'OOM' };

/** `cpu.halfLife` as words: CPU half-life. */
function labelOf(path: string): string {
  const words = path
    .replaceAll('.', ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/half (life|lives)/, 'half-$1')
    .split(' ')
    .map((word) => SPELLED[word] ?? word)
    .join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], value);
}
