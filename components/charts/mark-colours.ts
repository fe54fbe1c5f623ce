import type { PastMark } from '@/server/process/pages/past/views';

/** The colour of a mark in a chart and in the list below it. */
export const MARK_COLOURS: Readonly<Record<PastMark['kind'], string>> = {
  evict: 'var(--danger)',
  resize: 'var(--over)',
  policy: 'var(--ink-soft)',
  stop: 'var(--warning)',
};
