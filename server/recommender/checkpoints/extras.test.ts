import { expect, it } from 'vitest';
import { type CheckpointExtras, extrasIn, extrasText } from './extras';

it.each<[string, CheckpointExtras]>([
  ['nothing', { study: undefined, groups: undefined, lives: undefined }],
  ['a study', { study: '{"a":1}', groups: undefined, lives: undefined }],
  ['groups', { study: undefined, groups: 'abc', lives: undefined }],
  ['lives', { study: undefined, groups: undefined, lives: '{"over":[]}' }],
  ['all of it', { study: '{"a":1}', groups: 'abc', lives: '{"over":[]}' }],
  ['both', { study: '{"a":1}', groups: 'abc', lives: undefined }],
])('reads %s as it was written', (_, kept) => {
  expect(extrasIn(extrasText(kept))).toEqual(kept);
});

it('leaves what a VPA without groups keeps as it is, to the byte', () => {
  expect(extrasText({ study: '{"x": 1}', groups: undefined, lives: undefined })).toBe('{"x": 1}');
});

it('is nothing if a text of groups is broken off', () => {
  expect(extrasIn('{"plumbline.dev/groups":"ab')).toEqual({
    study: undefined,
    groups: undefined,
    lives: undefined,
  });
});
