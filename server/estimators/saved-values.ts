import { YEAR_ONE_MS } from '../model/decay';
import { SavedEvidenceError } from './estimator';

/** A whole number of at least 0. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
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
