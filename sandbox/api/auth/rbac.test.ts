import { describe, expect, it } from 'vitest';
import { type Attributes, Authorizer } from '@/sandbox/api/auth/rbac';
import { createRegistry } from '@/sandbox/api/create-registry';
import { silentLogger } from '@/server/lib/report/log';
import { ManualClock } from '@/server/lib/time/clock';
import type { KubeObject } from '@/server/objects/types';

const GROUP = 'rbac.authorization.k8s.io';

async function authorizerWith(rules: object[], subject: object) {
  const registry = await createRegistry({ clock: new ManualClock(0), log: silentLogger });
  const role: KubeObject & { rules: object[] } = {
    apiVersion: `${GROUP}/v1`,
    kind: 'Role',
    metadata: { name: 'some', namespace: 'default' },
    rules,
  };
  await registry.create(`roles.${GROUP}`, role);
  const binding: KubeObject & { roleRef: object; subjects: object[] } = {
    apiVersion: `${GROUP}/v1`,
    kind: 'RoleBinding',
    metadata: { name: 'some', namespace: 'default' },
    roleRef: { kind: 'Role', name: 'some' },
    subjects: [subject],
  };
  await registry.create(`rolebindings.${GROUP}`, binding);
  return new Authorizer(registry);
}

const USER = { username: 'anna', groups: ['team'] };
const PODS: Attributes = { verb: 'get', group: '', resource: 'pods', namespace: 'default', name: 'web' };

describe('authorization by roles', () => {
  it.each<[string, object, object, Attributes, boolean]>([
    [
      'a user by name',
      { verbs: ['get'], apiGroups: [''], resources: ['pods'] },
      { kind: 'User', name: 'anna' },
      PODS,
      true,
    ],
    [
      'a user by group',
      { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
      { kind: 'Group', name: 'team' },
      PODS,
      true,
    ],
    [
      'nobody else',
      { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
      { kind: 'User', name: 'bert' },
      PODS,
      false,
    ],
    [
      'no other verb',
      { verbs: ['list'], apiGroups: [''], resources: ['pods'] },
      { kind: 'User', name: 'anna' },
      PODS,
      false,
    ],
    [
      'no other group',
      { verbs: ['get'], apiGroups: ['apps'], resources: ['pods'] },
      { kind: 'User', name: 'anna' },
      PODS,
      false,
    ],
    [
      'no other namespace',
      { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
      { kind: 'User', name: 'anna' },
      { ...PODS, namespace: 'other' },
      false,
    ],
    [
      'only names listed',
      { verbs: ['get'], apiGroups: [''], resources: ['pods'], resourceNames: ['db'] },
      { kind: 'User', name: 'anna' },
      PODS,
      false,
    ],
    [
      'a subresource by its own name',
      { verbs: ['create'], apiGroups: [''], resources: ['pods/eviction'] },
      { kind: 'User', name: 'anna' },
      { ...PODS, verb: 'create', subresource: 'eviction' },
      true,
    ],
    [
      'no subresource by its resource',
      { verbs: ['create'], apiGroups: [''], resources: ['pods'] },
      { kind: 'User', name: 'anna' },
      { ...PODS, verb: 'create', subresource: 'eviction' },
      false,
    ],
    [
      'any resource of a subresource',
      { verbs: ['update'], apiGroups: [''], resources: ['*/status'] },
      { kind: 'User', name: 'anna' },
      { ...PODS, verb: 'update', subresource: 'status' },
      true,
    ],
  ])('lets in %s', async (_what, rule, subject, wanted, allowed) => {
    const authorizer = await authorizerWith([rule], subject);
    expect(authorizer.allows(USER, wanted)).toBe(allowed);
  });

  it('lets masters do anything and anyone ask for health and version', async () => {
    const authorizer = await authorizerWith([], { kind: 'User', name: 'nobody' });
    expect(
      authorizer.allows(
        { username: 'root', groups: ['system:masters'] },
        { verb: 'delete', path: '/anything' },
      ),
    ).toBe(true);
    expect(authorizer.allows(USER, { verb: 'get', path: '/readyz' })).toBe(true);
    expect(authorizer.allows(USER, { verb: 'get', path: '/apis' })).toBe(false);
  });
});
