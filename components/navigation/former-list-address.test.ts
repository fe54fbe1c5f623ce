import { describe, expect, it } from 'vitest';
import { formerListAddress } from './former-list-address';

describe('a link to the first page', () => {
  it.each([
    [{ state: 'over', sort: 'waste' }, '/workloads?state=over&sort=waste'],
    [{ q: 'a b&c', page: '2' }, '/workloads?q=a+b%26c&page=2'],
    [{ q: ['a', 'b'] }, '/workloads?q=a&q=b'],
  ])('with %o leads to the list that was there', (asked, address) => {
    expect(formerListAddress(asked)).toBe(address);
  });

  it.each([[{}], [{ span: 'week' }]])('with %o stays', (asked) => {
    expect(formerListAddress(asked)).toBeUndefined();
  });
});
