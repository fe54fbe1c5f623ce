import { describe, expect, it } from 'vitest';
import { KubeError } from '../../kube/errors';
import { attemptFrom } from './attempt';

/** As API servers of 1.37.2 word them. */
const refusal = (why: string, causes?: { reason: string; message?: string }[]) =>
  new KubeError(`PATCH /api/v1/namespaces/shop/pods/web/resize: 403: ${why}`, {
    kind: 'forbidden',
    status: 403,
    reason: 'Forbidden',
    body: { message: why, details: { ...(causes && { causes }) } } as never,
  });

describe('what the API server forbids', () => {
  it('is a missing right where RBAC says so, and nowhere else', () => {
    const rbac =
      'pods "web" is forbidden: User "system:serviceaccount:plumbline:plumbline" cannot patch resource "pods/resize" in API group "" in the namespace "shop"';
    expect(attemptFrom(refusal(rbac))).toMatchObject({ outcome: 'forbidden' });
    expect(attemptFrom(refusal(rbac))).not.toHaveProperty('cause');
    expect(attemptFrom(refusal('no')).outcome).toBe('refused');
  });

  it.each<[string, string, { reason: string }[]?]>([
    [
      'more than the node has',
      `pods "web" is forbidden: node didn't have enough allocatable resources: cpu, requested: 5100, allocatable: 4000`,
      [{ reason: 'NodeCapacity' }],
    ],
    ['a node that is gone', 'pods "web" is forbidden: node "node-1" not found'],
    [
      'what the node does not declare',
      'pods "web" is forbidden: pod update requires features InPlacePodVerticalScalingInitContainers which are not available on node "node-1"',
    ],
    [
      'a pod on Windows',
      'pods "web" is forbidden: pods on Windows nodes cannot be resized',
      [{ reason: 'UnsupportedPlatform' }],
    ],
  ])('is refused because of the node: %s', (_what, message, causes) => {
    const attempt = attemptFrom(refusal(message, causes));
    expect(attempt).toMatchObject({ outcome: 'refused', cause: 'node' });
    expect(attempt.detail).toContain(message);
  });

  it.each([
    'pods "web" is forbidden: exceeded quota: q, requested: requests.cpu=1, used: requests.cpu=2, limited: requests.cpu=2',
    'pods "web" is forbidden: failed quota: q: must specify limits.cpu for: c,d',
    'pods "web" is forbidden: maximum cpu usage per Container is 1, but limit is 2',
    'admission webhook "policy.example" denied the request: too large',
  ])('is refused as a new pod would be: %s', (message) => {
    const attempt = attemptFrom(refusal(message));
    expect(attempt).toMatchObject({ outcome: 'refused', cause: 'namespace' });
    expect(attempt.detail).toContain(message);
  });
});
