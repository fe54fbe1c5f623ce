import type { HistogramView } from '@/server/contract/recommendations';
import type { Resource } from '@/server/contract/resources';
import { type AmountRange, formatAmount, formatAmountRange } from '@/server/words/amounts';
import { formatShare } from '@/server/words/counts';
import type { DataColumn } from './bounds-columns';
import { type Marker, type PlacedMarker, placeLabels, plotWidth } from './marker-labels';
import { type AxisScale, type Tick, valueAxis, valueTicks } from './value-axis';

interface HistogramBar {
  x: number;
  width: number;
  height: number;
  /** Whether the bucket lies wholly at or below the target's percentile. */
  covered: boolean;
}

interface HistogramPicture {
  bars: HistogramBar[];
  ticks: Tick[];
  markers: PlacedMarker[];
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

export const LABEL_ROW_PX = 18;
const PAD_BUCKETS = 2;
const FEWEST_BUCKETS = 18;
/** An even axis goes on beyond the highest amount by this factor. */
const LINEAR_ROOM = 1.05;

/** Percentiles, with one marker for those at the same value: `p90 204m`, `p50 p90 1.5 GiB`. */
function percentileMarkers(histogram: HistogramView, x: (value: number) => number): Marker[] {
  const values = [...new Set(histogram.percentiles.map((entry) => entry.value))];
  return values.map((value) => {
    const there = histogram.percentiles.filter((entry) => entry.value === value);
    const names = there.map((entry) => `p${Math.round(entry.percentile * 1000) / 10}`);
    return {
      id: (there.find((entry) => entry.name === 'target') ?? there[0])?.name ?? '',
      x: x(value),
      label: `${names.join(' ')} ${formatAmount(histogram.resource, value)}`,
    };
  });
}

/**
 * The range of the axis that contains every bucket and mark: of buckets with a minimum number, so that bars stay narrow;
 * of even steps from zero.
 */
function axisStretch(positions: readonly number[], scale: AxisScale): { from: number; to: number } {
  if (scale === 'linear') return { from: 0, to: Math.max(...positions) * LINEAR_ROOM };
  const least = Math.min(...positions) - PAD_BUCKETS;
  const most = Math.max(...positions) + PAD_BUCKETS;
  const missing = Math.max(0, FEWEST_BUCKETS - (most - least)) / 2;
  const from = Math.max(0, least - missing);
  return { from, to: Math.max(most + missing, from + FEWEST_BUCKETS) };
}

/** What is marked besides percentiles, in the histogram's unit. */
export interface HistogramMarks {
  /** From the lowest to the highest of the pods. */
  request?: AmountRange | undefined;
  /** Of a limit that is recommended apart from the request. */
  limitTarget?: number | undefined;
}

/** The marks there are, with the names that people read. */
function knownMarks({ request, limitTarget }: HistogramMarks): { id: string; name: string; value: number }[] {
  const requests = [...new Set(request ? [request.min, request.max] : [])];
  return [
    ...requests.map((value, index) => ({
      id: index === 0 ? 'request' : 'highest-request',
      name: 'request',
      value,
    })),
    ...(limitTarget === undefined ? [] : [{ id: 'limitTarget', name: 'limit target', value: limitTarget }]),
  ];
}

/**
 * A histogram as shapes: bars for buckets, one marker for each percentile, for the lowest and the highest request and
 * for the target of their limit, labels in rows above. Undefined if the histogram has no weight.
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
  const marked = [...percentiles, ...known].map(({ value }) => value);
  const { from, to } = axisStretch(
    [position(first.start), position(last.end), ...marked.map(position)],
    frame.scale,
  );

  const markersOn = (width: number): Marker[] => {
    const x = (value: number) => ((position(value) - from) / (to - from)) * width;
    return [
      ...percentileMarkers(histogram, x),
      ...known.map(({ id, name, value }) => ({
        id,
        x: x(value),
        label: `${name} ${formatAmount(resource, value)}`,
      })),
    ];
  };
  const width = plotWidth(markersOn(frame.width), frame.width);
  const x = (value: number) => ((position(value) - from) / (to - from)) * width;

  const markers = placeLabels(markersOn(width));
  const labelHeight = (Math.max(0, ...markers.map((marker) => marker.row)) + 1) * LABEL_ROW_PX + 4;
  const plotHeight = Math.max(1, frame.height - labelHeight);
  // Where buckets are not equally wide, the area of a bar stands for its weight.
  const heightOf = ({ start, end, weight }: Bucket) =>
    frame.scale === 'log' || end <= start ? weight : weight / (end - start);
  const highest = Math.max(...buckets.map(heightOf));
  const targetValue = percentiles.find((entry) => entry.name === 'target')?.value ?? Infinity;

  return {
    bars: buckets.map((bucket) => ({
      x: x(bucket.start) + 0.5,
      width: Math.max(1, x(bucket.end) - x(bucket.start) - 1),
      height: highest > 0 ? (heightOf(bucket) / highest) * plotHeight : 0,
      covered: Math.floor(bucket.end) <= targetValue,
    })),
    ticks: valueTicks(axis, from, to, width),
    markers,
    labelHeight,
    plotHeight,
    words:
      frame.scale === 'log'
        ? `Weight per bucket; the highest bar is ${formatShare(highest)}.`
        : 'The area of a bar is its share of the weight.',
    xOf: x,
    amountAt: (at) => Math.max(0, axis.value(from + (at / width) * (to - from))),
  };
}

type Bucket = HistogramView['buckets'][number];

/** The buckets in words, for the table. */
export function histogramColumns(resource: Resource): [DataColumn<Bucket>, DataColumn<Bucket>] {
  return [
    {
      label: resource === 'cpu' ? 'CPU' : 'Memory',
      words: ({ start, end }) => `${formatAmount(resource, start)} to ${formatAmount(resource, end)}`,
    },
    { label: 'Share of the weight', words: ({ weight }) => formatShare(weight) },
  ];
}

/** The histogram in one sentence, for screen readers. */
export function histogramWords(histogram: HistogramView, { request, limitTarget }: HistogramMarks): string {
  const parts = histogram.percentiles.map(
    (entry) =>
      `${formatShare(entry.percentile)} of usage at or below ${formatAmount(histogram.resource, entry.value)}`,
  );
  if (request !== undefined) parts.push(`current request ${formatAmountRange(histogram.resource, request)}`);
  if (limitTarget !== undefined)
    parts.push(`target of the limit ${formatAmount(histogram.resource, limitTarget)}`);
  return `${parts.join(', ')}.`;
}
