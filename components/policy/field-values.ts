import type { FieldValues, NumberInput, PolicyField } from '@/server/contract/policy-fields';

/** The number in the text; undefined if empty. */
function numberOf(value: NumberInput): number | undefined {
  return value === '' || Number.isNaN(Number(value)) ? undefined : Number(value);
}

type Nested = Record<string, unknown>;

/** The plain fields of a policy as a form shows them. */
export function valuesOf<const Fields extends readonly PolicyField[]>(
  fields: Fields,
  policy: object,
): FieldValues<Fields> {
  const plain = fields.filter(({ kind }) => kind !== 'boost' && kind !== 'requirements');
  return Object.fromEntries(
    plain.map((field) => [field.place, shown(field, valueAt(policy, field.path))]),
  ) as FieldValues<Fields>;
}

/** Writes the plain fields into a copy of the original policy, so that what the form does not show stays. */
export function written<Policy extends object>(
  fields: readonly PolicyField[],
  original: Policy,
  values: Readonly<Record<string, unknown>>,
): Policy {
  return fields.reduce<object>((policy, field) => {
    const value = values[field.place];
    if (typeof value !== 'string' && typeof value !== 'number') return policy;
    return withValue(policy, field.path.split('.'), stated(field, value, valueAt(original, field.path)));
  }, original) as Policy;
}

export function countRare(fields: readonly PolicyField[], values: Readonly<Record<string, unknown>>): number {
  return fields.filter(({ isRare, place }) => isRare && isWritten(values[place])).length;
}

function isWritten(value: unknown): boolean {
  return (typeof value === 'string' || typeof value === 'number') && value !== '';
}

function valueAt(policy: object, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => (value as Nested | undefined)?.[key], policy);
}

/** Removes empty lists too. */
function withValue(policy: object, [key = '', ...rest]: readonly string[], value: unknown): object {
  const { [key]: former, ...others } = policy as Nested;
  const next = rest.length === 0 ? value : withValue((former ?? {}) as object, rest, value);
  const isEmpty = rest.length > 0 && Object.keys(next as object).length === 0;
  if (next === undefined || isEmpty) return others;
  return key in policy ? { ...policy, [key]: next } : { ...others, [key]: next };
}

function shown({ kind, standard = '' }: PolicyField, value: unknown): NumberInput {
  switch (kind) {
    case 'whole':
      return typeof value === 'number' ? value : '';
    case 'resources':
      return controlledOf(value);
    default:
      return String(value ?? standard);
  }
}

/** The policy's value for an input; undefined if not set. */
function stated({ kind, standard }: PolicyField, value: NumberInput, original: unknown): unknown {
  switch (kind) {
    case 'whole':
      return numberOf(value);
    case 'resources':
      if (value === controlledOf(original)) return original;
      return value === 'both' ? ['cpu', 'memory'] : [value];
    case 'choice':
      return value === standard && original === undefined ? undefined : value;
    default:
      return String(value).trim() || undefined;
  }
}

function controlledOf(resources: unknown): 'both' | 'cpu' | 'memory' {
  const [only, ...others] = Array.isArray(resources) ? (resources as unknown[]) : [];
  return others.length === 0 && (only === 'cpu' || only === 'memory') ? only : 'both';
}
