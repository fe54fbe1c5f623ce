import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';
import type { KubeClient } from '../kube/client';
import { unlessMissing } from '../kube/errors';
import { type KubeResource, pathOf } from '../objects/resources';
import type { KubeObject } from '../objects/types';

/** What `deploy/` installs and an uninstallation removes: kind by kind, what runs first, rights last. */
const KINDS: Readonly<Record<string, { plural: string; namespaced: boolean }>> = {
  Deployment: { plural: 'deployments', namespaced: true },
  PodDisruptionBudget: { plural: 'poddisruptionbudgets', namespaced: true },
  ServiceMonitor: { plural: 'servicemonitors', namespaced: true },
  Service: { plural: 'services', namespaced: true },
  NetworkPolicy: { plural: 'networkpolicies', namespaced: true },
  PriorityClass: { plural: 'priorityclasses', namespaced: false },
  RoleBinding: { plural: 'rolebindings', namespaced: true },
  ClusterRoleBinding: { plural: 'clusterrolebindings', namespaced: false },
  Role: { plural: 'roles', namespaced: true },
  ClusterRole: { plural: 'clusterroles', namespaced: false },
  ServiceAccount: { plural: 'serviceaccounts', namespaced: true },
};
const KIND_ORDER = Object.keys(KINDS);
/** Relative to the folder that commands run in. */
const FOLDERS = ['one-pod', 'highly-available', 'per-role', 'admission', 'account', 'rbac', 'optional'].map(
  (name) => `deploy/${name}`,
);

/** An object of the cluster that `deploy/` installs. */
export interface Installed {
  resource: KubeResource;
  object: KubeObject;
  /** The manifest that has it. */
  file: string;
}

/** What the manifests under `root` install, but definitions, namespaces and volumes, in the order of removal. */
export function installable(root: string): Installed[] {
  const found = new Map<string, Installed>();
  for (const folder of FOLDERS)
    for (const name of readdirSync(path.join(root, folder)).sort()) {
      if (!name.endsWith('.yaml')) continue;
      const file = `${folder}/${name}`;
      for (const document of parseAllDocuments(readFileSync(path.join(root, file), 'utf8'))) {
        const object = document.toJS() as KubeObject;
        const resource = resourceOf(object);
        if (!resource) continue;
        const { namespace = '', name: called } = object.metadata;
        const key = `${object.kind} ${namespace}/${called}`;
        if (!found.has(key)) found.set(key, { resource, object, file });
      }
    }
  const place = ({ object }: Installed) => KIND_ORDER.indexOf(object.kind ?? '');
  return [...found.values()].sort((a, b) => place(a) - place(b));
}

/** Which of them are in the cluster, as they are there. @throws KubeError */
export async function installedIn(client: KubeClient, all: readonly Installed[]): Promise<Installed[]> {
  const found: Installed[] = [];
  for (const one of all) {
    const { namespace, name } = one.object.metadata;
    const object = await unlessMissing(
      client.request<KubeObject>('GET', pathOf(one.resource, namespace, name)),
    );
    if (object) found.push({ ...one, object: { ...object, kind: one.resource.kind } });
  }
  return found;
}

function resourceOf({ apiVersion = '', kind = '' }: KubeObject): KubeResource | undefined {
  const known = KINDS[kind];
  if (!known) return undefined;
  const [version = '', group = ''] = apiVersion.split('/').reverse();
  return { group, version, kind, ...known };
}
