import type { HistogramView } from '@/server/contract/recommendations';
import type { Resource } from '@/server/contract/resources';
import {
  type AmountRange,
  formatAmount,
  formatAmountRange,
  isUnbounded,
  resourceTitle,
} from '@/server/words/amounts';
import { formatShare } from '@/server/words/counts';
import type { DataColumn } from './bounds-columns';
import { type Marker, type Placed, placeLabels, plotWidth } from './marker-labels';
import { type AxisScale, type Tick, valueAxis, valueTicks } from './value-axis';

interface HistogramBar {
  x: number;
  width: number;
  height: number;
  /** Whether the bucket lies wholly at or below the target's percentile. */
  covered: boolean;
}

/** A line for each kind, at one place. */
interface HistogramMarker extends Marker {
  kinds: MarkKind[];
}

interface HistogramPicture {
  bars: HistogramBar[];
  ticks: Tick[];
  markers: Placed<HistogramMarker>[];
  /** From the lower to the upper bound. */
  band?: { x: number; width: number };
  /** Height above the plot for the labels' rows. */
  labelHeight: number;
  plotHeight: number;
  /** What the heights of the bars mean. */
  words: string;
  /** The place of an amount. */
  xOf(amount: number): number;
  /** The amount at a place; never below 0. */
  amountAt(x: number): number;
}

interface HistogramFrame {
  width: number;
  height: number;
  scale: AxisScale;
}

export const LABEL_ROW_PX = 15;
const PAD_BUCKETS = 2;
const FEWEST_BUCKETS = 18;
/** An even axis goes on beyond the highest amount by this factor. */
const LINEAR_CEILING = 1.05;
/** Upper bound and limit may stretch an even axis to this many times everything else. */
const LINEAR_STRETCH = 2.2;

/**
 * The range of the axis that contains every bucket and mark: of buckets with a minimum number, so that bars stay narrow;
 * of even steps from zero. What is far above the rest may stretch it only a little.
 */
function axisStretch(
  core: readonly number[],
  stretching: readonly number[],
  scale: AxisScale,
): { from: number; to: number } {
  const highest = Math.max(...core);
  if (scale === 'linear') {
    const reach = Math.max(highest, Math.min(Math.max(0, ...stretching), highest * LINEAR_STRETCH));
    return { from: 0, to: reach * LINEAR_CEILING };
  }
  const lowest = Math.min(...core);
  const span = Math.max(highest - lowest, FEWEST_BUCKETS);
  const least = lowest - PAD_BUCKETS;
  const most = Math.max(highest, Math.min(Math.max(0, ...stretching), highest + span)) + PAD_BUCKETS;
  const missing = Math.max(0, FEWEST_BUCKETS - (most - least)) / 2;
  const from = Math.max(0, least - missing);
  return { from, to: Math.max(most + missing, from + FEWEST_BUCKETS) };
}

/** What is marked beside the usage, in the histogram's unit; ranges go from the lowest to the highest of the pods. */
export interface HistogramMarks {
  target?: number | undefined;
  lowerBound?: number | undefined;
  upperBound?: number | undefined;
  request?: AmountRange | undefined;
  limit?: AmountRange | undefined;
  /** Of a limit that is recommended apart from the request. */
  limitTarget?: number | undefined;
}

const MARK_NAMES = {
  request: 'request',
  target: 'target',
  limit: 'limit',
  limitTarget: 'limit target',
} as const;

type MarkKind = keyof typeof MARK_NAMES;

interface Mark {
  value: number;
  kinds: MarkKind[];
}

/** The marks there are, those at one amount as one, so that none hides another. */
function knownMarks({ target, request, limit, limitTarget }: HistogramMarks): Mark[] {
  const ends = (range: AmountRange | undefined) => (range ? [range.min, range.max] : []);
  const amounts: Record<MarkKind, readonly (number | undefined)[]> = {
    request: ends(request),
    target: [target],
    limit: ends(limit),
    limitTarget: [limitTarget],
  };
  const marks = new Map<number, Mark>();
  for (const kind of Object.keys(MARK_NAMES) as MarkKind[])
    for (const value of new Set(amounts[kind])) {
      if (value === undefined || isUnbounded(value)) continue;
      const mark = marks.get(value) ?? { value, kinds: [] };
      mark.kinds.push(kind);
      marks.set(value, mark);
    }
  return [...marks.values()];
}

/** These may be so far above usage that nothing else would be seen. */
function isFar({ kinds }: Mark): boolean {
  return kinds.every((kind) => kind === 'limit' || kind === 'limitTarget');
}

/**
 * A histogram as shapes: bars for buckets, a band for the bounds, and a marker for each amount of target, request and
 * limit, labels in rows above. What is above the axis is marked at its end. Undefined if the histogram has no weight.
 */
