import * as z from 'zod';

export interface ParameterFault {
  /** As people write it: `cpu.halfLife`. */
  readonly path: string;
  /** The fault and what the parameter takes. */
  readonly message: string;
  /** Both in one sentence. */
  readonly sentence: string;
}

export function faultsFrom(error: z.ZodError, schema: z.ZodType, recommender: string): ParameterFault[] {
  return error.issues.flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys') return [faultAt(writtenPath(issue.path), messageOf(issue))];
    const known = keysAt(schema, issue.path);
    return issue.keys.map((key) => {
      const path = writtenPath([...issue.path, key]);
      if (known.includes(`${key}Ms`)) return faultAt(path, UNITLESS);
      // A value with a unit of time is read as a time, so this one is known but is no time.
      if (key.endsWith('Ms') && known.includes(key.slice(0, -2)))
        return faultAt(path, 'must have no unit of time');
      const takes = known.map((one) => writtenPath([one])).join(', ');
      const message = `is no parameter of recommender "${recommender}"; it takes ${takes}`;
      return { path, message, sentence: `${path} ${message}` };
    });
  });
}

/** The path as people write it; times have their unit in the value. */
export function writtenPath(path: readonly PropertyKey[]): string {
  return path.map((key) => String(key).replace(/Ms$/, '')).join('.');
}

const UNITLESS = 'must be a time with a unit, such as 30m or 12h';

function faultAt(path: string, message: string): ParameterFault {
  return { path, message, sentence: `${path}: ${message}` };
}

function messageOf(issue: z.core.$ZodIssue): string {
  const isTime = String(issue.path.findLast((key) => typeof key === 'string') ?? '').endsWith('Ms');
  switch (issue.code) {
    case 'invalid_type':
      return isTime ? UNITLESS : `must be ${KINDS[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `must be ${issue.values.join(' or ')}`;
    case 'too_small':
    case 'too_big': {
      const [bound, isInclusive] =
        issue.code === 'too_big' ? [issue.maximum, issue.inclusive] : [issue.minimum, issue.inclusive];
      const least = issue.code === 'too_big' ? 'at most' : 'at least';
      const strict = issue.code === 'too_big' ? 'less than' : 'more than';
      const amount = isTime && issue.origin === 'number' ? timeText(Number(bound)) : String(bound);
      const unit = issue.origin === 'array' ? ` ${bound === 1 ? 'value' : 'values'}` : '';
      return `must be ${isInclusive ? least : strict} ${amount}${unit}`;
    }
    default:
      return issue.message;
  }
}

const KINDS: Readonly<Record<string, string>> = {
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list such as [1, 2]',
  object: 'a group of parameters',
  string: 'a word',
};

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
] as const;

/** A time as people write it, exactly: `90m`, `12h`; days only from two on, since defaults speak of 24h. */
export function timeText(ms: number): string {
  for (const [unit, length] of UNITS) {
    if (ms === 0 || ms % length !== 0 || (unit === 'd' && ms < 2 * length)) continue;
    return `${ms / length}${unit}`;
  }
  return `${ms}ms`;
}

/** The names of the parameters in a group of the schema. */
function keysAt(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  let at: unknown = z.toJSONSchema(schema, { io: 'input' });
  for (const key of path) at = propertiesOf(at)?.[String(key)];
  return Object.keys(propertiesOf(at) ?? {});
}

function propertiesOf(schema: unknown): Record<string, unknown> | undefined {
  return (schema as { properties?: Record<string, unknown> } | undefined)?.properties;
}
