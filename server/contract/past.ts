import type { Recommended, SeriesPoint } from '../store';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How far back a chart may look, in milliseconds of the cluster's time. */
export const RANGES = {
  '1h': HOUR_MS,
  '6h': 6 * HOUR_MS,
  '1d': DAY_MS,
  '7d': 7 * DAY_MS,
  '30d': 30 * DAY_MS,
  '90d': 90 * DAY_MS,
} as const;
export type RangeName = keyof typeof RANGES;

export const MARK_KINDS = [
  'oom',
  'restart',
  'evicted',
  'preempted',
  'evict',
  'resize',
  'rollout',
  'recommender',
  'policy',
  'stop',
] as const;
export type MarkKind = (typeof MARK_KINDS)[number];

/** Something that happened to the workload, once or several times within a step of the chart. */
export interface PastMark {
  kind: MarkKind;
  /** The first and the last time, Unix ms. */
  atMs: number;
  lastMs: number;
  times: number;
  /** The pods it happened to, each once, up to three; empty if it was not about pods. */
  pods: string[];
  /** Of the newest, as `Error, exit code 1` or the name of a recommender; may be empty. */
  detail: string;
  /** What the audit log has about it: the lines of that time, those of one pod, or nothing. */
  record: 'its-time' | 'its-pod' | 'none';
}

/** The past of one container: CPU in millicores, memory in bytes. */
export interface PastView {
  fromMs: number;
  toMs: number;
  /** Oldest first; a step without data has none. */
  points: SeriesPoint[];
  stepMs: number;
  /** Between two points further apart than this, nothing is known; a pass or two may be late or missing. */
  gapMs: number;
  /** Who recommended, each from its first hour on, oldest first. */
  recommenders: Recommended[];
  isComplete: boolean;
  marks: PastMark[];
}
