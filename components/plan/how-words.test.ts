import { expect, it } from 'vitest';
import { canaryRole, canaryWords, howWords } from './how-words';

it.each([
  ['resize', 'Recreate', /^resized in place, without/],
  ['evict', 'InPlaceOrRecreate', /^evicted/],
  ['wait', 'InPlaceOrRecreate', /resized in place; evicted only if/],
  ['wait', 'Recreate', /^evicted/],
  ['wait', 'Initial', /created anew/],
] as const)('says how a pod that is to %s in mode %s gets its change', (decision, mode, words) => {
  expect(howWords(decision, mode)).toMatch(words);
});

it('says that one goes first where others wait for it', () => {
  const group = (code: 'awaits-canary' | 'too-young', count: number) =>
    ({ decision: 'wait', reasons: [{ code }], count }) as const;
  expect(canaryWords([group('too-young', 3)])).toBeUndefined();
  expect(canaryWords([group('too-young', 1), group('awaits-canary', 2)])).toContain('2 pods wait');
});

it('marks the pods that go first, and those that wait for what comes of them', () => {
  const first = { decision: 'evict', reasons: [], count: 1 } as const;
  const after = { decision: 'wait', reasons: [{ code: 'awaits-canary' }], count: 2 } as const;
  const young = { decision: 'wait', reasons: [{ code: 'too-young' }], count: 1 } as const;
  const all = [first, after, young];
  expect(all.map((group) => canaryRole(group, all))).toEqual(['first', 'after', undefined]);
  expect(canaryRole(first, [first, young])).toBeUndefined();
});
