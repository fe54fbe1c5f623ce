import { shortened } from '../../lib/report/shortened';
import { YEAR_ONE_MS } from '../../model/decay';
import { SavedEvidenceError } from './estimator';

/** A whole number of at least 0. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** A finite number of at least 0. */
export function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

/** Numbers of single precision as text: 4 bytes each in base64. */
export function packFloats(numbers: ArrayLike<number>): string {
  return Buffer.from(Float32Array.from(numbers).buffer).toString('base64');
}

/** Reads what `packFloats` wrote. @throws SavedEvidenceError */
export function unpackFloats(packed: unknown, field: string): Float32Array {
  const bytes = Buffer.from(typeof packed === 'string' ? packed : '', 'base64');
  if (typeof packed !== 'string' || bytes.length % Float32Array.BYTES_PER_ELEMENT !== 0)
    throw new SavedEvidenceError(field, `is ${textOf(packed)}, not numbers of this recommender`);
  const numbers = new Float32Array(bytes.length / Float32Array.BYTES_PER_ELEMENT);
  for (let index = 0; index < numbers.length; index++)
    numbers[index] = bytes.readFloatLE(index * Float32Array.BYTES_PER_ELEMENT);
  return numbers;
}

const PARTS = 65_535;

/** Shares of `whole` as text: 2 bytes each in base64; exact to a 65,535th. */
export function packParts(numbers: readonly number[], whole: number): string {
  const parts = numbers.map((number) => (whole > 0 ? Math.round((number / whole) * PARTS) : 0));
  return Buffer.from(Uint16Array.from(parts).buffer).toString('base64');
}

/** Reads what `packParts` wrote, as shares from 0 to 1. @throws SavedEvidenceError */
export function unpackParts(packed: unknown, field: string): number[] {
  const bytes = Buffer.from(typeof packed === 'string' ? packed : '', 'base64');
  if (typeof packed !== 'string' || bytes.length % Uint16Array.BYTES_PER_ELEMENT !== 0)
    throw new SavedEvidenceError(field, `is ${textOf(packed)}, not numbers of this recommender`);
  const parts: number[] = [];
  for (let at = 0; at < bytes.length; at += Uint16Array.BYTES_PER_ELEMENT)
    parts.push(bytes.readUInt16LE(at) / PARTS);
  return parts;
}

/** A value as people read it, at most one line. */
export function textOf(value: unknown): string {
  const text = typeof value === 'string' ? `"${value}"` : (JSON.stringify(value) ?? String(value));
  return shortened(text);
}

/** Unix ms; undefined for null or Go's year 1. @throws SavedEvidenceError */
export function readTime(value: unknown, field: string): number | undefined {
  if (value === null || value === undefined) return undefined;
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(ms)) throw new SavedEvidenceError(field, `is ${textOf(value)}, not a time`);
  return ms === YEAR_ONE_MS ? undefined : ms;
}

/** The object; empty if there is none. @throws SavedEvidenceError */
export function objectIn(value: unknown, field: string): Record<string, unknown> {
  if (value === undefined || value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value))
    throw new SavedEvidenceError(field, `is ${textOf(value)}, not an object`);
  return value as Record<string, unknown>;
}
