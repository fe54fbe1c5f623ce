import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyPodCase, holdsForNewPods } from '@/tests/support/pod-laws';
import { runs } from '@/tests/support/property-runs';

const SEEDS = [1, 2, 3, 4, 5];
const RUNS = runs(2_000);

test.each(SEEDS)(
  'every patch applies, leaves a pod that the API server accepts, and changes nothing on a second review (%i)',
  (seed) => {
    let created = 0;
    const counted = fc.property(anyPodCase, (one) => {
      if (holdsForNewPods(one)) created++;
    });
    fc.assert(counted, { numRuns: RUNS, seed });
    // The cases are meaningful only if many are changed and then created; many more are refused as they are.
    expect(created).toBeGreaterThan(RUNS / 8);
  },
);
