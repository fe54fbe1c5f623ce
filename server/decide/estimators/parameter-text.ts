import { durationSetting } from '../../lib/time/duration-setting';
import { isJsonObject } from '../../objects/json-object';

/** Parameters as people write them: by name, durations with their unit. */
export type GivenParameters = Readonly<Record<string, unknown>>;

export class ParameterTextError extends Error {
  override readonly name = 'ParameterTextError';
}

/**
 * Reads parameters: a JSON object, or lines of `key: value`. `cpu.target: 0.95` is the same as
 * `{"cpu": {"target": 0.95}}`, and `halfLife: 12h` as `halfLifeMs: 43200000`.
 * @throws ParameterTextError
 */
export function readParameters(text: string): GivenParameters {
  if (text.length > LONGEST) throw new ParameterTextError(`it is longer than ${LONGEST} characters`);
  const entries = text.trim().startsWith('{') ? Object.entries(jsonObject(text)) : linesOf(text);
  const given = nothing();
  for (const [path, value] of entries) put(given, path, value);
  return given;
}

/** Longer text is no list of parameters. */
const LONGEST = 8192;
/** No parameter has so many dots. */
const DEEPEST = 8;

/** The same, with what is wrong in place of an error; nothing is given then. */
export function readGiven(text: string): { given: GivenParameters; faults: string[] } {
  try {
    return { given: readParameters(text), faults: [] };
  } catch (error) {
    if (!(error instanceof ParameterTextError)) throw error;
    return { given: {}, faults: [error.message] };
  }
}

/** Later sets over earlier ones, deeply; lists are replaced. */
export function mergedParameters(layers: readonly object[]): GivenParameters {
  const all = nothing();
  for (const layer of layers) mergeInto(all, layer);
  return all;
}

/** Without a prototype, so that no key has a meaning of its own. */
function nothing(): Record<string, unknown> {
  return Object.create(null) as Record<string, unknown>;
}

function jsonObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (isJsonObject(value)) return value;
  } catch (error) {
    throw new ParameterTextError(`it is no JSON: ${error instanceof Error ? error.message : ''}`);
  }
  throw new ParameterTextError('it is no JSON object');
}

function linesOf(text: string): [string, unknown][] {
  const lines = text.split('\n').map((line) => line.trim());
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, key, value] = /^([\w.]+)\s*:\s*(\S.*)$/.exec(line) ?? [];
      if (key === undefined || value === undefined)
        throw new ParameterTextError(`"${line.slice(0, 60)}" is not key: value`);
      return [key, valueFrom(withoutRemark(value))];
    });
}

/** A remark begins with `#` after a space, as in YAML. */
function withoutRemark(text: string): string {
  return text.replace(/\s+#.*$/, '');
}

/** A list such as [3h, 24h], or what it is made of; no parameter is a list of lists. */
function valueFrom(text: string): unknown {
  if (!text.startsWith('[') || !text.endsWith(']')) return scalarFrom(text);
  return text
    .slice(1, -1)
    .split(',')
    .map((one) => scalarFrom(one.trim()));
}

/** A number, true or false, or text. */
function scalarFrom(text: string): unknown {
  if (text === 'true' || text === 'false') return text === 'true';
  const number = Number(text);
  if (Number.isFinite(number)) return number;
  return text.replace(/^(["'])(.*)\1$/, '$2');
}

/** Puts a value at its path; one that is a duration goes to the key in milliseconds. */
function put(into: Record<string, unknown>, path: string, value: unknown): void {
  const [key = '', ...rest] = path.split('.');
  if (rest.length > DEEPEST) throw new ParameterTextError(`"${path.slice(0, 60)}" is no parameter`);
  if (rest.length > 0 || isJsonObject(value)) {
    const known = into[key];
    const inner = isJsonObject(known) ? known : nothing();
    into[key] = inner;
    if (rest.length > 0) put(inner, rest.join('.'), value);
    else for (const [name, one] of Object.entries(value as object)) put(inner, name, one);
    return;
  }
  const ms = Array.isArray(value) ? value.map(msFrom) : [msFrom(value)];
  const isDuration = ms.length > 0 && ms.every((one) => one !== undefined);
  if (!isDuration) into[key] = value;
  else into[`${key}Ms`] = Array.isArray(value) ? ms : ms[0];
}

function msFrom(value: unknown): number | undefined {
  return typeof value === 'string' ? durationSetting.safeParse(value).data : undefined;
}

function mergeInto(into: Record<string, unknown>, layer: object): void {
  for (const [key, value] of Object.entries(layer) as [string, unknown][]) {
    if (!isJsonObject(value)) {
      into[key] = value;
      continue;
    }
    const known = into[key];
    const inner = isJsonObject(known) ? known : nothing();
    into[key] = inner;
    mergeInto(inner, value);
  }
}
