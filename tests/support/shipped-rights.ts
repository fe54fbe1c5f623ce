import path from 'node:path';
import type { Sandbox } from '@/sandbox/cluster';
import type { KubeObject } from '@/server/objects/types';
import { manifestsOf } from '../house/chart';
import { accountKubeconfig } from './account-kubeconfig';

const RBAC = 'rbac.authorization.k8s.io';
const RESOURCES: Readonly<Record<string, string>> = {
  Namespace: 'namespaces',
  ServiceAccount: 'serviceaccounts',
  Role: `roles.${RBAC}`,
  ClusterRole: `clusterroles.${RBAC}`,
  RoleBinding: `rolebindings.${RBAC}`,
  ClusterRoleBinding: `clusterrolebindings.${RBAC}`,
  ConfigMap: 'configmaps',
  Secret: 'secrets',
  Lease: 'leases.coordination.k8s.io',
  MutatingWebhookConfiguration: 'mutatingwebhookconfigurations.admissionregistration.k8s.io',
};
const ORDER = Object.keys(RESOURCES);
const placeOf = ({ kind }: KubeObject) => ORDER.indexOf(kind ?? '');

/** What these folders and files of manifests install of rights and of what Plumbline stores; nothing that runs. */
export async function installRights(
  { registry }: Pick<Sandbox, 'registry'>,
  ...places: string[]
): Promise<void> {
  const all = places.flatMap(manifestsOf).filter(({ kind }) => RESOURCES[kind ?? '']);
  for (const manifest of all.sort((a, b) => placeOf(a) - placeOf(b))) {
    const resource = RESOURCES[manifest.kind ?? ''] ?? '';
    const { namespace, name } = manifest.metadata;
    if (registry.get(resource, namespace, name)) continue;
    await registry.create<KubeObject>(resource, manifest);
  }
}

/** The kubeconfig of a process in one pod, with the rights of its manifests and no others. */
export async function shippedAccount(sandbox: Sandbox, name = 'plumbline'): Promise<string> {
  await installRights(sandbox, 'deploy/rbac', 'deploy/account', 'deploy/one-pod');
  const folder = path.dirname(sandbox.kubeconfigPath);
  return accountKubeconfig(sandbox.kubeconfigPath, { namespace: 'plumbline', name }, folder);
}
