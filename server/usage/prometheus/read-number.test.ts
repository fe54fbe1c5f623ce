import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '@/tests/support/property-runs';
import { readNumber } from './read-number';

const read = (text: string) => {
  const bytes = Buffer.from(`"${text}"`);
  return readNumber(bytes, 1, bytes.length - 1);
};

describe('a number in bytes', () => {
  it("is the same as JavaScript's, however it is written", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.double({ noNaN: true }), fc.integer(), fc.double({ min: 0, max: 1e12, noNaN: true })),
        fc.constantFrom<(value: number) => string>(
          String,
          (value) => value.toExponential(),
          (value) => (Math.abs(value) < 1e20 ? value.toFixed(6) : String(value)),
          (value) => (Math.abs(value) < 1e20 ? value.toFixed(20) : String(value)),
        ),
        (value, write) => {
          const text = write(value).replace('Infinity', '+Inf').replace('-+Inf', '-Inf');
          const expected = Number(text.replace('+Inf', 'Infinity').replace('-Inf', '-Infinity'));
          expect(Object.is(read(text), expected), text).toBe(true);
        },
      ),
      { numRuns: runs(2000) },
    );
  });

  it.each([
    ['+Inf', Number.POSITIVE_INFINITY],
    ['-Inf', Number.NEGATIVE_INFINITY],
    ['NaN', Number.NaN],
    ['', Number.NaN],
    ['-', Number.NaN],
    ['.', Number.NaN],
    ['1.2.3', Number.NaN],
    ['lots', Number.NaN],
    ['0', 0],
    ['-0', -0],
    ['1e-05', 0.00001],
    ['1700000000.123', 1_700_000_000.123],
    ['0.0000000000000000000000000001', 1e-28],
  ])('%s is %d', (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});
