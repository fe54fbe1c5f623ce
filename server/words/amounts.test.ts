import { describe, expect, it } from 'vitest';
import {
  amountParts,
  exactAmount,
  formatAmount,
  formatAmountRange,
  formatAmounts,
  formatDifference,
} from './amounts';

const MIB = 2 ** 20;
const GIB = 2 ** 30;

describe('amounts', () => {
  it.each([
    [0, '0m'],
    [1, '1m'],
    [250, '250m'],
    [546.9, '546m'],
    [999, '999m'],
    [1000, '1 core'],
    [1200, '1.2 cores'],
    [1234, '1.23 cores'],
    [12_340, '12.3 cores'],
    [123_400, '123 cores'],
    [2_000_000, '2,000 cores'],
    [1e14, '∞'],
  ])('shows %d millicores as %s', (millicores, shown) => {
    expect(formatAmount('cpu', millicores)).toBe(shown);
  });

  it.each([
    [0, '0 MiB'],
    [512, '512 B'],
    [1536, '1.5 KiB'],
    [250 * MIB, '250 MiB'],
    [340.4 * MIB, '340 MiB'],
    [1000 * MIB, '1,000 MiB'],
    [1.5 * GIB, '1.5 GiB'],
    [64 * GIB, '64 GiB'],
    [3 * 2 ** 40, '3 TiB'],
    // All nodes of a cluster.
    [300 * 64 * GIB, '18.8 TiB'],
    [10_000 * 256 * GIB, '2,500 TiB'],
    [1e14, '∞'],
  ])('shows %d bytes as %s', (bytes, shown) => {
    expect(formatAmount('memory', bytes)).toBe(shown);
  });

  it('splits number and unit so that they can be styled apart', () => {
    expect(amountParts('memory', 250 * MIB)).toEqual({ number: '250', unit: 'MiB' });
  });

  it.each<[string, 'cpu' | 'memory', (number | undefined)[], (string | undefined)[]]>([
    ['as they are when they read differently', 'memory', [250 * MIB, 251 * MIB], ['250 MiB', '251 MiB']],
    ['with one digit more', 'memory', [249.6 * MIB, 250 * MIB], ['249.6 MiB', '250 MiB']],
    ['with as many as it takes', 'memory', [250.004 * MIB, 250 * MIB], ['250.004 MiB', '250 MiB']],
    ['to the byte', 'memory', [250 * MIB + 1, 250 * MIB], ['262,144,001 B', '262,144,000 B']],
    ['to the millicore', 'cpu', [1234, 1231, 1], ['1.234 cores', '1.231 cores', '1m']],
    [
      'to the millicore also where it is many',
      'cpu',
      [123_456_789, 123_456_788],
      ['123,456.789 cores', '123,456.788 cores'],
    ],
    [
      'the same when they are the same',
      'cpu',
      [1234, 1234, undefined],
      ['1.23 cores', '1.23 cores', undefined],
    ],
    ['with what is not known left out', 'memory', [undefined, GIB], [undefined, '1 GiB']],
  ])('tells amounts apart: %s', (_, resource, values, shown) => {
    expect(formatAmounts(resource, values)).toEqual(shown);
  });

  it('signs differences with a true minus', () => {
    expect(formatDifference('cpu', -2500)).toBe('−2.5 cores');
    expect(formatDifference('cpu', 40)).toBe('+40m');
    expect(formatDifference('cpu', 0)).toBe('0m');
  });

  it('shows one amount for a range whose ends read the same', () => {
    expect(formatAmountRange('cpu', { min: 250, max: 250 })).toBe('250m');
    expect(formatAmountRange('cpu', { min: 100, max: 250 })).toBe('100–250m');
    expect(formatAmountRange('memory', { min: 16.3 * GIB, max: 17.1 * GIB })).toBe('16.3–17.1 GiB');
    expect(formatAmountRange('memory', { min: 900 * MIB, max: 1.2 * GIB })).toBe('900 MiB–1.2 GiB');
  });

  it('gives exact amounts to copy', () => {
    expect(exactAmount('cpu', 163)).toBe('163m');
    expect(exactAmount('memory', 262_144_000)).toBe('250 MiB');
    expect(exactAmount('memory', 262_144_001)).toBe('262,144,001 B (250 MiB)');
    expect(exactAmount('cpu', 1e14)).toBe('no bound yet');
  });
});
