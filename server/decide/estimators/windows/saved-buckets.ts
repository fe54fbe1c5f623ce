import { SavedEvidenceError } from '../estimator';
import { isAmount, isCount, packParts, unpackParts } from '../saved-values';
import type { DecayedBuckets } from './decayed-buckets';

/** More than any weight could be, and far from the largest number of single precision. */
const MOST_SAVED = 1e30;

/** More empty buckets than this are left out between two that are not. */
const MOST_EMPTY = 6;

/** The heaviest weight, then of each stretch of buckets with weight the first one and all weights as parts of it. */
export function saveBuckets({ weights }: DecayedBuckets): unknown[] {
  const { first, numbers } = weights.inUse();
  const heaviest = Math.max(0, ...numbers);
  const stretches: { from: number; to: number }[] = [];
  for (const [index, number] of numbers.entries()) {
    if (number === 0) continue;
    const last = stretches.at(-1);
    if (last && index - last.to <= MOST_EMPTY) last.to = index + 1;
    else stretches.push({ from: index, to: index + 1 });
  }
  return [
    heaviest,
    ...stretches.flatMap(({ from, to }) => [first + from, packParts(numbers.slice(from, to), heaviest)]),
  ];
}

/** @throws SavedEvidenceError */
export function loadBuckets(own: DecayedBuckets, saved: unknown, field: string): void {
  const [heaviest, ...stretches] = Array.isArray(saved) ? (saved as unknown[]) : [];
  if (!isWeight(heaviest)) throw new SavedEvidenceError(field, 'is no histogram');
  for (let at = 0; at < stretches.length; at += 2) {
    const first = stretches[at];
    const parts = unpackParts(stretches[at + 1], field);
    if (!isCount(first) || first + parts.length > own.buckets.count)
      throw new SavedEvidenceError(field, 'is no histogram');
    for (const [index, part] of parts.entries()) if (part > 0) own.addTo(first + index, part * heaviest);
  }
}

function isWeight(value: unknown): value is number {
  return isAmount(value) && value <= MOST_SAVED;
}
