import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isJsonObject, type JsonObject } from '../../objects/json-object';
import { mergeDifference } from './merge-difference';

/** RFC 7386, section 2. */
function merged(target: unknown, patch: unknown): unknown {
  if (!isJsonObject(patch)) return patch;
  const result: JsonObject = { ...(isJsonObject(target) ? target : {}) };
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else result[key] = merged(result[key], value);
  }
  return result;
}

const objects = fc.letrec<{ object: JsonObject; value: unknown }>((tie) => ({
  object: fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('value'), { maxKeys: 3, noNullPrototype: true }),
  value: fc.oneof({ maxDepth: 3 }, fc.integer(), fc.string(), fc.array(fc.integer()), tie('object')),
})).object;

it('makes the one of the other', () => {
  fc.assert(
    fc.property(objects, objects, (before, after) => {
      expect(merged(before, mergeDifference(before, after))).toEqual(after);
    }),
  );
});

it('is empty between equals', () => {
  fc.assert(
    fc.property(objects, (one) => {
      expect(mergeDifference(one, structuredClone(one))).toEqual({});
    }),
  );
});

it('has only what differs, and lists as a whole', () => {
  const before = { spec: { mode: 'Off', min: 1, list: [1, 2] }, kept: { a: 1 } };
  const after = { spec: { mode: 'Initial', list: [1, 3] }, kept: { a: 1 } };
  expect(mergeDifference(before, after)).toEqual({ spec: { mode: 'Initial', min: null, list: [1, 3] } });
});