export function histogramPicture(
  histogram: HistogramView,
  marks: HistogramMarks,
  frame: HistogramFrame,
): HistogramPicture | undefined {
  const { resource, buckets, percentiles } = histogram;
  const first = buckets[0];
  const last = buckets.at(-1);
  if (!first || !last) return undefined;

  const axis = valueAxis(resource, frame.scale);
  const position = (value: number) => axis.position(value);
  const known = knownMarks(marks);
  const { lowerBound, upperBound } = marks;
  const positions = (amounts: readonly (number | undefined)[]) =>
    amounts.filter((one) => one !== undefined && !isUnbounded(one)).map((one) => position(one ?? 0));
  const { from, to } = axisStretch(
    positions([
      first.start,
      last.end,
      lowerBound,
      ...known.filter((one) => !isFar(one)).map(({ value }) => value),
    ]),
    positions([upperBound, ...known.filter(isFar).map(({ value }) => value)]),
    frame.scale,
  );
  const shareAt = (value: number) => Math.min(1, Math.max(0, (position(value) - from) / (to - from)));

  const markersOn = (width: number): HistogramMarker[] =>
    known.map(({ kinds, value }) => ({
      id: `${kinds.join(' ')} ${value}`,
      kinds,
      x: shareAt(value) * width,
      label: `${kinds.map((kind) => MARK_NAMES[kind]).join(' = ')} ${formatAmount(resource, value)}${position(value) > to ? ' →' : ''}`,
    }));
  const width = plotWidth(markersOn(frame.width), frame.width);
  const x = (value: number) => ((position(value) - from) / (to - from)) * width;
  const band =
    lowerBound === undefined || upperBound === undefined || isUnbounded(lowerBound)
      ? undefined
      : { x: shareAt(lowerBound) * width, width: (shareAt(upperBound) - shareAt(lowerBound)) * width };

  const markers = placeLabels(markersOn(width));
  const labelHeight = (Math.max(0, ...markers.map((marker) => marker.row)) + 1) * LABEL_ROW_PX + 4;
  const plotHeight = Math.max(1, frame.height - labelHeight);
  // Where buckets are not equally wide, the area of a bar stands for its weight.
  const heightOf = ({ start, end, weight }: Bucket) =>
    frame.scale === 'log' || end <= start ? weight : weight / (end - start);
  const highest = Math.max(...buckets.map(heightOf));
  const base = percentiles.find((entry) => entry.name === 'target');
  const targetValue = base?.value ?? Infinity;
  const covered = base
    ? `Dark: up to p${Math.round(base.percentile * 1000) / 10}, ${formatAmount(resource, base.value)}. `
    : '';

  return {
    bars: buckets.map((bucket) => ({
      x: x(bucket.start) + 0.5,
      width: Math.max(1, x(bucket.end) - x(bucket.start) - 1),
      height: highest > 0 ? (heightOf(bucket) / highest) * plotHeight : 0,
      covered: Math.floor(bucket.end) <= targetValue,
    })),
    ticks: valueTicks(axis, from, to, width),
    markers,
    ...(band && { band }),
    labelHeight,
    plotHeight,
    words: `${covered}${frame.scale === 'log' ? `Highest bar: ${formatShare(highest)}.` : 'Areas are shares.'}`,
    xOf: x,
    amountAt: (at) => Math.max(0, axis.value(from + (at / width) * (to - from))),
  };
}

type Bucket = HistogramView['buckets'][number];

/** The buckets in words, for the table. */
export function histogramColumns(resource: Resource): [DataColumn<Bucket>, DataColumn<Bucket>] {
  return [
    {
      label: resourceTitle(resource),
      words: ({ start, end }) => `${formatAmount(resource, start)} to ${formatAmount(resource, end)}`,
    },
    { label: 'Share of the weight', words: ({ weight }) => formatShare(weight) },
  ];
}

/** The histogram in one sentence, for screen readers. */
export function histogramWords(
  { resource, percentiles }: HistogramView,
  { target, lowerBound, upperBound, request, limit, limitTarget }: HistogramMarks,
): string {
  const parts = percentiles.map(
    ({ percentile, value }) =>
      `${formatShare(percentile)} of usage at or below ${formatAmount(resource, value)}`,
  );
  if (target !== undefined) parts.push(`target ${formatAmount(resource, target)}`);
  if (lowerBound !== undefined && upperBound !== undefined)
    parts.push(`bounds ${formatAmountRange(resource, { min: lowerBound, max: upperBound })}`);
  if (request !== undefined) parts.push(`current request ${formatAmountRange(resource, request)}`);
  if (limit !== undefined) parts.push(`limit ${formatAmountRange(resource, limit)}`);
  if (limitTarget !== undefined) parts.push(`target of the limit ${formatAmount(resource, limitTarget)}`);
  return `${parts.join(', ')}.`;
}
