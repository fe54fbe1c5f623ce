import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyPodCase, holdsForRunningPods } from '@/tests/support/pod-laws';
import { runs } from '@/tests/support/property-runs';

const SEEDS = [1, 2, 3, 4, 5];
const RUNS = runs(1_000);

test.each(SEEDS)('every resize that is planned is one that the API server accepts (%i)', (seed) => {
  let resized = 0;
  const counted = fc.property(anyPodCase, (one) => {
    if (holdsForRunningPods(one)) resized++;
  });
  fc.assert(counted, { numRuns: RUNS, seed });
  expect(resized).toBeGreaterThan(RUNS / 20);
});
