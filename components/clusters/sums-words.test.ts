import { expect, it } from 'vitest';
import { clusterSumsWords } from './sums-words';

const NOTHING = { requested: 0, recommended: 0 };

it('says that nothing is known while none has answered yet, and no zeros', () => {
  const sums = {
    vpas: 0,
    urgencies: { broken: 0, waits: 0, better: 0 },
    totals: { cpu: NOTHING, memory: NOTHING },
    answering: 0,
    stopped: 0,
  };
  expect(clusterSumsWords({ sums, matching: 3 })).toBe('0 of 3 answer: what they have is not known yet.');
});

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
