import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '@/tests/support/property-runs';
import { NodePeaks } from './node-peaks';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const START_MS = Date.parse('2026-03-02T00:00:00Z');
const GIB = 2 ** 30;

/** What a new process has of it: as JSON, as it is kept. */
function restarted(peaks: NodePeaks, nowMs: number): NodePeaks {
  const next = new NodePeaks();
  expect(next.restore(JSON.parse(JSON.stringify(peaks.takeChanged())), nowMs)).toEqual([]);
  return next;
}

describe('the peak of a node', () => {
  it('is the highest of 14 days, and unknown of a node that nothing is known of', () => {
    const peaks = new NodePeaks();
    peaks.learn('a', 7 * GIB, START_MS);
    peaks.learn('a', 3 * GIB, START_MS + DAY_MS);
    expect([peaks.of('a'), peaks.of('b')]).toEqual([7 * GIB, undefined]);
    peaks.learn('a', 2 * GIB, START_MS + 14 * DAY_MS);
    expect(peaks.of('a')).toBe(3 * GIB);
  });

  it('survives the process', () => {
    const peaks = new NodePeaks();
    peaks.learn('a', 7 * GIB, START_MS);
    const next = restarted(peaks, START_MS + DAY_MS);
    next.learn('a', GIB, START_MS + DAY_MS);
    expect(next.of('a')).toBe(7 * GIB);
    next.learn('a', GIB, START_MS + 14 * DAY_MS);
    expect(next.of('a')).toBe(GIB);
  });

  it('is joined with what was learned before it could be read', () => {
    const peaks = new NodePeaks();
    peaks.learn('a', 7 * GIB, START_MS);
    const next = new NodePeaks();
    next.learn('a', 4 * GIB, START_MS + DAY_MS);
    next.restore(peaks.takeChanged(), START_MS + DAY_MS);
    expect(next.of('a')).toBe(7 * GIB);
    next.learn('a', GIB, START_MS + 14 * DAY_MS);
    expect(next.of('a')).toBe(4 * GIB);
  });

  it('is forgotten after a stop of more than 14 days', () => {
    const peaks = new NodePeaks();
    peaks.learn('a', 7 * GIB, START_MS);
    expect(restarted(peaks, START_MS + 15 * DAY_MS).of('a')).toBeUndefined();
  });

  it.each([undefined, null, 'x', [1], [-1, 2], ['1', '2'], [1, 'Infinity'], [9e9, 1], [5, 1, 4, 2]])(
    'begins anew where %j was kept, and costs no other node its own',
    (kept) => {
      const peaks = new NodePeaks();
      const hour = START_MS / HOUR_MS;
      const saved = [
        { node: 'odd', peaks: kept },
        { node: 'a', peaks: [hour, GIB] },
      ];
      peaks.restore(saved, START_MS);
      expect([peaks.of('odd'), peaks.of('a')]).toEqual([undefined, GIB]);
    },
  );

  it('is taken to be saved only when it changed, and again if that failed', () => {
    const peaks = new NodePeaks();
    peaks.learn('a', 2 * GIB, START_MS);
    const taken = peaks.takeChanged();
    expect(taken).toMatchObject([{ node: 'a' }]);
    peaks.learn('a', GIB, START_MS + 60_000);
    expect(peaks.takeChanged()).toEqual([]);
    peaks.putBack(taken);
    expect(peaks.takeChanged()).toEqual(taken);
  });

  it('is never lower for a restart', () => {
    const step = fc.record({
      minutes: fc.integer({ min: 1, max: 3000 }),
      gib: fc.integer({ min: 1, max: 99 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), fc.array(step, { maxLength: 20 }), (before, after) => {
        let nowMs = START_MS;
        const whole = new NodePeaks();
        const learn = (into: NodePeaks[], { minutes, gib }: { minutes: number; gib: number }) => {
          nowMs += minutes * 60_000;
          for (const peaks of into) peaks.learn('a', gib * GIB, nowMs);
        };
        for (const one of before) learn([whole], one);
        const next = restarted(whole, nowMs);
        for (const one of after) learn([whole, next], one);
        if (after.length > 0) expect(next.of('a')).toBe(whole.of('a'));
      }),
      { numRuns: runs(100) },
    );
  });
});
