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
    ['/workloads/shop/web', 'get vpa -A'],
    ['/hpas/shop/web', 'get hpa -A'],
    ['/hpas/shop/web', 'get hpa -A'],
    ['/nodes/node-1', 'get nodes'],
  ])('tells at %s the command for what the page lists', (pathname, command) => {
    expect(commandAt(pathname)).toBe(command);
  });
});
