import { LIMITED_NAMESPACE } from '@/sandbox/api/auth/users';
import type { Registry } from '@/sandbox/api/registry';
import type { KubeObject } from '@/server/objects/types';

const GROUP = 'rbac.authorization.k8s.io';
const API_VERSION = `${GROUP}/v1`;
const READ = ['get', 'list', 'watch'];

interface Rule {
  apiGroups?: string[];
  resources?: string[];
  nonResourceURLs?: string[];
  verbs: string[];
}

function role(name: string, rules: Rule[]): KubeObject & { rules: Rule[] } {
  return { apiVersion: API_VERSION, kind: 'ClusterRole', metadata: { name }, rules };
}

function binding(
  name: string,
  roleName: string,
  subject: { kind: 'User' | 'Group'; name: string },
  namespace?: string,
) {
  return {
    apiVersion: API_VERSION,
    kind: namespace ? 'RoleBinding' : 'ClusterRoleBinding',
    metadata: { name, ...(namespace ? { namespace } : {}) },
    roleRef: { apiGroup: GROUP, kind: 'ClusterRole', name: roleName },
    subjects: [subject],
  };
}

const ROLES = [
  role('cluster-admin', [
    { apiGroups: ['*'], resources: ['*'], verbs: ['*'] },
    { nonResourceURLs: ['*'], verbs: ['*'] },
  ]),
  role('edit', [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }]),
  role('view', [{ apiGroups: ['*'], resources: ['*'], verbs: READ }]),
  role('system:discovery', [
    {
      nonResourceURLs: [
        '/api',
        '/api/*',
        '/apis',
        '/apis/*',
        '/openapi',
        '/openapi/*',
        '/metrics',
        '/metrics/*',
      ],
      verbs: ['get'],
    },
  ]),
  role('system:basic-user', [
    {
      apiGroups: ['authorization.k8s.io'],
      resources: ['selfsubjectaccessreviews', 'selfsubjectrulesreviews'],
      verbs: ['create'],
    },
  ]),
];

/** The initial roles and bindings, including those of the viewer and the limited user. */
export async function seedRoles(registry: Registry): Promise<void> {
  for (const each of ROLES) await registry.create(`clusterroles.${GROUP}`, each);
  const authenticated = { kind: 'Group', name: 'system:authenticated' } as const;
  const bindings = [
    binding('cluster-admin', 'cluster-admin', { kind: 'Group', name: 'system:masters' }),
    binding('system:discovery', 'system:discovery', authenticated),
    binding('system:basic-user', 'system:basic-user', authenticated),
    binding('viewers', 'view', { kind: 'Group', name: 'viewers' }),
    binding('limited', 'edit', { kind: 'User', name: 'limited' }, LIMITED_NAMESPACE),
  ];
  for (const each of bindings) {
    await registry.create(
      each.kind === 'RoleBinding' ? `rolebindings.${GROUP}` : `clusterrolebindings.${GROUP}`,
      each,
    );
  }
}
