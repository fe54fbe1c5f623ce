import { expect, it } from 'vitest';
import { formatMoney } from './money';

it.each([
  ['USD', 0, '$0.00'],
  ['USD', 0.004237, '$0.0042'],
  ['USD', 0.1, '$0.10'],
  ['USD', 1234.5, '$1,234.50'],
  ['EUR', 12345.6, '€12,346'],
  ['JPY', 12.4, '¥12'],
  ['XYZ', 1, 'XYZ 1.00'],
])('%s %s reads %s', (currency, value, text) => {
  expect(formatMoney(currency, value).replace(/\s/g, ' ')).toBe(text);
});
