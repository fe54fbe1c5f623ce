import { describe, expect, it } from 'vitest';
import { plumbGlyph } from './plumb-glyph';

describe('the plumb glyph', () => {
  it('hangs the target in the middle and counts doublings either side', () => {
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

  it('holds what lies off the scale at its end and says so', () => {
    const glyph = plumbGlyph({ target: 100, lowerBound: 0, upperBound: 1e14, request: { min: 10, max: 10 } });
    expect(glyph?.band).toEqual({ from: { at: 0, beyond: true }, to: { at: 1, beyond: true } });
    expect(glyph?.request?.from).toEqual({ at: 0, beyond: true });
  });

  it('leaves out what is not known', () => {
    expect(plumbGlyph({ target: 100 })).toEqual({});
    expect(plumbGlyph({ request: { min: 1, max: 1 } })).toBeUndefined();
    expect(plumbGlyph({ target: 0 })).toBeUndefined();
  });
});
