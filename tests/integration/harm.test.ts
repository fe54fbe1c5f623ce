import { expect, it } from 'vitest';
import { harmIn } from '@/bench/harm/run';
import { worseThan } from '@/bench/harm/tally';

const HOUR_MS = 3_600_000;
/** The same loads in every run. */
const START_MS = Date.UTC(2026, 10, 30, 8, 40);

it('with Plumbline, what is killed again and again is killed less than without, and no replica is lost to it', async () => {
  const [helped, left] = await Promise.all(
    (['Plumbline', 'Off'] as const).map((arm) =>
      harmIn({ scenario: 'oom-storm', arm, lastsMs: 2 * HOUR_MS, startMs: START_MS, speed: 2000 }),
    ),
  );
  expect(left?.kills).toBeGreaterThan(0);
  expect(helped?.kills).toBeLessThan(left?.kills ?? 0);
  expect(helped?.missingHours).toBeLessThan(left?.missingHours ?? 0);
  if (!helped || !left) throw new Error('no run');
  // Pods that are replaced are throttled for two or three minutes in all as they start.
  expect(helped.throttledHours - left.throttledHours).toBeLessThan(0.1);
  const { throttledHours } = left;
  expect(worseThan(left, { ...helped, throttledHours })).toEqual([]);
});
