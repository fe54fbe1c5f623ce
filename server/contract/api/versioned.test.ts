import { describe, expect, it } from 'vitest';
import { askedOf } from './versioned';

describe('what a path asks of the API', () => {
  it.each([
    ['/api/v1/stop', '/api/stop'],
    ['/api/v1/workloads/shop/web', '/api/workloads/shop/web'],
    ['/api/v1/workloads/shop/a%2Fb/past', '/api/workloads/shop/a%2Fb/past'],
    ['/api/v1/costs.csv', '/api/costs.csv'],
  ])('%s is the route %s', (path, route) => {
    expect(askedOf(path)).toEqual({ kind: 'route', path: route });
  });

  it.each(['/api/stop', '/workloads', '/api/v1x/stop', '/api', '/'])('%s stays as it is', (path) => {
    expect(askedOf(path)).toEqual({ kind: 'as-it-is' });
  });

  it.each([
    '/api/v1',
    '/api/v1/',
    '/api/v1/nothing',
    '/api/v1/stop/',
    '/api/v1/costsxcsv',
    '/api/v1/v1/stop',
    '/api/v2/stop',
    '/api/v0/stop',
    '/api/v1/../stop',
  ])('%s is nothing that there is', (path) => {
    expect(askedOf(path)).toEqual({ kind: 'unknown' });
  });
});
