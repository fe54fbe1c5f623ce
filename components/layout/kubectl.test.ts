import { describe, expect, it } from 'vitest';
import { kubectl, withKubeconfig } from './kubectl';

describe('kubectl commands', () => {
  it.each([
    [undefined, 'kubectl get vpa -A'],
    ['/tmp/demo/sandbox.kubeconfig', 'kubectl --kubeconfig /tmp/demo/sandbox.kubeconfig get vpa -A'],
    ["/home/my user's/kc", `kubectl --kubeconfig '/home/my user'\\''s/kc' get vpa -A`],
  ])('are for the cluster of the kubeconfig %s', (kubeconfig, command) => {
    expect(kubectl('get vpa -A', kubeconfig)).toBe(command);
  });

  it('in a sentence are, too, and nothing else is touched', () => {
    const sentence = 'Run `kubectl apply -f deploy/crds/` or `helm install`, then kubectl finds them.';
    expect(withKubeconfig(sentence, '/kc')).toBe(
      'Run `kubectl --kubeconfig /kc apply -f deploy/crds/` or `helm install`, then kubectl finds them.',
    );
    expect(withKubeconfig(sentence)).toBe(sentence);
  });
});
