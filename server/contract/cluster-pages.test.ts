import { describe, expect, it } from 'vitest';
import { API_ROUTES } from './api/routes';
import { apiIn, HUB_WORDS, pageIn, placeInCluster } from './cluster-pages';

describe('an address in a cluster', () => {
  it.each([
    ['/clusters/eu-1', { cluster: 'eu-1', path: '/' }],
    ['/clusters/eu-1/workloads/shop/web', { cluster: 'eu-1', path: '/workloads/shop/web' }],
    ['/clusters', undefined],
    ['/clusters/inbox', undefined],
    ['/clusters/eu-1/api/stop', undefined],
    ['/clusters/eu-1/login', undefined],
    ['/clusters/eu-1/clusters/us-1', undefined],
    ['/clusters/..%2fx/workloads', undefined],
    ['/workloads', undefined],
  ])('%s', (pathname, place) => {
    expect(placeInCluster(pathname)).toEqual(place);
  });

  it.each([
    ['eu-1', '/', '/clusters/eu-1'],
    ['eu-1', '/?q=a', '/clusters/eu-1?q=a'],
    ['eu-1', '/workloads?q=a', '/clusters/eu-1/workloads?q=a'],
    ['eu-1', '/clusters', '/clusters'],
    ['eu-1', '/clusters/us-1/rules', '/clusters/us-1/rules'],
    ['eu-1', '#main', '#main'],
    [undefined, '/workloads', '/workloads'],
  ])('in %s, %s is %s', (cluster, href, address) => {
    expect(pageIn(cluster, href)).toBe(address);
  });

  it.each([
    ['/api/status', '/api/clusters/eu-1/status'],
    ['/api/workloads?', '/api/clusters/eu-1/workloads?'],
    ['/api/session', '/api/session'],
    ['/api/clusters?sort=name', '/api/clusters?sort=name'],
  ])('the API of eu-1 has %s at %s', (path, address) => {
    expect(apiIn('eu-1', path)).toBe(address);
    expect(apiIn(undefined, path)).toBe(path);
  });

  it('is no route of the hub itself', () => {
    const words = API_ROUTES.flatMap(({ path }) => /^\/clusters\/(\w+)/.exec(path)?.[1] ?? []);
    expect(words.filter((word) => !HUB_WORDS.has(word))).toEqual([]);
  });
});
