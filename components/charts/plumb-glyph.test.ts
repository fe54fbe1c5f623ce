import { describe, expect, it } from 'vitest';
import { plumbGlyph } from './plumb-glyph';

describe('the plumb glyph', () => {
  it('has the target in the middle and doublings on either side', () => {
    const glyph = plumbGlyph({
      target: 100,
      lowerBound: 50,
      upperBound: 200,
      request: { min: 400, max: 400 },
    });
    expect(glyph?.band?.from.at).toBeCloseTo(0.5 - 1 / 6);
    expect(glyph?.band?.to.at).toBeCloseTo(0.5 + 1 / 6);
    expect(glyph?.request?.from).toEqual({ at: 0.5 + 2 / 6, beyond: false });
  });

  it('keeps values off the scale at its end and marks them', () => {
    const glyph = plumbGlyph({ target: 100, lowerBound: 0, upperBound: 1e14, request: { min: 10, max: 10 } });
    expect(glyph?.band).toEqual({ from: { at: 0, beyond: true }, to: { at: 1, beyond: true } });
    expect(glyph?.request?.from).toEqual({ at: 0, beyond: true });
  });

  it('leaves out what is unknown', () => {
    expect(plumbGlyph({ target: 100 })).toEqual({});
    expect(plumbGlyph({ request: { min: 1, max: 1 } })).toBeUndefined();
    expect(plumbGlyph({ target: 0 })).toBeUndefined();
  });
});
