import { describe, expect, it } from 'vitest';
import type { Problem } from '@/server/contract/problems';
import { causeOf, groupProblems, workloadNamed } from './group-problems';

const problem = (change: Partial<Problem>): Problem => ({
  code: 'target-missing',
  about: 'VerticalPodAutoscaler shop/web',
  message: 'The target of this VPA does not exist: VerticalPodAutoscaler shop/web',
  remedy: 'Create it.',
  firstSeenMs: 0,
  lastSeenMs: 0,
  count: 1,
  ...change,
});

describe('problems', () => {
  it('are grouped by kind, in the order given', () => {
    const groups = groupProblems([
      problem({ code: 'metrics-not-installed', about: 'cluster' }),
      problem({ about: 'new', lastSeenMs: 2 }),
      problem({ about: 'old', lastSeenMs: 1 }),
    ]);
    expect(groups.map((group) => [group.code, group.problems.map((one) => one.about)])).toEqual([
      ['metrics-not-installed', ['cluster']],
      ['target-missing', ['new', 'old']],
    ]);
  });

  it('show the cause without repeating sentence and object', () => {
    expect(causeOf(problem({}))).toBeUndefined();
    expect(causeOf(problem({ message: `${problem({}).message}: Deployment web` }))).toBe('Deployment web');
    expect(causeOf(problem({ message: 'something else' }))).toBe('something else');
  });

  it('link to their workload', () => {
    expect(workloadNamed(problem({}))).toEqual({ namespace: 'shop', name: 'web' });
    expect(workloadNamed(problem({ about: 'Pod shop/web-1' }))).toBeUndefined();
  });
});
