import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editedParameters, type ParameterChanges } from './parameter-edit';
import { readParameters } from './parameter-text';

describe('parameters written anew', () => {
  it.each<[string | undefined, ParameterChanges, string | undefined]>([
    [undefined, { class: 'batch', 'cpu.halfLife': '6h' }, 'class: batch\ncpu.halfLife: 6h'],
    ['', { class: 'batch' }, 'class: batch'],
    ['class: batch', { class: null }, undefined],
    ['class: batch\nhold: 2h', { class: 'serving' }, 'class: serving\nhold: 2h'],
    ['# night\nhold: 2h\n\ncpu.target: 0.9\n', { hold: '3h' }, '# night\nhold: 3h\n\ncpu.target: 0.9\n'],
    ['# night\nhold: 2h\n', { 'cpu.target': '0.9' }, '# night\nhold: 2h\ncpu.target: 0.9\n'],
    ['holdMs: 7200000\nclass: batch', { hold: '3h' }, 'hold: 3h\nclass: batch'],
    ['hold: 1h\nclass: batch\nhold: 2h', { hold: '3h' }, 'class: batch\nhold: 3h'],
    ['hold: 1h\nclass: batch\nhold: 2h', { hold: null }, 'class: batch'],
    ['hold: 2h # night\nclass: batch', { hold: '3h' }, 'hold: 3h # night\nclass: batch'],
    ['unknown: 7\nhold: 1h', { hold: '3h' }, 'unknown: 7\nhold: 3h'],
    ['{"class":"batch","hold":"2h"}', { class: 'serving' }, '{"class":"serving","hold":"2h"}'],
    ['{"class": "batch", "hold": "2h"}', { hold: null }, '{"class": "batch"}'],
    ['{"class": "batch"}', { class: null }, undefined],
    [
      '{"cpu": {"halfLife": "6h", "target": 0.9}}',
      { 'cpu.halfLife': '7h' },
      '{"cpu": {"halfLife": "7h", "target": 0.9}}',
    ],
    ['{"cpu.target":0.9}', { 'cpu.target': '0.8' }, '{"cpu.target":0.8}'],
    ['{"cpu":{"target":0.9}}', { 'cpu.target': null }, undefined],
    ['{"cpu":{"target":0.9}}', { 'cpu.halfLife': '6h' }, '{"cpu":{"target":0.9,"halfLife":"6h"}}'],
    [
      '{"hold":"2h"}',
      { 'crashes.oom': 'false', margins: '[0, 0.2]' },
      '{"hold":"2h","crashes":{"oom":false},"margins":[0,0.2]}',
    ],
    [
      '{\n  "holdMs": 7200000,\n  "class": "batch"\n}\n',
      { hold: '3h' },
      '{\n  "hold": "3h",\n  "class": "batch"\n}\n',
    ],
  ])('from %j with %j', (text, changes, expected) => {
    expect(editedParameters(text, changes)).toBe(expected);
  });

  it.each(['{"a": 1', 'nothing of sense', '[]'])('are never written over what cannot be read: %j', (text) => {
    expect(() => editedParameters(text, { class: 'batch' })).toThrow();
  });

  const path = fc.constantFrom('class', 'hold', 'cpu.target', 'cpu.halfLife', 'memory.target');
  const value = fc.constantFrom('batch', '6h', '0.5', 'true', '[1, 2]');
  const group = fc.dictionary(path, value, { maxKeys: 4 });

  it('state what was changed, and all else as before', () => {
    fc.assert(
      fc.property(
        group,
        fc.dictionary(path, fc.option(value), { maxKeys: 4 }),
        fc.boolean(),
        (given, changes, asJson) => {
          const text = asJson
            ? JSON.stringify(given)
            : Object.entries(given)
                .map(([key, one]) => `${key}: ${one}`)
                .join('\n');
          const wanted = { ...given, ...changes };
          const lines = Object.entries(wanted).flatMap(([key, one]) =>
            one === null ? [] : [`${key}: ${one}`],
          );
          const plain = (one: string) => JSON.parse(JSON.stringify(readParameters(one)));
          const edited = plain(editedParameters(text, changes) ?? '');
          // In JSON, "0.5" in quotes stays text; as a line it is a number.
          expect(
            plain(
              JSON.stringify(edited)
                .replaceAll(/"(0\.5|true)"/g, '$1')
                .replaceAll('"[1, 2]"', '[1,2]'),
            ),
          ).toEqual(plain(lines.join('\n')));
        },
      ),
    );
  });
});
