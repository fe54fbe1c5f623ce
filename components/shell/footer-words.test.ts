import { describe, expect, it } from 'vitest';
import { clusterLine, commandAt, userWords } from './footer-words';

describe('the footer', () => {
  it.each([
    ['local', 'You are an unnamed user (no login configured)'],
    ['ada', 'Signed in as ada'],
    [undefined, 'Not signed in'],
  ])('tells the user %s', (user, words) => {
    expect(userWords(user)).toBe(words);
  });

  it('tells the cluster once there is one', () => {
    const server = 'https://a:6443';
    const connected = { kind: 'connected' as const, server, version: 'v1.35.0', sandbox: false };
    expect(clusterLine({ cluster: connected })).toBe('Kubernetes v1.35.0 at https://a:6443');
    expect(clusterLine({ cluster: { ...connected, version: '' } })).toBe('Kubernetes at https://a:6443');
    expect(clusterLine({ cluster: { kind: 'connecting', server } })).toBeUndefined();
  });

  it.each([
    ['/', 'get vpa -A'],
    ['/workloads', 'get vpa -A'],
    ['/workloads/shop/web', 'get vpa web -n shop'],
    ['/workloads/shop/without-vpa/Deployment/web', 'get Deployment web -n shop'],
    ['/namespaces/shop', 'get vpa -n shop'],
    ['/hpas/shop/web', 'get hpa web -n shop'],
    ['/changes/approvals', 'get changeapprovals -A'],
    ['/savings/nodes', 'get nodes'],
    ['/nodes/node-1', 'get node node-1'],
    ['/rules/all', 'get vsp all'],
    ['/settings', undefined],
    ['/replay', undefined],
  ])('tells at %s the command for what the page shows, if there is one', (pathname, command) => {
    expect(commandAt(pathname)).toBe(command);
  });
});
