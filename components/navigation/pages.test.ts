import { describe, expect, it } from 'vitest';
import { activePage, namespaceAt, pageShown, placesFor, workloadAt, workloadHref } from './pages';

describe('navigation', () => {
  it.each([
    ['/', '/'],
    ['/workloads', '/workloads'],
    ['/workloads/shop/web', '/workloads'],
    ['/workloads/namespaces/web', '/workloads'],
    ['/namespaces/shop', '/workloads?by=namespace'],
    ['/rules', '/rules'],
    ['/rules/small', '/rules'],
    ['/hpas/shop/web', '/workloads?hpa=any&vpa=all'],
    ['/savings/nodes', '/savings/nodes'],
    ['/nodes/node-a', '/savings/nodes'],
    ['/savings', '/savings'],
    ['/changes', '/changes'],
    ['/changes/audit', '/changes/audit'],
    ['/changes/approvals', '/changes/approvals'],
    ['/approvals/shop/web', '/changes/approvals'],
    ['/replay/1-2-3', '/replay'],
    ['/replay/try', '/replay/try'],
    ['/settings', '/settings'],
    ['/settings/messages', '/settings/messages'],
    ['/settings/scenarios', '/settings/scenarios'],
    ['/nowhere', undefined],
    ['/constructor/x', undefined],
  ])('assigns %s to %s', (pathname, page) => {
    expect(activePage(pathname)).toBe(page);
  });

  it.each([
    ['/workloads', '', '/workloads'],
    ['/workloads', 'by=namespace&sort=over', '/workloads?by=namespace'],
    ['/workloads', 'hpa=any&vpa=all&q=web', '/workloads?hpa=any&vpa=all'],
    ['/workloads', 'hpa=any', '/workloads'],
    ['/changes/audit', 'kind=change', '/changes/audit'],
    ['/workloads/shop/web', '', undefined],
  ])('shows at %s?%s the page %s', (pathname, query, page) => {
    const pages = placesFor({ embedded: true }).flatMap((place) => place.pages);
    expect(pageShown(pages, pathname, new URLSearchParams(query))).toBe(page);
  });

  const hrefs = (...[of]: Parameters<typeof placesFor>) =>
    placesFor(of).flatMap(({ pages }) => pages.map(({ href }) => href));

  it('says in the address of a page what its place and its tab are called', () => {
    const words = (label: string) => label.toLowerCase().replaceAll(' ', '-');
    for (const { label: place, pages } of placesFor({ embedded: true, isHub: true }))
      for (const { href, label } of pages) {
        const [first = 'overview', second = first] = href.split(/[/?]/).slice(1).filter(Boolean);
        expect(words(place)).toBe(first);
        if (second !== first && !href.includes('?')) expect(words(label)).toMatch(new RegExp(`^${second}`));
      }
  });

  it('has seven places', () => {
    expect(placesFor({ embedded: false }).map(({ label }) => label)).toEqual([
      'Overview',
      'Workloads',
      'Changes',
      'Savings',
      'Rules',
      'Replay',
      'Settings',
    ]);
  });

  it('has the scenarios in the embedded cluster only', () => {
    expect(hrefs({ embedded: true })).toContain('/settings/scenarios');
    expect(hrefs({ embedded: false })).not.toContain('/settings/scenarios');
  });

  it('has no page that the person may not open, and no place without one', () => {
    const closedPages = ['/savings/nodes', '/rules', '/settings'];
    const places = placesFor({ embedded: true, closedPages });
    expect(places.map(({ label }) => label)).not.toContain('Rules');
    expect(places.at(-1)?.pages[0]?.href).toBe('/settings/messages');
    for (const href of closedPages) expect(hrefs({ embedded: true, closedPages })).not.toContain(href);
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
