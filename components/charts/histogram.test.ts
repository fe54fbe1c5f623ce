import { describe, expect, it } from 'vitest';
import type { HistogramView } from '@/server/recommender/views';
import { histogramPicture, histogramWords } from './histogram';
import { axisPosition, valueTicks } from './value-axis';

const start = (bucket: number) => (10 * (1.05 ** bucket - 1)) / 0.05;

const HISTOGRAM: HistogramView = {
  resource: 'cpu',
  buckets: [10, 11, 12, 13].map((bucket, index) => ({
    start: start(bucket),
    end: start(bucket + 1),
    weight: [0.1, 0.5, 0.3, 0.1][index] ?? 0,
  })),
  totalWeight: 10,
  percentiles: [
    { name: 'lowerBound', percentile: 0.5, value: Math.trunc(start(12)) },
    { name: 'target', percentile: 0.9, value: Math.trunc(start(13)) },
    { name: 'upperBound', percentile: 0.95, value: Math.trunc(start(14)) },
  ],
  halfLifeMs: 86_400_000,
};
const FRAME = { width: 600, height: 200 };

describe('the axis of values', () => {
  it('counts buckets', () => {
    expect(axisPosition('cpu', 0)).toBe(0);
    expect(axisPosition('cpu', start(37))).toBeCloseTo(37);
    expect(axisPosition('memory', 1e7)).toBeCloseTo(1);
  });

  it('has round ticks at a distance', () => {
    const ticks = valueTicks('cpu', axisPosition('cpu', 90), axisPosition('cpu', 2100), 600);
    expect(ticks.map((tick) => tick.label)).toEqual(['100m', '200m', '500m', '1 core', '2 cores']);
    const narrow = valueTicks('cpu', axisPosition('cpu', 190), axisPosition('cpu', 430), 600);
    expect(narrow.map((tick) => tick.label)).toEqual(['200m', '250m', '300m', '350m', '400m']);
    expect(valueTicks('memory', 0, 176, 200, 64).length).toBeLessThanOrEqual(4);
  });
});

describe('the histogram', () => {
  it('draws exponential buckets equally wide and the heaviest full height', () => {
    const picture = histogramPicture(HISTOGRAM, undefined, FRAME);
    const widths = picture?.bars.map((bar) => Math.round(bar.width)) ?? [];
    expect(new Set(widths).size).toBe(1);
    expect(picture?.bars.map((bar) => Math.round(bar.height / (picture.plotHeight / 10)))).toEqual([
      2, 10, 6, 2,
    ]);
    expect(picture?.highest).toBe('50 %');
  });

  it('separates the buckets that the target covers from those above', () => {
    expect(histogramPicture(HISTOGRAM, undefined, FRAME)?.bars.map((bar) => bar.covered)).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  it('makes room for a distant request and for every label', () => {
    const picture = histogramPicture(HISTOGRAM, 4000, FRAME);
    const request = picture?.markers.find((marker) => marker.id === 'request');
    expect(request?.label).toBe('request 4 cores');
    expect(request?.x).toBeLessThan(FRAME.width - 80);
    expect(picture?.markers).toHaveLength(4);
  });

  it('keeps a single bucket from filling the picture', () => {
    const lone = { ...HISTOGRAM, buckets: HISTOGRAM.buckets.slice(1, 2) };
    expect(histogramPicture(lone, undefined, FRAME)?.bars[0]?.width).toBeLessThan(FRAME.width / 15);
  });

  it('gives percentiles at the same value one marker', () => {
    const [median, target, upper] = HISTOGRAM.percentiles;
    const percentiles = median && target && upper ? [median, target, { ...upper, value: target.value }] : [];
    const markers = histogramPicture({ ...HISTOGRAM, percentiles }, undefined, FRAME)?.markers;
    expect(markers?.map((marker) => [marker.id, marker.label])).toEqual([
      ['lowerBound', 'p50 159m'],
      ['target', 'p90 p95 177m'],
    ]);
  });

  it('has no picture without weight', () => {
    expect(histogramPicture({ ...HISTOGRAM, buckets: [] }, 100, FRAME)).toBeUndefined();
  });

  it('has a text for screen readers', () => {
    expect(histogramWords(HISTOGRAM, 500)).toBe(
      '50 % of usage at or below 159m, 90 % of usage at or below 177m, 95 % of usage at or below 195m, current request 500m.',
    );
  });
});
