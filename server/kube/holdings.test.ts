import { beforeEach, describe, expect, it } from 'vitest';
import { Holdings } from './holdings';

let told: string[];
let holdings: Holdings;

beforeEach(() => {
  told = [];
  holdings = new Holdings({ mostOfNamespace: 1600, mostInAll: 3000 }, ({ namespace, leftOut }) =>
    told.push(`${namespace}: ${leftOut}`),
  );
});

describe('what a namespace may hold', () => {
  it('has a bound, and takes nothing from others', () => {
    expect(holdings.take('crowd', 1600, 0)).toBe(true);
    expect(holdings.take('crowd', 1, 0)).toBe(false);
    expect(holdings.take('quiet', 1000, 0)).toBe(true);
    expect(holdings.bytesOf('crowd')).toBe(1600);
  });

  it('lets what is held grow a little beyond the bound, and always shrink', () => {
    holdings.take('crowd', 1600, 0);
    expect(holdings.take('crowd', 1800, 1600)).toBe(true);
    expect(holdings.take('crowd', 1801, 1800)).toBe(false);
    expect(holdings.take('crowd', 1700, 1800)).toBe(true);
  });

  it('is little once all together hold as much as they may', () => {
    holdings.take('one', 1600, 0);
    holdings.take('two', 1500, 0);
    expect(holdings.take('two', 1, 0)).toBe(false);
    expect(holdings.take('quiet', 100, 0)).toBe(true);
    expect(holdings.take('quiet', 1, 0)).toBe(false);
    holdings.giveBack('one', 1600);
    expect(holdings.take('quiet', 1000, 0)).toBe(true);
  });

  it('is not bounded for what belongs to no namespace', () => {
    expect(holdings.take('', 1e9, 0)).toBe(true);
  });

  it('is told with the number of objects left out', () => {
    holdings.leftOut('crowd', 1);
    holdings.leftOut('crowd', 1);
    holdings.leftOut('crowd', -1);
    expect(told).toEqual(['crowd: 1', 'crowd: 2', 'crowd: 1']);
  });

  it('has room again once a quarter is free', () => {
    holdings.take('crowd', 1600, 0);
    holdings.giveBack('crowd', 400);
    expect(holdings.hasSpaceAgain('crowd')).toBe(false);
    holdings.giveBack('crowd', 1);
    expect(holdings.hasSpaceAgain('crowd')).toBe(true);
  });
});
