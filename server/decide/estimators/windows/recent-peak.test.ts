import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SavedEvidenceError } from '../estimator';
import { RecentPeak } from './recent-peak';

const HOURS = 5;

describe('the recent peak', () => {
  it('is the highest value of the last hours, also after it was saved', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 30 }), fc.nat(100)), { minLength: 1 }),
        (steps) => {
          let peak = new RecentPeak();
          const all: { window: number; value: number }[] = [];
          let window = 0;
          for (const [skipped, value] of steps) {
            window += skipped;
            all.push({ window, value });
            peak.add(0, window, HOURS);
            peak.add(value, window, HOURS);
            const saved = peak.save();
            peak = new RecentPeak();
            peak.load(JSON.parse(JSON.stringify(saved)), 'peak', window);
            const hour = (of: number) => Math.floor(of / 12);
            const recent = all.filter((one) => hour(one.window) > hour(window) - HOURS);
            expect(peak.value).toBe(Math.max(...recent.map((one) => one.value)));
          }
        },
      ),
    );
  });

  it.each([
    ['no list', 'peak'],
    ['peaks that rise', [0, 1, 1, 2]],
    ['a peak to come', [9, 1]],
    ['no amounts', [0, -1]],
  ])('refuses %s', (_, saved) => {
    expect(() => new RecentPeak().load(saved, 'peak', 100)).toThrow(SavedEvidenceError);
  });
});
