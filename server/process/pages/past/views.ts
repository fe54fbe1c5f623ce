import type { SeriesPoint } from '../../../store';

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

/** Something that happened to the workload, once or several times within a step of the chart. */
export interface PastMark {
  kind: 'evict' | 'resize' | 'policy' | 'stop';
  /** The first and the last time, Unix ms. */
  atMs: number;
  lastMs: number;
  times: number;
}

/** The past of one container: CPU in millicores, memory in bytes. */
export interface PastView {
  fromMs: number;
  toMs: number;
  /** Oldest first; between two further apart than `stepMs`, nothing is known. */
  points: SeriesPoint[];
  stepMs: number;
  /** Whether the database answered. */
  isComplete: boolean;
  marks: PastMark[];
}
