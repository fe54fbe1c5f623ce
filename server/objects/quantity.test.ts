import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '@/tests/support/property-runs';
import {
  addQuantities,
  amountsFrom,
  compareQuantities,
  cpuFrom,
  formatCpu,
  formatMemory,
  formatQuantity,
  hasPartOfByte,
  isQuantity,
  memoryFrom,
  milliValue,
  parseQuantity,
  type Quantity,
  QuantityError,
  quantityToNumber,
  resourceListFrom,
  subtractQuantities,
  wholeValue,
} from './quantity';

describe('parseQuantity and formatQuantity', () => {
  it.each([
    ['0', '0'],
    ['-0', '0'],
    ['1', '1'],
    ['+5', '5'],
    ['-5', '-5'],
    ['5.', '5'],
    ['.5', '500m'],
    ['0.1', '100m'],
    ['1.5', '1500m'],
    ['100m', '100m'],
    ['1000m', '1'],
    ['1500m', '1500m'],
    ['100u', '100u'],
    ['123456789n', '123456789n'],
    ['1000000n', '1m'],
    ['1k', '1k'],
    ['1000', '1k'],
    ['1M', '1M'],
    ['1500M', '1500M'],
    ['1G', '1G'],
    ['1T', '1T'],
    ['1P', '1P'],
    ['1E', '1E'],
    ['1000E', '1000E'],
    ['1Ki', '1Ki'],
    ['1024', '1024'],
    ['1024Ki', '1Mi'],
    ['1.5Gi', '1536Mi'],
    ['0.5Ki', '512'],
    ['1.0001Ki', '1024102400u'],
    ['250Mi', '250Mi'],
    ['1Ti', '1Ti'],
    ['1Pi', '1Pi'],
    ['1Ei', '1Ei'],
    ['0.0001Ki', '102400u'],
    ['1e3', '1e3'],
    ['1E3', '1e3'],
    ['1e0', '1'],
    ['12e-1', '1200e-3'],
    ['1e2', '100'],
    ['1E+6', '1e6'],
    ['0.1n', '1n'],
    ['-0.1n', '-1n'],
    ['1.23456789012', '1234567891n'],
    ['100Ei', '9223372036854775807'],
  ])('reads %s and writes it as %s', (text, canonical) => {
    expect(formatQuantity(parseQuantity(text))).toBe(canonical);
  });

  it.each([
    '',
    ' ',
    '.',
    '-',
    'm',
    '1 m',
    '1mm',
    '1K',
    '1ki',
    '1i',
    '1e',
    '1e1.5',
    '0x10',
    '1,5',
    'NaN',
    'Infinity',
    '--1',
    '1e9999',
    '١',
  ])('rejects "%s", naming it and what a quantity looks like', (text) => {
    expect(() => parseQuantity(text)).toThrow(QuantityError);
    expect(() => parseQuantity(text)).toThrow(`"${text}" is not a quantity`);
    expect(() => parseQuantity(text)).toThrow('128Mi');
    expect(isQuantity(text)).toBe(false);
  });

  it('reads JSON numbers as their decimal text', () => {
    expect(formatQuantity(parseQuantity(0.25))).toBe('250m');
    expect(formatQuantity(parseQuantity(1e21))).toBe('1e21');
    expect(() => parseQuantity(Number.NaN)).toThrow(QuantityError);
  });
});

const anyQuantity: fc.Arbitrary<Quantity> = fc.record({
  nanos: fc.bigInt({ min: -(10n ** 27n), max: 10n ** 27n }),
  format: fc.constantFrom('DecimalSI', 'BinarySI', 'DecimalExponent'),
});

const anyText = fc
  .tuple(
    fc.constantFrom('', '-', '+'),
    fc.nat({ max: 999_999_999 }),
    fc.option(fc.stringMatching(/^\d{1,6}$/), { nil: undefined }),
    fc.constantFrom(
      '',
      'n',
      'u',
      'm',
      'k',
      'M',
      'G',
      'T',
      'P',
      'E',
      'Ki',
      'Mi',
      'Gi',
      'Ti',
      'e3',
      'e-2',
      'E6',
    ),
  )
  .map(
    ([sign, whole, fraction, suffix]) =>
      `${sign}${whole}${fraction === undefined ? '' : `.${fraction}`}${suffix}`,
  );

