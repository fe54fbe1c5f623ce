import { describe, expect, it } from 'vitest';
import { activePage, namespaceAt, pagesFor, sidePagesFor, workloadAt, workloadHref } from './pages';

describe('navigation', () => {
  it.each([
    ['/', '/'],
    ['/workloads', '/workloads'],
    ['/workloads/shop/web', '/workloads'],
    ['/namespaces', '/namespaces'],
    ['/namespaces/shop', '/namespaces'],
    ['/policies', '/policies'],
    ['/policies/small', '/policies'],
    ['/hpas', '/hpas'],
    ['/hpas/shop/web', '/hpas'],
    ['/nodes', '/nodes'],
    ['/nodes/node-a', '/nodes'],
    ['/costs', '/costs'],
    ['/plan', '/plan'],
    ['/approvals', '/approvals'],
    ['/approvals/shop/web', '/approvals'],
    ['/replay/1-2-3', '/replay'],
    ['/telling', '/'],
    ['/diagnostics', '/'],
    ['/try', '/plan'],
    ['/scenarios', '/scenarios'],
    ['/nowhere', undefined],
  ])('assigns %s to %s', (pathname, page) => {
    expect(activePage(pathname)).toBe(page);
  });

  it('has the scenarios in the embedded cluster only', () => {
    const hrefs = (embedded: boolean) => pagesFor({ embedded }).map((page) => page.href);
    expect(hrefs(true)).toContain('/scenarios');
    expect(hrefs(false)).toEqual([
      '/',
      '/workloads',
      '/namespaces',
      '/policies',
      '/hpas',
      '/nodes',
      '/costs',
      '/plan',
      '/approvals',
      '/replay',
      '/audit',
    ]);
  });

  it('has no page that the person may not open', () => {
    const hrefs = pagesFor({ embedded: true, closedPages: ['/nodes', '/policies'] }).map(({ href }) => href);
    expect(hrefs).toHaveLength(10);
    expect(hrefs).not.toContain('/nodes');
    expect(hrefs).not.toContain('/policies');
    const side = sidePagesFor({ closedPages: ['/diagnostics'] }).map(({ href }) => href);
    expect(side).toEqual(['/try', '/telling']);
  });

  it.each([
    ['/workloads/a%2Fb/c', { namespace: 'a/b', name: 'c' }],
    ['/workloads/shop/%E0%A4%A', undefined],
    ['/workloads/shop', undefined],
  ])('reads the workload of %s', (path, workload) => {
    expect(workloadAt(path)).toEqual(workload);
  });

  it.each([
    ['/namespaces/shop', { namespace: 'shop' }],
    ['/namespaces/%E0%A4%A', undefined],
    ['/namespaces', undefined],
  ])('reads the namespace of %s', (path, namespace) => {
    expect(namespaceAt(path)).toEqual(namespace);
  });

  it('escapes names in addresses', () => {
    expect(workloadHref('shop', 'web')).toBe('/workloads/shop/web');
    expect(workloadHref('a/b', 'c d')).toBe('/workloads/a%2Fb/c%20d');
  });
});
