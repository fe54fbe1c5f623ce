import { describe, expect, it } from 'vitest';
import type { HistogramView } from '@/server/contract/recommendations';
import { histogramPicture, histogramWords } from './histogram';
import { valueAxis, valueTicks } from './value-axis';

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
const FRAME = { width: 600, height: 200, scale: 'log' as const };

describe('the axis of values', () => {
  it('counts buckets', () => {
    const cpu = valueAxis('cpu', 'log');
    expect(cpu.position(0)).toBe(0);
    expect(cpu.position(start(37))).toBeCloseTo(37);
    expect(valueAxis('memory', 'log').position(1e7)).toBeCloseTo(1);
  });

  it.each(['log', 'linear'] as const)('has an amount at each place of a %s axis', (scale) => {
    for (const amount of [0, 1, 330, 5000]) {
      const axis = valueAxis('cpu', scale);
      expect(axis.value(axis.position(amount))).toBeCloseTo(amount);
    }
  });

  it('has round ticks at a distance', () => {
    const cpu = valueAxis('cpu', 'log');
    const ticks = valueTicks(cpu, cpu.position(90), cpu.position(2100), 600);
    expect(ticks.map((tick) => tick.label)).toEqual(['100m', '200m', '500m', '1 core', '2 cores']);
    const narrow = valueTicks(cpu, cpu.position(190), cpu.position(430), 600);
    expect(narrow.map((tick) => tick.label)).toEqual(['200m', '250m', '300m', '350m', '400m']);
    expect(valueTicks(valueAxis('memory', 'log'), 0, 176, 200, 64).length).toBeLessThanOrEqual(4);
    const even = valueAxis('cpu', 'linear');
    expect(valueTicks(even, 0, even.position(1300), 600).map((tick) => tick.label)).toEqual([
      '0',
      '250m',
      '500m',
      '750m',
      '1 core',
      '1.25 cores',
    ]);
  });
});

describe('the histogram', () => {
  it('draws exponential buckets equally wide and the heaviest full height', () => {
    const picture = histogramPicture(HISTOGRAM, {}, FRAME);
    const widths = picture?.bars.map((bar) => Math.round(bar.width)) ?? [];
    expect(new Set(widths).size).toBe(1);
    expect(picture?.bars.map((bar) => Math.round(bar.height / (picture.plotHeight / 10)))).toEqual([
      2, 10, 6, 2,
    ]);
    expect(picture?.words).toBe('Dark: up to p90, 177m. Highest bar: 50 %.');
  });

  it('draws bars on an even axis by their area, from zero', () => {
    const uneven = [
      { start: 0, end: 100, weight: 0.5 },
      { start: 100, end: 300, weight: 0.5 },
    ];
    const picture = histogramPicture(
      { ...HISTOGRAM, buckets: uneven, percentiles: [] },
      {},
      {
        ...FRAME,
        scale: 'linear',
      },
    );
    const [low, high] = picture?.bars ?? [];
    expect((low?.height ?? 0) / (high?.height ?? 1)).toBeCloseTo(2);
    expect(picture?.xOf(0)).toBe(0);
    expect(picture?.xOf(300)).toBeCloseTo(FRAME.width / 1.05);
    expect(picture?.amountAt(picture.xOf(220))).toBeCloseTo(220);
    expect(picture?.amountAt(-5)).toBe(0);
  });

  it('separates the buckets that the target covers from those above', () => {
    expect(histogramPicture(HISTOGRAM, {}, FRAME)?.bars.map((bar) => bar.covered)).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  const labelsOf = (marks: Parameters<typeof histogramPicture>[1]) =>
    histogramPicture(HISTOGRAM, marks, FRAME)?.markers.map(({ label }) => label);

  it('makes room for a distant request and for every label', () => {
    const picture = histogramPicture(HISTOGRAM, { target: 177, request: { min: 4000, max: 4000 } }, FRAME);
    const request = picture?.markers.find(({ kinds }) => kinds.includes('request'));
    expect(request?.label).toBe('request 4 cores');
    expect(request?.x).toBeLessThan(FRAME.width - 80);
    expect(picture?.markers).toHaveLength(2);
  });

  it('marks what pods request, and no mean of it', () => {
    const marks = { request: { min: 587, max: 1000 } };
    expect(labelsOf(marks)).toEqual(['request 587m', 'request 1 core']);
    expect(histogramWords(HISTOGRAM, marks)).toContain('current request 587m–1 core.');
  });

  it('marks request, limit, target and bounds on one axis, in words too', () => {
    const marks = {
      request: { min: 150, max: 150 },
      limit: { min: 300, max: 300 },
      target: 180,
      lowerBound: 160,
      upperBound: 260,
      limitTarget: 900,
    };
    const picture = histogramPicture(HISTOGRAM, marks, FRAME);
    expect(picture?.markers.map(({ label }) => label).toSorted()).toEqual([
      'limit 300m',
      'limit target 900m →',
      'request 150m',
      'target 180m',
    ]);
    const { x = 0, width = 0 } = picture?.band ?? {};
    expect(x).toBeCloseTo(picture?.xOf(160) ?? 0);
    expect(x + width).toBeCloseTo(picture?.xOf(260) ?? 0);
    expect(histogramWords(HISTOGRAM, marks)).toContain(
      'target 180m, bounds 160–260m, current request 150m, limit 300m, target of the limit 900m.',
    );
  });

  it('hides no limit under a request that is as high', () => {
    const marks = { request: { min: 300, max: 300 }, limit: { min: 300, max: 300 } };
    const [both, ...others] = histogramPicture(HISTOGRAM, marks, FRAME)?.markers ?? [];
    expect([both?.label, both?.kinds, others]).toEqual(['request = limit 300m', ['request', 'limit'], []]);
  });

  it('lets no distant limit or upper bound press the usage flat', () => {
    for (const scale of ['log', 'linear'] as const) {
      const far = { target: 177, lowerBound: 160, upperBound: 1e9, limit: { min: 1e6, max: 1e6 } };
      const picture = histogramPicture(HISTOGRAM, far, { ...FRAME, scale });
      expect(picture?.markers.map(({ label }) => label)).toContain('limit 1,000 cores →');
      expect(picture?.xOf(195)).toBeGreaterThan((picture?.xOf(1e6) ?? 0) / 1e4);
      expect(picture?.markers.every(({ x }) => x >= 0 && x <= FRAME.width)).toBe(true);
      expect(picture?.xOf(195)).toBeGreaterThan(FRAME.width / 8);
    }
  });

  it('keeps a single bucket from filling the picture', () => {
    const lone = { ...HISTOGRAM, buckets: HISTOGRAM.buckets.slice(1, 2) };
    expect(histogramPicture(lone, {}, FRAME)?.bars[0]?.width).toBeLessThan(FRAME.width / 15);
  });

  it('has no picture without weight', () => {
    expect(
      histogramPicture({ ...HISTOGRAM, buckets: [] }, { request: { min: 100, max: 100 } }, FRAME),
    ).toBeUndefined();
  });

  it('has a text for screen readers', () => {
    expect(histogramWords(HISTOGRAM, { request: { min: 500, max: 500 } })).toBe(
      '50 % of usage at or below 159m, 90 % of usage at or below 177m, 95 % of usage at or below 195m, current request 500m.',
    );
  });
});
