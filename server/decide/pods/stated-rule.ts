import { createHash } from 'node:crypto';
import { isJsonObject } from '../../objects/json-object';

const DEEPEST = 40;

/** What a cluster states in one rule, so that it can be compared with that of others. */
export interface StatedRule {
  name: string;
  /** SHA-256 of its spec as `canonicalText` has it, in hexadecimal. */
  sha256: string;
  /** Of that text. */
  bytes: number;
  /** Absent where it is too long to be sent. */
  spec?: object;
}

/**
 * A value as JSON, the same for all that say the same: keys in order, without what is null or undefined.
 * @throws RangeError if it is nested too deeply
 */
export function canonicalText(value: unknown): string {
  return JSON.stringify(canonical(value, 0));
}

/** A rule without its spec. */
export function ruleMark(name: string, text: string): Omit<StatedRule, 'spec'> {
  return { name, sha256: createHash('sha256').update(text).digest('hex'), bytes: Buffer.byteLength(text) };
}

function canonical(value: unknown, depth: number): unknown {
  if (depth > DEEPEST) throw new RangeError('it is nested too deeply');
  if (Array.isArray(value)) return value.map((one) => canonical(one, depth + 1));
  if (!isJsonObject(value)) return value;
  // Where a key is that of the prototype, it is one like any other.
  const ordered = Object.create(null) as Record<string, unknown>;
  for (const key of Object.keys(value).sort()) {
    const one = value[key];
    if (one !== null && one !== undefined) ordered[key] = canonical(one, depth + 1);
  }
  return ordered;
}
