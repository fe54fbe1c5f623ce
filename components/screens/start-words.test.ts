import { expect, it } from 'vitest';
import { startWords } from './start-words';

it.each([
  [undefined, ''],
  [
    { kinds: 9, of: 17, vpas: 1000, pods: 3120 },
    'So far it has read 9 of 17 kinds of objects: 1,000 VPAs and 3,120 pods.',
  ],
  [{ kinds: 17, of: 17, vpas: 1, pods: 5 }, 'The whole cluster is read: 1 VPA and 5 pods.'],
])('of %j the start says "%s"', (reading, words) => {
  expect(startWords({ ...(reading && { reading }) })).toBe(words);
});

it('tells how many pods of the embedded cluster run while it fills', () => {
  expect(startWords({ filling: { running: 1660, of: 5000 } })).toBe('So far 1,660 of 5,000 pods run.');
});
