import { expect, it } from 'vitest';
import { BULK_WORDS } from './bulk-words';

it.each([
  ['mode', 'workload'],
  ['make', 'VPA'],
  ['undo', 'change'],
] as const)('a change of many (%s) calls what it changes one thing throughout: %s', (kind, word) => {
  const { forecast, confirm, done, unsure } = BULK_WORDS[kind];
  for (const words of [forecast, confirm, done, unsure]) {
    expect(words(1)).toMatch(new RegExp(`\\b1 ${word}\\b`));
    expect(words(1000)).toMatch(new RegExp(`\\b1,000 ${word}s\\b`));
  }
});
