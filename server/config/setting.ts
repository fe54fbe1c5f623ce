import * as z from 'zod';
import { baseFault } from '../lib/http/base-path';
import { durationSetting } from '../lib/time/duration-setting';
import { isJsonObject } from '../objects/json-object';
import { isQuantity } from '../objects/quantity';
import { MOST_OF_POD } from '../objects/units';

/** One setting: its environment name, its help text, its default as people write it, and its parser. */
export interface Setting<T> {
  readonly env: string;
  readonly help: string;
  readonly fallback: string;
  readonly parse: z.ZodType<T, string>;
  /** Whether its value is never repeated, not even when it is wrong. */
  readonly isSecret?: true;
}

/** A duration of at least a second, for what is repeated. */
export const positiveDurationMs = durationSetting.refine((ms) => ms >= 1000, 'must be at least 1s');

export const numeric = (check: z.ZodNumber) =>
  z
    .string()
    .transform((text, context) => {
      const value = Number(text);
      if (text.trim() !== '' && Number.isFinite(value)) return value;
      context.addIssue({ code: 'custom', message: 'must be a number' });
      return z.NEVER;
    })
    .pipe(check);

export const fraction = numeric(z.number().gt(0).lte(1));
export const ratio = numeric(z.number().gte(0));
/** Millicores or MiB of one pod: more than any node has is a slip. */
export const podAmount = numeric(z.number().gte(0).lte(MOST_OF_POD));
export const positive = numeric(z.number().int().gte(1));
export const anyWhole = numeric(z.number().int());
export const port = numeric(z.number().int().gte(0).lte(65_535));
export const text = z.string();
/** A quantity as Kubernetes writes it, or empty. */
export const quantity = text.refine(
  (value) => value === '' || isQuantity(value),
  'must be a quantity such as 500m or 2Gi',
);
/** CPU and memory of a node, written as `cpu=16,memory=64Gi`, or empty. */
export const nodeSize = text.refine((value) => {
  if (value === '') return true;
  const parts = value.split(',').map((part) => part.trim().split('='));
  const names = parts.map(([name]) => name).sort();
  return (
    names.join() === 'cpu,memory' && parts.every((part) => part.length === 2 && isQuantity(part[1] ?? ''))
  );
}, 'must be CPU and memory of a node such as cpu=16,memory=64Gi');
export const list = z.string().transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
);
/** A command as its words: blanks part them, except in single or double quotes. */
export const commandWords = z.string().transform((value, context) => {
  const words = value.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? [];
  if (!/["']/.test(value.replaceAll(/"[^"]*"|'[^']*'/g, '')))
    return words.map((word) => word.replaceAll(/"([^"]*)"|'([^']*)'/g, '$1$2'));
  context.addIssue({ code: 'custom', message: 'has a quote without its end' });
  return z.NEVER;
});
/** Header fields by name, written as `Name: value`, separated by commas. */
export const headers = list.transform((items, context) => {
  const pairs = items.map((item) => /^([\w-]+)\s*:\s*(.+)$/.exec(item));
  if (pairs.every((pair) => pair !== null))
    return Object.fromEntries(pairs.map(([, name, value]) => [name, value])) as Record<string, string>;
  context.addIssue({ code: 'custom', message: 'must be headers such as X-Scope-OrgID: team-a' });
  return z.NEVER;
});
/** Values by name, written as `name=value`, separated by commas. */
export const pairs = list.transform((items, context) => {
  const found = items.map((item) => /^([^=\s]+)=(\S+)$/.exec(item));
  if (found.every((pair) => pair !== null))
    return Object.fromEntries(found.map(([, name, value]) => [name, value])) as Record<string, string>;
  context.addIssue({ code: 'custom', message: 'must be pairs such as Deployment=adaptive' });
  return z.NEVER;
});
export const jsonObject = z.string().transform((value, context): Readonly<Record<string, unknown>> => {
  try {
    const parsed: unknown = JSON.parse(value);
    if (isJsonObject(parsed)) return parsed;
  } catch {
    // Reported below.
  }
  context.addIssue({ code: 'custom', message: 'must be a JSON object' });
  return z.NEVER;
});
export const jsonTexts = jsonObject.pipe(z.record(z.string(), z.string('must have only texts as values')));
export const httpAddress = z.union([
  z.literal(''),
  z.url({ protocol: /^https?$/, error: 'must be an address such as http://prometheus.monitoring:9090' }),
]);
export const hostNames = list.pipe(
  z.array(
    z
      .string()
      .regex(
        /^(\*\.)?[a-z0-9._-]+$|^\[?[0-9a-f]*:[0-9a-f:.]+\]?$/i,
        'must be host names without scheme or port',
      ),
  ),
);
/** A path to serve below, or empty. */
export const basePath = text.superRefine((value, context) => {
  const message = value === '' ? undefined : baseFault(value);
  if (message !== undefined) context.addIssue({ code: 'custom', message });
});
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
export const choice = <const T extends [string, ...string[]]>(options: T) =>
  z.enum(options) as unknown as z.ZodType<T[number], string>;

/** The names of the settings in a table. */
export function namesOf<Table extends object>(table: Table): (keyof Table)[] {
  return Object.keys(table) as (keyof Table)[];
}

/** The setting read from `PLUMBLINE_` followed by `env`. */
export function setting<T>(
  env: string,
  fallback: string,
  parse: z.ZodType<T, string>,
  help: string,
): Setting<T> {
  return { env: `PLUMBLINE_${env}`, fallback, parse, help };
}

/** The same for a value that must not be shown; `parse` must not repeat it either. */
export function secret<T>(
  env: string,
  fallback: string,
  parse: z.ZodType<T, string>,
  help: string,
): Setting<T> {
  return { ...setting(env, fallback, parse, help), isSecret: true };
}
