import { expect, it } from 'vitest';
import { besideIn, besideText } from './beside';

it.each<[string, { study: string | undefined; groups: string | undefined }]>([
  ['nothing', { study: undefined, groups: undefined }],
  ['a study', { study: '{"a":1}', groups: undefined }],
  ['groups', { study: undefined, groups: 'abc' }],
  ['both', { study: '{"a":1}', groups: 'abc' }],
])('reads %s as it was written', (_, kept) => {
  expect(besideIn(besideText(kept))).toEqual(kept);
});

it('leaves what a VPA without groups keeps as it is, to the byte', () => {
  expect(besideText({ study: '{"x": 1}', groups: undefined })).toBe('{"x": 1}');
});

it('is nothing if a text of groups is broken off', () => {
  expect(besideIn('{"plumbline.dev/groups":"ab')).toEqual({ study: undefined, groups: undefined });
});
