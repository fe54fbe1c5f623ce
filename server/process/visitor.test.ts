import { expect, it } from 'vitest';
import { visitorOf } from './visitor';

const asked = (user?: string) =>
  new Request('http://localhost/', { headers: user === undefined ? {} : { 'x-user': user } });

it.each([
  ['', undefined, 'local'],
  ['', 'ada', 'local'],
  ['x-user', 'ada', 'ada'],
  ['x-user', '  ', undefined],
  ['x-user', undefined, undefined],
])('by the header "%s", which says %s, the user is %s', (header, says, user) => {
  expect(visitorOf(asked(says), header)).toBe(user);
});
