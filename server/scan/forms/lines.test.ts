import { expect, it } from 'vitest';
import { packedLine } from './lines';

const TOP = 200;

it.each([
  ['nothing', [0], 'AA'],
  ['the highest, and what exceeds it', [TOP, 2 * TOP], '____'],
  // Half of 4,095 is 2,048 when rounded, which is 32 times 64.
  ['the half', [TOP / 2], 'gA'],
  ['what is not known', [null], '..'],
])('packs %s in two characters', (_, values, text) => {
  expect(packedLine(values, TOP)).toBe(text);
});

it('knows nothing of a line without a highest value', () => {
  expect(packedLine([0, 0], 0)).toBe('....');
});
