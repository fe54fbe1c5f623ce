import { objectIn } from '../../objects/json-object';
import type { Resource } from '../../objects/units';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';
import { ANNOTATIONS } from '../../words/annotations';

/** Where the state of replacements survives a restart: on the VPA it is about. */
export const LOOP_ANNOTATION = ANNOTATIONS.replacements.name;

/** The outcome of replacements, as kept in the annotation. Times in Unix milliseconds. */
export interface LoopState {
  readonly misses: number;
  readonly firstMissMs: number;
  readonly lastMissMs: number;
  readonly isVerified: boolean;
  /** What the state depends on: when it changes, counting starts over. */
  readonly basis: string;
  readonly outstanding: readonly { readonly owner: string; readonly atMs: number }[];
  /** Replacements already judged while others are outstanding, by uid. */
  readonly judged: readonly string[];
  /** What the pods evicted last requested, the newest last; a few. */
  readonly replaced: readonly ReplacedRequests[];
}

/** What evicted pods requested, by container, in millicores and bytes, and when the first of them was evicted. */
export interface ReplacedRequests {
  readonly atMs: number;
  readonly requests: Readonly<Record<string, Partial<Record<Resource, number>>>>;
  /** When it was changed in place in the day before; absent if it was not. */
  readonly changesMs?: readonly number[];
}

/** Parses the annotation; undefined if there is none or it is not ours. */
export function readLoop(vpa: VerticalPodAutoscaler): LoopState | undefined {
  const text = vpa.metadata.annotations?.[LOOP_ANNOTATION];
  if (!text) return undefined;
  const value: Partial<LoopState> = objectIn(text);
  if (typeof value.misses !== 'number' || typeof value.basis !== 'string') return undefined;
  return {
    misses: value.misses,
    firstMissMs: value.firstMissMs ?? value.lastMissMs ?? 0,
    lastMissMs: value.lastMissMs ?? 0,
    isVerified: value.isVerified ?? false,
    basis: value.basis,
    outstanding: Array.isArray(value.outstanding) ? value.outstanding : [],
    judged: Array.isArray(value.judged) ? value.judged : [],
    replaced: Array.isArray(value.replaced) ? value.replaced.filter(isReplaced) : [],
  };
}

function isReplaced(value: unknown): value is ReplacedRequests {
  if (typeof value !== 'object' || value === null) return false;
  const { atMs, requests, changesMs = [] } = value as Partial<ReplacedRequests>;
  if (!Array.isArray(changesMs) || !changesMs.every((time) => typeof time === 'number')) return false;
  if (typeof atMs !== 'number' || typeof requests !== 'object' || requests === null) return false;
  return Object.values(requests).every((own) => typeof own === 'object' && own !== null);
}
