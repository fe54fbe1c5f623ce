import { expect, it } from 'vitest';
import { ArrivingBody } from './arriving-body';

const arrived = (length: number, parts: readonly string[]) => {
  const body = new ArrivingBody(length);
  const after = parts.map((part) => body.add(Buffer.from(part))?.toString());
  return { text: body.bytes.toString(), missing: body.missing, after };
};

it.each<[string, number, string[], ReturnType<typeof arrived>]>([
  ['nothing', 0, [], { text: '', missing: 0, after: [] }],
  ['one part', 3, ['abc'], { text: 'abc', missing: 0, after: [undefined] }],
  ['several parts', 3, ['a', 'bc'], { text: 'abc', missing: 0, after: [undefined, undefined] }],
  ['more than itself', 3, ['abcde'], { text: 'abc', missing: 0, after: ['de'] }],
  ['more in its last part', 3, ['ab', 'cde'], { text: 'abc', missing: 0, after: [undefined, 'de'] }],
])('a body arrives as %s', (_, length, parts, expected) => {
  expect(arrived(length, parts)).toEqual(expected);
});

it('keeps none of the parts that it was made of', () => {
  const body = new ArrivingBody(4);
  const part = Buffer.from('ab');
  body.add(part);
  part.fill('x');
  body.add(Buffer.from('cd'));
  expect(body.bytes.toString()).toBe('abcd');
});
