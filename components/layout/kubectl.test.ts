import { describe, expect, it } from 'vitest';
import { kubectl } from './kubectl';

describe('kubectl commands', () => {
  it.each([
    [undefined, 'kubectl get vpa -A'],
    ['/tmp/demo/sandbox.kubeconfig', 'kubectl --kubeconfig /tmp/demo/sandbox.kubeconfig get vpa -A'],
    ["/home/my user's/kc", `kubectl --kubeconfig '/home/my user'\\''s/kc' get vpa -A`],
  ])('are for the cluster of the kubeconfig %s', (kubeconfig, command) => {
    expect(kubectl('get vpa -A', kubeconfig)).toBe(command);
  });
});
