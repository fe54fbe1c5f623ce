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
    ['/clusters/record', '/clusters/audit'],
    ['/clusters/orders?what=clusters-stop', '/clusters/hub-record?what=clusters-stop'],
    ['/namespaces', '/workloads?by=namespace'],
    ['/workloads/namespaces?sort=over&order=desc', '/workloads?by=namespace&sort=over&order=desc'],
    ['/hpas', '/workloads?hpa=any&vpa=all'],
    ['/workloads/hpas?namespace=mesh&sort=replicas', '/workloads?hpa=any&vpa=all&namespace=mesh'],
    ['/workloads/hpas?state=failing&differs=true', '/workloads?hpa=failing%2Cdiffers&vpa=all'],
    ['/hpas?target=Deployment/web', '/workloads?hpa=any&vpa=all&q=web'],
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
