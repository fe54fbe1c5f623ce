import type { Resource } from '@/server/model/units';
import type { HistogramView } from '@/server/recommender/views';
import { formatAmount } from '@/server/words/amounts';
import { formatShare } from '@/server/words/counts';
import type { DataColumn } from './bounds-columns';
import { type Marker, type PlacedMarker, placeLabels, plotWidth } from './marker-labels';
import { axisPosition, type Tick, valueTicks } from './value-axis';

interface HistogramBar {
  x: number;
  width: number;
  height: number;
  /** Whether the bucket lies wholly at or below the target's percentile. */
  covered: boolean;
  /** Shown when pointing at it. */
  words: string;
}

interface HistogramPicture {
  bars: HistogramBar[];
  ticks: Tick[];
  markers: PlacedMarker[];
  /** Height above the plot for the labels' rows. */
  labelHeight: number;
  plotHeight: number;
  /** The share of the weight in the highest bar. */
  highest: string;
}

interface HistogramFrame {
  width: number;
  height: number;
}

export const LABEL_ROW_PX = 18;
const PAD_BUCKETS = 2;
const FEWEST_BUCKETS = 18;

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
 * The range of the axis that contains every bucket and mark, with a minimum number of buckets so that bars
 * stay narrow.
 */
function axisStretch(positions: readonly number[]): { from: number; to: number } {
  const least = Math.min(...positions) - PAD_BUCKETS;
  const most = Math.max(...positions) + PAD_BUCKETS;
  const missing = Math.max(0, FEWEST_BUCKETS - (most - least)) / 2;
  const from = Math.max(0, least - missing);
  return { from, to: Math.max(most + missing, from + FEWEST_BUCKETS) };
}

/**
 * A histogram as shapes: bars for buckets, one marker for each percentile and one for the request, labels in
 * rows above. `request` in the histogram's unit. Undefined if the histogram has no weight.
 */
export function histogramPicture(
  histogram: HistogramView,
  request: number | undefined,
  frame: HistogramFrame,
): HistogramPicture | undefined {
  const { resource, buckets, percentiles } = histogram;
  const first = buckets[0];
  const last = buckets.at(-1);
  if (!first || !last) return undefined;

  const [stretch, weight] = histogramColumns(resource);
  const position = (value: number) => axisPosition(resource, value);
  const marked = [...percentiles.map((entry) => entry.value), ...(request === undefined ? [] : [request])];
  const { from, to } = axisStretch([position(first.start), position(last.end), ...marked.map(position)]);

  const markersOn = (width: number): Marker[] => {
    const x = (value: number) => ((position(value) - from) / (to - from)) * width;
    const all = percentileMarkers(histogram, x);
    if (request !== undefined)
      all.push({ id: 'request', x: x(request), label: `request ${formatAmount(resource, request)}` });
    return all;
  };
  const width = plotWidth(markersOn(frame.width), frame.width);
  const x = (value: number) => ((position(value) - from) / (to - from)) * width;

  const markers = placeLabels(markersOn(width));
  const labelHeight = (Math.max(0, ...markers.map((marker) => marker.row)) + 1) * LABEL_ROW_PX + 4;
  const plotHeight = Math.max(1, frame.height - labelHeight);
  const heaviest = Math.max(...buckets.map((bucket) => bucket.weight));
  const targetValue = percentiles.find((entry) => entry.name === 'target')?.value ?? Infinity;

  return {
    bars: buckets.map((bucket) => ({
      x: x(bucket.start) + 0.5,
      width: Math.max(1, x(bucket.end) - x(bucket.start) - 1),
      height: heaviest > 0 ? (bucket.weight / heaviest) * plotHeight : 0,
      covered: Math.floor(bucket.end) <= targetValue,
      words: `${stretch.words(bucket)}: ${weight.words(bucket)} of the weight`,
    })),
    ticks: valueTicks(resource, from, to, width),
    markers,
    labelHeight,
    plotHeight,
    highest: formatShare(heaviest),
  };
}

type Bucket = HistogramView['buckets'][number];

/** The buckets in words: the caption shows one, the table all. */
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
export function histogramWords(histogram: HistogramView, request: number | undefined): string {
  const parts = histogram.percentiles.map(
    (entry) =>
      `${formatShare(entry.percentile)} of usage at or below ${formatAmount(histogram.resource, entry.value)}`,
  );
  if (request !== undefined) parts.push(`current request ${formatAmount(histogram.resource, request)}`);
  return `${parts.join(', ')}.`;
}
