import { describe, expect, it } from 'vitest';
import { FIGURE_NAMES, type Figures } from '../../contract/figures';
import { summaryOf } from './summary';

function figures(known: Partial<Record<keyof Figures, number>>): Figures {
  const none = Object.fromEntries(FIGURE_NAMES.map((name) => [name, undefined]));
  return { ...none, ...known } as Figures;
}

describe('the summary of many workloads', () => {
  it('has total, median, p95 and the worst ten of each figure', () => {
    // Evictions 1 to 20: they add up to 210, the 10th of 20 is the median, the 19th the p95.
    const all = Array.from({ length: 20 }, (_, index) => ({
      workload: `w${index + 1}`,
      figures: figures({ evictions: index + 1 }),
    }));
    const { evictions } = summaryOf(all);
    expect(evictions).toMatchObject({ total: 210, median: 10, p95: 19 });
    expect(evictions?.worst).toHaveLength(10);
    expect(evictions?.worst[0]).toEqual({ workload: 'w20', value: 20 });
  });

  it('takes the mean of shares, and knows that more days without a kill are better', () => {
    // Days free of kills in 1, 0.5, 0 of all: the mean is 0.5, and the p95 the worst.
    const all = [1, 0.5, 0].map((share, index) => ({
      workload: `w${index}`,
      figures: figures({ oomFreeDays: share }),
    }));
    const { oomFreeDays } = summaryOf(all);
    expect(oomFreeDays).toMatchObject({ total: 0.5, median: 0.5, p95: 0 });
    expect(oomFreeDays?.worst[0]).toEqual({ workload: 'w2', value: 0 });
  });

  it('leaves out figures that no workload has', () => {
    expect(summaryOf([{ workload: 'w', figures: figures({}) }])).toEqual({});
  });
});
