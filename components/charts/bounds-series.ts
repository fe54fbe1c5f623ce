import type { PastView } from '@/server/contract/past';
import type { Resource } from '@/server/contract/resources';
import { linearTicks } from './linear-ticks';

type PastSpanView = Pick<PastView, 'fromMs' | 'toMs' | 'stepMs' | 'gapMs' | 'points' | 'recommenders'>;

/** One point of the chart; `band` is the bounds, its upper end cut at the top of the axis. */
export interface BoundsRow {
  atMs: number;
  band?: [lower: number, upper: number];
  target?: number;
  request?: number;
  limit?: number;
  /** Of a limit that is recommended apart from the request. */
  limitTarget?: number;
  /** What the target would be if nothing capped it; absent where nothing does. */
  uncapped?: number;
  /** Mean, 95th percentile and maximum over the pods and the step. */
  usage?: number;
  usageP95?: number;
  usageMax?: number;
  /** The upper bound uncut. */
  upperBound?: number;
  recommender?: string;
}

export interface BoundsSeries {
  rows: BoundsRow[];
  valueTicks: number[];
  hasCap: boolean;
  /** Whether a limit is known, and low enough to be drawn. */
  hasLimit: boolean;
  /** The same of the target of a limit. */
  hasLimitTarget: boolean;
  /** Whether the upper bound is above the axis now, or was at first. */
  beyond: 'now' | 'at-first' | 'never';
}

function isCapped(uncapped: number | undefined, target: number | undefined): boolean {
  return uncapped !== undefined && target !== undefined && uncapped > target * 1.001;
}

/** An upper bound may raise the axis to this many times everything else; early ones are too high to draw. */
const CEILING_OF_UPPER_BOUND = 1.6;
/** The target of a limit holds the rare peak, and a half more. */
const CEILING_OF_LIMIT = 2.2;

/**
 * The past of one resource of one container; undefined if nothing is known. The axis fits target, request and
 * usage; the upper bound, which starts very high while confidence is low, may stretch it only a little and is
 * cut off above. A row without amounts marks a gap.
 */
export function boundsSeries(
  { stepMs, gapMs, points, recommenders }: PastSpanView,
  resource: Resource,
): BoundsSeries | undefined {
  const known = points.map(({ atMs, [resource]: { usageMean: usage, uncappedTarget, ...amounts } }) => ({
    atMs,
    ...amounts,
    usage,
    ...(isCapped(uncappedTarget, amounts.target) && { uncapped: uncappedTarget }),
    ...(amounts.target !== undefined && {
      recommender: recommenders.findLast((one) => one.fromMs < atMs + stepMs)?.name,
    }),
  }));
  const seen = known.flatMap(({ target, request, usage, usageMax, lowerBound, uncapped }) => [
    target,
    uncapped,
    request,
    usage,
    usageMax,
    lowerBound,
  ]);
  const amounts = seen.filter((value) => value !== undefined);
  if (amounts.length === 0) return undefined;
  const core = Math.max(1, ...amounts);
  const newestUpper = known.at(-1)?.upperBound ?? 0;
  const newestLimit = known.findLast(({ limitTarget }) => limitTarget !== undefined)?.limitTarget ?? 0;
  const ticks = linearTicks(
    resource,
    Math.max(
      core,
      Math.min(newestUpper, core * CEILING_OF_UPPER_BOUND),
      Math.min(newestLimit, core * CEILING_OF_LIMIT),
    ) * 1.05,
  );
  const top = ticks.at(-1) ?? core;
  const rows = known.map(({ lowerBound, upperBound, ...rest }) => ({
    ...rest,
    upperBound,
    ...(lowerBound !== undefined &&
      upperBound !== undefined && { band: [lowerBound, Math.min(upperBound, top)] as [number, number] }),
  }));
  return {
    rows: rows.flatMap((row, index) => {
      const next = rows[index + 1];
      return next && next.atMs - row.atMs > gapMs ? [row, { atMs: row.atMs + stepMs }] : [row];
    }),
    valueTicks: ticks,
    hasCap: known.some(({ uncapped }) => uncapped !== undefined),
    hasLimit: known.some(({ limit }) => limit !== undefined && limit <= top),
    hasLimitTarget: known.some(({ limitTarget }) => limitTarget !== undefined && limitTarget <= top),
    beyond:
      newestUpper > top ? 'now' : known.some((point) => (point.upperBound ?? 0) > top) ? 'at-first' : 'never',
  };
}
