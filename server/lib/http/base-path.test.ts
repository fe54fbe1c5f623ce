import { describe, expect, it } from 'vitest';
import { baseFault, belowBase, withoutBase } from './base-path';

const BASE = '/tools/plumbline';

describe('below a path', () => {
  it.each([
    ['/', '/tools/plumbline'],
    ['/workloads', '/tools/plumbline/workloads'],
    ['/?state=off', '/tools/plumbline?state=off'],
    ['/workloads?q=a#top', '/tools/plumbline/workloads?q=a#top'],
  ])('is %s at %s, and back', (ours, browsers) => {
    expect(belowBase(BASE, ours)).toBe(browsers);
    expect(withoutBase(BASE, browsers)).toBe(ours);
    expect(belowBase('', ours)).toBe(ours);
    expect(withoutBase('', ours)).toBe(ours);
  });

  it.each(['#main', 'https://example.com/x', '//example.com/x'])('leaves %s as it is', (address) => {
    expect(belowBase(BASE, address)).toBe(address);
  });

  it('takes nothing from a path that only begins alike', () => {
    expect(withoutBase(BASE, '/tools/plumbline2/workloads')).toBe('/tools/plumbline2/workloads');
    expect(withoutBase(BASE, '/workloads')).toBe('/workloads');
  });

  it.each(['', '/', 'tools', '/tools/', '/a//b', '/../a', '/a/.', '/a b', '/a?b', '/"><script>', '//host'])(
    'refuses %s',
    (path) => expect(baseFault(path)).toContain('must be a path'),
  );

  it.each(['/api', '/api/v1', '/_next', '/workloads', '/login/x'])('refuses %s, a name of ours', (path) =>
    expect(baseFault(path)).toContain('must not begin'),
  );

  it.each(['/plumbline', '/tools/plumbline', '/a.b/c_d~e-f', '/apis'])('takes %s', (path) =>
    expect(baseFault(path)).toBeUndefined(),
  );
});
