import type { VerticalPodAutoscaler } from '../kube/vpa-types';

/** Where the state of replacements survives a restart: on the VPA it is about. */
export const LOOP_ANNOTATION = 'plumbline.dev/replacements';

/** The outcome of replacements, as kept in the annotation. Times in Unix milliseconds. */
export interface LoopState {
  readonly misses: number;
  readonly lastMissMs: number;
  readonly isVerified: boolean;
  /** What the state depends on: when it changes, counting starts over. */
  readonly basis: string;
  readonly outstanding: readonly { readonly owner: string; readonly atMs: number }[];
  /** Replacements already judged while others are outstanding, by uid. */
  readonly judged: readonly string[];
}

/** Parses the annotation; undefined if there is none or it is not ours. */
export function readLoop(vpa: VerticalPodAutoscaler): LoopState | undefined {
  const text = vpa.metadata.annotations?.[LOOP_ANNOTATION];
  if (!text) return undefined;
  try {
    const value = JSON.parse(text) as Partial<LoopState>;
    if (typeof value.misses !== 'number' || typeof value.basis !== 'string') return undefined;
    return {
      misses: value.misses,
      lastMissMs: value.lastMissMs ?? 0,
      isVerified: value.isVerified ?? false,
      basis: value.basis,
      outstanding: Array.isArray(value.outstanding) ? value.outstanding : [],
      judged: Array.isArray(value.judged) ? value.judged : [],
    };
  } catch {
    return undefined;
  }
}
