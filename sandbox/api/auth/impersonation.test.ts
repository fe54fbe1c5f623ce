import { beforeAll, describe, expect, it } from 'vitest';
import { actingUser } from '@/sandbox/api/auth/impersonation';
import { Authorizer } from '@/sandbox/api/auth/rbac';
import { createRegistry } from '@/sandbox/api/create-registry';
import { silentLogger } from '@/server/lib/report/log';
import { ManualClock } from '@/server/lib/time/clock';

type Headers = Record<string, string[]>;

const API = 'rbac.authorization.k8s.io';
const SENDER = { username: 'proxy', groups: ['system:authenticated'] };

let authorizer: Authorizer;

beforeAll(async () => {
  const registry = await createRegistry({ clock: new ManualClock(0), log: silentLogger });
  const metadata = { name: 'act' };
  await registry.create(`clusterroles.${API}`, {
    apiVersion: `${API}/v1`,
    kind: 'ClusterRole',
    metadata,
    rules: [
      { apiGroups: [''], resources: ['users'], verbs: ['impersonate'], resourceNames: ['ann'] },
      { apiGroups: [''], resources: ['groups'], verbs: ['impersonate'], resourceNames: ['ops'] },
      { apiGroups: [''], resources: ['serviceaccounts'], verbs: ['impersonate'], resourceNames: ['bot'] },
    ],
  } as never);
  await registry.create(`clusterrolebindings.${API}`, {
    apiVersion: `${API}/v1`,
    kind: 'ClusterRoleBinding',
    metadata,
    roleRef: { apiGroup: API, kind: 'ClusterRole', name: 'act' },
    subjects: [{ kind: 'User', name: 'proxy' }],
  } as never);
  authorizer = new Authorizer(registry);
});

const acting = (headersDistinct: Headers) => actingUser(SENDER, { headersDistinct }, authorizer);

describe('a request with Impersonate headers', () => {
  it.each<[string, Headers, object]>([
    ['without any', {}, SENDER],
    ['a user', { 'impersonate-user': ['ann'] }, { username: 'ann', groups: ['system:authenticated'] }],
    [
      'a user in a group',
      { 'impersonate-user': ['ann'], 'impersonate-group': ['ops'] },
      { username: 'ann', groups: ['ops', 'system:authenticated'] },
    ],
    [
      'a service account, with the groups it has',
      { 'impersonate-user': ['system:serviceaccount:shop:bot'] },
      {
        username: 'system:serviceaccount:shop:bot',
        groups: ['system:serviceaccounts', 'system:serviceaccounts:shop', 'system:authenticated'],
      },
    ],
  ])('is made as whom they name: %s', (_, headers, user) => {
    expect(acting(headers)).toEqual(user);
  });

  it.each<[string, Headers, string]>([
    ['another user', { 'impersonate-user': ['zoe'] }, 'cannot impersonate resource "users"'],
    [
      'another group',
      { 'impersonate-user': ['ann'], 'impersonate-group': ['ops', 'system:masters'] },
      'groups "system:masters" is forbidden: User "proxy" cannot impersonate resource "groups"',
    ],
    [
      'another account',
      { 'impersonate-user': ['system:serviceaccount:shop:web'] },
      'cannot impersonate resource "serviceaccounts" in API group "" in the namespace "shop"',
    ],
    [
      'an extra',
      { 'impersonate-user': ['ann'], 'impersonate-extra-scopes': ['all'] },
      'cannot impersonate resource "userextras"',
    ],
    ['a group alone', { 'impersonate-group': ['ops'] }, 'without impersonating a user'],
  ])('is refused for %s', (_, headers, why) => {
    expect(() => acting(headers)).toThrow(why);
  });
});
