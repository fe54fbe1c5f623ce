import { YEAR_ONE_MS } from '../model/decay';
import { SavedEvidenceError } from './estimator';

/** A whole number of at least 0. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** A finite number of at least 0. */
export function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

/** Numbers as text: their first place and 4 bytes each in base64, without zeros at either end. */
export function packNumbers(numbers: Float32Array): string {
  let from = 0;
  let to = numbers.length;
  while (from < to && numbers[from] === 0) from++;
  while (to > from && numbers[to - 1] === 0) to--;
  const part = numbers.slice(from, to);
  return `${from}:${Buffer.from(part.buffer).toString('base64')}`;
}

/** Reads what `packNumbers` wrote into zeroed `numbers`. @throws SavedEvidenceError */
export function unpackNumbers(packed: unknown, field: string, numbers: Float32Array): void {
  const [, place = '', text = ''] = /^(\d{1,6}):([\w+/=]*)$/.exec(String(packed)) ?? [];
  const bytes = Buffer.from(text, 'base64');
  const from = Number(place);
  const count = bytes.length / Float32Array.BYTES_PER_ELEMENT;
  if (place === '' || !Number.isInteger(count) || from + count > numbers.length)
    throw new SavedEvidenceError(field, `is ${textOf(packed)}, not numbers of this recommender`);
  for (let index = 0; index < count; index++) {
    const value = bytes.readFloatLE(index * Float32Array.BYTES_PER_ELEMENT);
    if (!Number.isFinite(value)) throw new SavedEvidenceError(field, 'has a number that is none');
    numbers[from + index] = value;
  }
}

/** A value as people read it, at most one line. */
export function textOf(value: unknown): string {
  const text = typeof value === 'string' ? `"${value}"` : (JSON.stringify(value) ?? String(value));
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** Unix ms; undefined for null or Go's year 1. @throws SavedEvidenceError */
export function readTime(value: unknown, field: string): number | undefined {
  if (value === null || value === undefined) return undefined;
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(ms)) throw new SavedEvidenceError(field, `is ${textOf(value)}, not a time`);
  return ms === YEAR_ONE_MS ? undefined : ms;
}

/** The object; empty if there is none. @throws SavedEvidenceError */
export function recordIn(value: unknown, field: string): Record<string, unknown> {
  if (value === undefined || value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value))
    throw new SavedEvidenceError(field, `is ${textOf(value)}, not an object`);
  return value as Record<string, unknown>;
}
