import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { dotsFor, isLonely, lonelyDot } from './lonely-dot';

describe('a point with nothing on either side', () => {
  it.each<[string, unknown[], number[]]>([
    ['in the middle', [undefined, 3, undefined], [1]],
    ['at the beginning', [3, null, 4, 5], [0]],
    ['at the end', [3, 4, undefined, 5], [3]],
    ['alone', [0], [0]],
    ['every other one', [1, undefined, 2, undefined], [0, 2]],
    ['nowhere', [1, 2, 3], []],
    ['nowhere without values', [undefined, null], []],
  ])('is found %s', (_, values, lonely) => {
    expect(values.flatMap((_value, index) => (isLonely(values, index) ? [index] : []))).toEqual(lonely);
  });

  it('is a dot in the colour of its line, and no other point is one', () => {
    const points = [{ value: 1 }, { value: 2 }, {}, { value: 3 }, {}];
    const drawn = points.map((_, index) =>
      renderToStaticMarkup(lonelyDot({ cx: index, cy: 7, index, points, stroke: 'red' })),
    );
    expect(drawn.map((one) => one.startsWith('<circle'))).toEqual([false, false, false, true, false]);
    expect(drawn[3]).toBe('<circle cx="3" cy="7" r="1.75" fill="red"></circle>');
  });

  it('costs nothing where a line has none', () => {
    expect(dotsFor([{ usage: 1 }, { usage: 2 }], 'usage')).toBe(false);
    expect(dotsFor([{ usage: 1 }, {}, { usage: 2 }, { usage: 2 }], 'usage')).toBe(lonelyDot);
  });
});
