import type { CSSProperties } from 'react';
import type { PastMark } from '@/server/contract/past';

/** The colour of a mark in a chart and in the list below it. */
export const MARK_COLOURS: Readonly<Record<PastMark['kind'], string>> = {
  oom: 'var(--danger)',
  restart: 'var(--short)',
  evicted: 'var(--danger)',
  preempted: 'var(--short)',
  evict: 'var(--over)',
  resize: 'var(--over)',
  rollout: 'var(--ink)',
  recommender: 'var(--target)',
  policy: 'var(--ink-soft)',
  stop: 'var(--warning)',
};

/** Sets `--mark`, for what stands for a mark. */
export function markStyle(kind: PastMark['kind']): CSSProperties {
  return { '--mark': MARK_COLOURS[kind] } as CSSProperties;
}
