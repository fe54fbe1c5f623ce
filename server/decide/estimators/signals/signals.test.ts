import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DecayingHistogram } from '../../../model/histogram';
import { OTHER_SIGNALS } from '../../../model/other-signals';
import { estimateSignal } from './estimate-signal';
import { SignalHistory } from './signal-history';

const T0 = Date.UTC(2026, 7, 1);
const MINUTE_MS = 60_000;
const INTERVAL_MS = 5 * MINUTE_MS;
const DAY_MS = 86_400_000;

const aSignal = fc.constantFrom(...OTHER_SIGNALS);
/** Values with steps of time between them, in minutes; some far apart. */
const samples = fc.array(
  fc.record({
    value: fc.double({ min: 0, max: 1e15, noNaN: true }),
    minutes: fc.oneof(fc.integer({ min: 0, max: 600 }), fc.integer({ min: 0, max: 400_000 })),
  }),
  { minLength: 1, maxLength: 60 },
);

type Samples = readonly { value: number; minutes: number }[];

function inTime(given: Samples, startMs = T0) {
  let atMs = startMs;
  return given.map(({ value, minutes }) => {
    atMs += minutes * MINUTE_MS;
    return { value, atMs };
  });
}

function learned(signal: (typeof OTHER_SIGNALS)[number], given: readonly { value: number; atMs: number }[]) {
  const history = new SignalHistory(signal);
  for (const { value, atMs } of given) history.add(value, atMs);
  return history;
}

describe('what is learned of a signal', () => {
  it('has the percentiles of the histograms of CPU and memory', () => {
    fc.assert(
      fc.property(aSignal, samples, fc.double({ min: 0, max: 1, noNaN: true }), (signal, given, fraction) => {
        const reference = new DecayingHistogram(signal.buckets, signal.halfLifeMs);
        for (const { value, atMs } of inTime(given)) reference.add(value, 1, atMs);
        const own = new DecayingHistogram(signal.buckets, signal.halfLifeMs);
        own.merge(learned(signal, inTime(given)));
        expect(own.percentile(fraction)).toBe(reference.percentile(fraction));
      }),
    );
  });

  it('lies within the buckets of what was observed, ascends, and is never NaN', () => {
    fc.assert(
      fc.property(aSignal, samples, (signal, given) => {
        const estimate = estimateSignal(signal, learned(signal, inTime(given)), INTERVAL_MS);
        if (!estimate) throw new Error('nothing was learned');
        const { buckets } = signal;
        const values = given.map(({ value }) => value);
        const least = Math.min(buckets.maxValue, buckets.startOf(buckets.bucketOf(Math.min(...values))));
        const most = Math.min(buckets.maxValue, buckets.endOf(buckets.bucketOf(Math.max(...values))));
        const { usual, high, highest, lowerBound, target, upperBound, confidence } = estimate;
        for (const amount of [usual, target, high, highest]) {
          expect(amount).toBeGreaterThanOrEqual(least);
          expect(amount).toBeLessThanOrEqual(most);
        }
        expect([usual, target, high, highest]).toEqual([usual, target, high, highest].sort((a, b) => a - b));
        expect(lowerBound).toBeLessThanOrEqual(target);
        expect(upperBound).toBeGreaterThanOrEqual(target);
        for (const amount of [lowerBound, upperBound, confidence]) expect(Number.isFinite(amount)).toBe(true);
      }),
    );
  });

  it('does not change when all of it is later', () => {
    fc.assert(
      fc.property(aSignal, samples, fc.integer({ min: 1, max: 1000 }), (signal, given, days) => {
        const at = (startMs: number) =>
          estimateSignal(signal, learned(signal, inTime(given, startMs)), INTERVAL_MS);
        const [now, later] = [at(T0), at(T0 + days * DAY_MS)];
        expect(later?.usual).toBe(now?.usual);
        expect(later?.highest).toBe(now?.highest);
      }),
    );
  });

  it('stays readable when parts years apart are merged, whichever comes first', () => {
    fc.assert(
      fc.property(aSignal, samples, fc.nat(60), fc.boolean(), (signal, given, cut, isPastFirst) => {
        const all = inTime(given);
        const [past, live] = [learned(signal, all.slice(0, cut)), learned(signal, all.slice(cut))];
        expect(Math.max(past.sampleCount, live.sampleCount)).toBeGreaterThan(0);
        const [into, from] = isPastFirst ? [past, live] : [live, past];
        into.merge(from);
        const [whole, merged] = [learned(signal, all), into].map((history) =>
          estimateSignal(signal, history, INTERVAL_MS),
        );
        expect(merged?.confidence).toBe(whole?.confidence);
        expect(Number.isFinite(merged?.highest)).toBe(true);
        expect(merged?.usual).toBeGreaterThan(0);
      }),
    );
  });

  it('has the same percentiles learned in parts within a week, which is what is loaded', () => {
    const recent = fc.array(
      fc.record({
        value: fc.double({ min: 0, max: 1e9, noNaN: true }),
        minutes: fc.integer({ min: 1, max: 200 }),
      }),
      { minLength: 2, maxLength: 40 },
    );
    fc.assert(
      fc.property(aSignal, recent, fc.nat(40), (signal, given, cut) => {
        const all = inTime(given);
        const live = learned(signal, all.slice(cut));
        live.merge(learned(signal, all.slice(0, cut)));
        const [whole, merged] = [learned(signal, all), live].map((history) =>
          estimateSignal(signal, history, INTERVAL_MS),
        );
        expect(merged?.highest).toBe(whole?.highest);
        expect(merged?.confidence).toBe(whole?.confidence);
      }),
    );
  });

  it('is nothing without samples', () => {
    const [signal] = OTHER_SIGNALS;
    if (!signal) throw new Error('no signals');
    expect(estimateSignal(signal, new SignalHistory(signal), INTERVAL_MS)).toBeUndefined();
  });

  it('counts a sample of the past for as many intervals as it stands for', () => {
    const signal = OTHER_SIGNALS.find(({ name }) => name === 'threads');
    if (!signal) throw new Error('no threads');
    const history = new SignalHistory(signal);
    // A day at 20 in hourly samples, then an hour at 200 in live ones: a day's median is 20.
    for (let hour = 0; hour < 24; hour++) history.add(20, T0 + hour * 60 * MINUTE_MS, 12);
    for (let sample = 0; sample < 12; sample++) history.add(200, T0 + DAY_MS + sample * INTERVAL_MS);
    const estimate = estimateSignal(signal, history, INTERVAL_MS);
    expect(estimate?.usual).toBeLessThan(23);
    expect(estimate?.highest).toBeGreaterThanOrEqual(200);
    expect(estimate?.confidence).toBeCloseTo((DAY_MS + 11 * INTERVAL_MS) / DAY_MS, 6);
  });
});
