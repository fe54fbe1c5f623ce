import type { VpaStatus } from '@/server/objects/vpa-types';
import { type RequestsOf, sameSides, sameTargets } from './recommendation-diff';

/** After so many passes in which it was not its turn, a status is worth a rank more. */
const PASSES_A_RANK = 5;

/** What a status is worth to who reads it, the least first. */
const RANKS = ['bounds', 'target', 'decision', 'first'] as const;

export type Worth = (typeof RANKS)[number];

/**
 * What changes for whoever decides by the status: a first recommendation is what a VPA waits for, a pod that comes to
 * another side of its bounds or an edit that was seen is a decision, another target is what new pods get, and other
 * bounds alone decide nothing.
 */
export function worthOf(
  former: VpaStatus | undefined,
  next: VpaStatus,
  requestsOf: RequestsOf,
  isNewGeneration = false,
): Worth {
  const [before, now] = [former?.recommendation, next.recommendation];
  if (!before && now) return 'first';
  if (isNewGeneration || !sameSides(before, now, requestsOf)) return 'decision';
  return sameTargets(before, now) ? 'bounds' : 'target';
}

/** A number that is larger for what is written first. @param waits passes in which it was not its turn */
export function statusRankOf(worth: Worth, waits: number): number {
  return Math.min(RANKS.length - 1, RANKS.indexOf(worth) + Math.floor(waits / PASSES_A_RANK));
}