describe('quantities in general', () => {
  it('are the same after formatting and parsing', () => {
    fc.assert(
      fc.property(anyQuantity, (quantity) => {
        expect(parseQuantity(formatQuantity(quantity)).nanos).toBe(quantity.nanos);
      }),
    );
  });

  it('have one canonical text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const canonical = formatQuantity(parseQuantity(text));
        expect(formatQuantity(parseQuantity(canonical))).toBe(canonical);
      }),
    );
  });

  it('order as their values do', () => {
    fc.assert(
      fc.property(anyQuantity, anyQuantity, (a, b) => {
        expect(compareQuantities(a, b)).toBe(a.nanos === b.nanos ? 0 : a.nanos < b.nanos ? -1 : 1);
        expect(compareQuantities(a, b) + compareQuantities(b, a)).toBe(0);
      }),
    );
  });

  it('add and subtract exactly, in any order', () => {
    fc.assert(
      fc.property(anyQuantity, anyQuantity, (a, b) => {
        expect(addQuantities(a, b).nanos).toBe(addQuantities(b, a).nanos);
        expect(compareQuantities(subtractQuantities(addQuantities(a, b), b), a)).toBe(0);
      }),
    );
  });

  it('keep the format of the first, or of the second if the first is zero', () => {
    const binary = parseQuantity('1Ki');
    expect(formatQuantity(addQuantities(binary, parseQuantity('1024')))).toBe('2Ki');
    expect(formatQuantity(addQuantities(parseQuantity('0'), binary))).toBe('1Ki');
    expect(formatQuantity(subtractQuantities(parseQuantity('2Ki'), parseQuantity('1024')))).toBe('1Ki');
  });

  it('read the same by the fast path as by the exact one', () => {
    const roundedUp = (nanos: bigint, divisor: bigint) =>
      Number(nanos > 0n ? (nanos + divisor - 1n) / divisor : nanos / divisor);
    fc.assert(
      fc.property(anyText, (text) => {
        const { nanos } = parseQuantity(text);
        expect(milliValue(text)).toBe(roundedUp(nanos, 1_000_000n));
        expect(wholeValue(text)).toBe(roundedUp(nanos, 1_000_000_000n));
        expect(hasPartOfByte(text)).toBe(nanos % 1_000_000_000n !== 0n);
        expect(isQuantity(text)).toBe(true);
      }),
      { numRuns: runs(1000) },
    );
  });
});

describe('the shortcuts', () => {
  it.each([
    ['163m', 163],
    ['3', 3000],
    ['0.5', 500],
    ['1n', 1],
    ['1000001n', 2],
    ['1500u', 2],
    ['2.0001', 2001],
    ['1k', 1_000_000],
    ['-1', 0],
    ['1E', 1e14],
  ])('cpuFrom(%s) is %d millicores', (text, millicores) => {
    expect(cpuFrom(text)).toBe(millicores);
  });

  it.each([
    ['262144000', 262_144_000],
    ['250Mi', 262_144_000],
    ['1.5Ki', 1536],
    ['128974848000m', 128_974_848],
    ['1m', 1],
    ['1e9', 1e9],
    ['-5Mi', 0],
    ['1Ei', 1e14],
  ])('memoryFrom(%s) is %d bytes', (text, bytes) => {
    expect(memoryFrom(text)).toBe(bytes);
  });

  it('return a negative or huge amount as it is, for the caller to judge', () => {
    expect(milliValue('-5m')).toBe(-5);
    expect(wholeValue('-1Ki')).toBe(-1024);
    expect(wholeValue('1e300')).toBe(1e300);
  });

  it('format amounts as the reference does', () => {
    expect([163, 3000, 0, 1_000_000, 1e14, 12.9].map(formatCpu)).toEqual([
      '163m',
      '3',
      '0',
      '1k',
      '100G',
      '12m',
    ]);
    expect([262_144_000, 262_144_001, 2 ** 31, 0, 1e14, 12.9].map(formatMemory)).toEqual([
      '250Mi',
      '262144001',
      '2Gi',
      '0',
      '97656250000Ki',
      '12',
    ]);
  });

  it('parse and format the two resources of a list and leave out the others', () => {
    const amounts = amountsFrom({ cpu: '250m', memory: 1024, 'nvidia.com/gpu': 'x' });
    expect(amounts).toEqual({ cpu: 250, memory: 1024 });
    expect(resourceListFrom(amounts)).toEqual({ cpu: '250m', memory: '1Ki' });
    expect(amountsFrom(undefined)).toEqual({});
    expect(resourceListFrom({})).toEqual({});
  });

  it('give the nearest double', () => {
    expect(quantityToNumber(parseQuantity('1400m'))).toBe(1.4);
    expect(quantityToNumber(parseQuantity('50Mi'))).toBe(52_428_800);
  });
});
