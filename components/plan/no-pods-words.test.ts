import { describe, expect, it } from 'vitest';
import { noPodsWords, type WithoutPods } from './no-pods-words';

const none = { kind: 'none', reason: 'pods-refused' } as const;

describe('the words in place of pods', () => {
  it.each<[string, WithoutPods, RegExp]>([
    ['a mode that sets requests', { updateMode: 'Initial' }, /recommended then, if any/],
    ['mode Off', { updateMode: 'Off' }, /of their template/],
    ['a stop', { updateMode: 'Off', heldMode: { mode: 'Recreate', isNew: false } }, /of their template/],
    ['no recommendation', { updateMode: 'Recreate', state: none }, /of their template/],
    [
      'refused pods',
      { updateMode: 'Recreate', state: none, refused: { message: 'no' } },
      /refuses to create/,
    ],
  ])('with %s tell what new ones start with', (_, workload, words) => {
    expect(noPodsWords(workload)).toMatch(words);
  });
});
