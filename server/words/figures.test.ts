import { expect, it } from 'vitest';
import { figureWords } from './figures';

it.each([
  ['share', 0.2234, '22.3 %'],
  ['share', 0.00012, '0.012 %'],
  ['share', -0.5, '-50 %'],
  ['share', 0, '0 %'],
  ['times', 1.4391, '1.4 ×'],
  ['count', 1234, '1,234'],
  ['cores', 0.0998, '0.1 cores'],
  ['core-h', 12_345.6, '12,346 core-h'],
  ['min', 3, '3 min'],
  ['a day', 0.25, '0.25 a day'],
  ['money', 2.1402, '2.14'],
] as const)('writes %s %d as %s', (unit, value, words) => {
  expect(figureWords(unit, value)).toBe(words);
});
