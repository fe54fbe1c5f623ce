import { expect, it } from 'vitest';
import { canaryWords, howWords } from './how-words';

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
    ({ reasons: [{ code }], count }) as Parameters<typeof canaryWords>[0][number];
  expect(canaryWords([group('too-young', 3)])).toBeUndefined();
  expect(canaryWords([group('too-young', 1), group('awaits-canary', 2)])).toContain('2 pods wait');
});
