import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Glyph } from './glyph';

describe('the glyph of a request', () => {
  const marks = (input: Parameters<typeof Glyph>[0]) =>
    renderToStaticMarkup(<Glyph {...input} />).match(/<(rect|line|circle) /g)?.length ?? 0;

  it.each([
    ['nothing without a target', 0, {}],
    ['the axis and the target', 2, { target: 4 }],
    ['a band of bounds', 3, { target: 4, lowerBound: 2, upperBound: 8 }],
    ['a mark for a request', 3, { target: 4, request: { min: 2, max: 2 } }],
    ['a span for requests that differ', 4, { target: 4, request: { min: 2, max: 8 } }],
  ])('draws %s', (_, count, input) => {
    expect(marks({ verdict: 'short', ...input })).toBe(count);
  });

  it('is coloured by the verdict', () => {
    const html = renderToStaticMarkup(<Glyph verdict="over" target={4} request={{ min: 8, max: 8 }} />);
    expect(html).toMatch(/<circle [^>]*data-verdict="over" cx="66.67%"/);
  });
});
