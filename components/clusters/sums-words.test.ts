import { expect, it } from 'vitest';
import { clusterSumsWords } from './sums-words';

it('says what the clusters come to', () => {
  const sums = {
    vpas: 1200,
    urgencies: { broken: 0, waits: 0, better: 0 },
    totals: {
      cpu: { requested: 4_000, recommended: 2_500 },
      memory: { requested: 8 * 2 ** 30, recommended: 3 * 2 ** 30 },
    },
    answering: 2,
    stopped: 1,
  };
  expect(clusterSumsWords({ sums, matching: 3 })).toBe(
    '2 of 3 answer, 1 stopped. 1,200 VPAs: 4 cores CPU and 8 GiB requested, 2.5 cores CPU and 3 GiB recommended. Amounts are of what you may read.',
  );
});
