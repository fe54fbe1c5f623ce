import { describe, expect, it } from 'vitest';
import type { Problem } from '@/server/problems';
import { filterProblems, type ProblemFilter, sortProblems } from './problem-list';

const problem = (about: string, change: Partial<Problem> = {}): Problem => ({
  code: 'target-missing',
  about,
  message: `The target of this VPA does not exist: ${about}`,
  remedy: 'Create it.',
  firstSeenMs: 0,
  lastSeenMs: 0,
  count: 1,
  ...change,
});
const PROBLEMS = [
  problem('VerticalPodAutoscaler shop/web', { firstSeenMs: 3, lastSeenMs: 1 }),
  problem('VerticalPodAutoscaler bank/api', { firstSeenMs: 1, lastSeenMs: 2 }),
  problem('cluster', { code: 'metrics-not-installed', firstSeenMs: 2, lastSeenMs: 3, message: 'no metrics' }),
];
const objects = (problems: Problem[]) => problems.map((one) => one.about.replace(/^\S+ /, ''));

describe('the list of problems', () => {
  it.each<[string, Partial<ProblemFilter>, string[]]>([
    ['nothing', {}, ['shop/web', 'bank/api', 'cluster']],
    ['a problem', { problem: 'metrics-not-installed' }, ['cluster']],
    ['a namespace', { namespace: 'bank' }, ['bank/api']],
    ['words in any order', { q: 'WEB target' }, ['shop/web']],
    ['what there is none of', { q: 'gossip' }, []],
  ])('is narrowed down by %s', (_, filter, expected) => {
    expect(objects(filterProblems(PROBLEMS, { q: '', problem: '', namespace: '', ...filter }))).toEqual(
      expected,
    );
  });

  it.each([
    ['seen', true, ['cluster', 'bank/api', 'shop/web']],
    ['since', false, ['bank/api', 'cluster', 'shop/web']],
    ['object', false, ['cluster', 'bank/api', 'shop/web']],
  ] as const)('is sorted by %s, descending: %s', (key, descending, expected) => {
    expect(objects(sortProblems(PROBLEMS, { key, descending }))).toEqual(expected);
  });
});
