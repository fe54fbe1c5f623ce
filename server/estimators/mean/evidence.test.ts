import { describe, expect, it } from 'vitest';
import { chosen, HOUR_MS, MINUTE_MS, START_MS, Studied } from '@/tests/support/studied';

describe('the evidence of mean', () => {
  it('has the runs with their average and their peak, and those that count', () => {
    const container = new Studied(chosen('mean', 'runs: 2'));
    for (const [run, cores] of [1, 2, 3].entries())
      for (let minute = 0; minute < 5; minute++)
        container.use(run * HOUR_MS + minute * MINUTE_MS, cores, cores * 1e9, `job-${run}`, `run-${run}`);
    expect(container.evidence()).toEqual({
      kind: 'runs',
      most: 2,
      runs: [1, 2, 3].map((cores, run) => ({
        firstMs: START_MS + run * HOUR_MS,
        lastMs: START_MS + run * HOUR_MS + 4 * MINUTE_MS,
        cpu: cores * 1000,
        memory: cores * 1e9,
        isWhole: run < 2,
        counts: run > 0,
      })),
    });
  });
});
