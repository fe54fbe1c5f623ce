import { describe, expect, it } from 'vitest';
import { lineChanges, shownLines } from './line-changes';

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

  it('leaves out what stays far from any change, if asked to', () => {
    const text = (changed: string) => ['a', 'b', 'c', changed, 'd', 'e', 'f', 'g'].join('\n');
    const kinds = (around?: number) =>
      shownLines(lineChanges(text('x'), text('y')), around).map(({ kind, text: line }) => `${kind} ${line}`);
    expect(kinds(1)).toEqual(['left ', 'same c', 'removed x', 'added y', 'same d', 'left ']);
    expect(kinds()).toHaveLength(9);
    expect(shownLines(lineChanges('a', 'a'), 1)).toEqual([{ kind: 'left', text: '' }]);
  });
});
