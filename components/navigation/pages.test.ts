import { describe, expect, it } from 'vitest';
import { activePage, workloadHref } from './pages';

describe('navigation', () => {
  it.each([
    ['/', '/'],
    ['/workloads/shop/web', '/'],
    ['/plan', '/plan'],
    ['/problems', '/problems'],
    ['/nowhere', undefined],
  ])('counts %s to %s', (pathname, page) => {
    expect(activePage(pathname)).toBe(page);
  });

  it('escapes names in addresses', () => {
    expect(workloadHref('shop', 'web')).toBe('/workloads/shop/web');
    expect(workloadHref('a/b', 'c d')).toBe('/workloads/a%2Fb/c%20d');
  });
});
