import { expect, it } from 'vitest';
import { addressWords } from './address-words';

it.each([
  [[{ field: 'after', message: 'is no place in the log' }], '"after" is no place in the log.'],
  [
    [
      { field: 'sort', message: 'must be one of a, b' },
      { field: 'page', message: 'must be a whole number from 1 on' },
    ],
    '"sort" must be one of a, b; "page" must be a whole number from 1 on.',
  ],
])('says what is wrong with an address: %o', (fields, words) => {
  const said = addressWords({ message: 'The request cannot be understood', fields });
  expect(said).toBe(`This address is invalid: ${words}`);
});

it("repeats the server's message if it names no part", () => {
  expect(addressWords({ message: 'no', fields: [] })).toBe('no');
});
