import type { Resource } from '@/server/model/units';
import type { HistoryPoint } from '@/server/recommender/views';
import { linearTicks } from './linear-ticks';
import { timeTicks } from './time-ticks';

/** One point of the chart; `band` is the bounds, its upper end cut at the top of the axis. */
export interface BoundsRow {
  atMs: number;
  band?: [lower: number, upper: number];
  target?: number;
  request?: number;
  usage?: number;
  /** The upper bound uncut. */
  upperBound?: number;
}

interface BoundsSeries {
  rows: BoundsRow[];
  valueTicks: number[];
  timeTicks: number[];
  /** Whether the upper bound is above the axis now, or was at first. */
  beyond: 'now' | 'at-first' | 'never';
}

/** An upper bound may raise the axis to this many times everything else; early ones are too high to draw. */
const ROOM_FOR_UPPER_BOUND = 1.6;

/**
 * The past of one resource of one container. The axis fits target, request and usage; the upper bound, which
 * starts very high while confidence is low, may stretch it only a little and is cut off above.
 */
export function boundsSeries(history: readonly HistoryPoint[], resource: Resource): BoundsSeries | undefined {
  const first = history[0];
  const last = history.at(-1);
  if (!first || !last || first === last) return undefined;
  const points = history.map((point) => ({ atMs: point.atMs, ...point[resource] }));
  const seen = points.flatMap((point) => [point.target, point.request, point.usage, point.lowerBound]);
  const core = Math.max(1, ...seen.filter((value) => value !== undefined));
  const newestUpper = points.at(-1)?.upperBound ?? 0;
  const ticks = linearTicks(
    resource,
    Math.max(core, Math.min(newestUpper, core * ROOM_FOR_UPPER_BOUND)) * 1.05,
  );
  const top = ticks.at(-1) ?? core;
  return {
    rows: points.map(({ lowerBound, upperBound, ...rest }) => ({
      ...rest,
      upperBound,
      ...(lowerBound !== undefined &&
        upperBound !== undefined && { band: [lowerBound, Math.min(upperBound, top)] as [number, number] }),
    })),
    valueTicks: ticks,
    timeTicks: timeTicks(first.atMs, last.atMs),
    beyond:
      newestUpper > top
        ? 'now'
        : points.some((point) => (point.upperBound ?? 0) > top)
          ? 'at-first'
          : 'never',
  };
}
