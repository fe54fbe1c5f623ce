import { describe, expect, it } from 'vitest';
import { formerPage } from './former-page';

describe('a former address', () => {
  it.each([
    ['/plan?namespace=shop', '/changes?namespace=shop'],
    ['/approvals', '/changes/approvals'],
    ['/audit?kind=change', '/changes/audit?kind=change'],
    ['/costs', '/savings'],
    ['/nodes', '/savings/nodes'],
    ['/policies', '/rules'],
    ['/policies/small', '/rules/small'],
    ['/policies/..%2f..%2fevil', '/rules/..%2F..%2Fevil'],
    ['/try', '/replay/try'],
    ['/telling', '/settings/messages'],
    ['/diagnostics', '/settings'],
    ['/scenarios', '/settings/scenarios'],
    ['/namespaces', '/workloads/namespaces'],
    ['/hpas', '/workloads/hpas'],
    ['/problems', '/'],
    ['/problems?namespace=shop', '/namespaces/shop'],
    ['/problems?namespace=//evil.example', '/namespaces/%2F%2Fevil.example'],
  ])('%s leads to %s', (former, now) => {
    const { pathname, searchParams } = new URL(former, 'http://plumbline');
    expect(formerPage(pathname, searchParams)).toBe(now);
  });

  it.each(['/', '/changes', '/nodes/a', '/namespaces/shop', '/constructor', '/policies/a/b'])(
    'is not %s',
    (pathname) => {
      expect(formerPage(pathname, new URLSearchParams())).toBeUndefined();
    },
  );
});
