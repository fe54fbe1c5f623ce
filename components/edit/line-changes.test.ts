import { describe, expect, it } from 'vitest';
import { lineChanges } from './line-changes';

describe('the lines of two texts compared', () => {
  it('adds every line of what is new, and removes none', () => {
    expect(lineChanges('', 'a: 1\nb: 2\n')).toEqual([
      { kind: 'added', text: 'a: 1' },
      { kind: 'added', text: 'b: 2' },
    ]);
  });

  it('names what goes before what comes', () => {
    expect(lineChanges('a: 1\nb: 2\n', 'a: 1\nb: 3\n').map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      'same a: 1',
      'removed b: 2',
      'added b: 3',
    ]);
  });
});
