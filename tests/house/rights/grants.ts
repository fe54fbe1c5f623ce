import type { KubeObject } from '@/server/objects/types';

/** A role or a binding, as manifests have it. */
export type RbacObject = KubeObject & {
  rules?: readonly {
    apiGroups: readonly string[];
    resources: readonly string[];
    verbs: readonly string[];
    resourceNames?: readonly string[];
  }[];
  roleRef?: { kind: string; name: string };
  subjects?: readonly { kind: string; name: string; namespace?: string }[];
};

/** A verb on a resource, subresources as `pods/eviction`. */
export interface Grant {
  verb: string;
  group: string;
  resource: string;
  /** Where; undefined in the whole cluster. */
  namespace: string | undefined;
  /** Of which object; undefined of each. */
  name: string | undefined;
}

/** A request, as an API server judges it. */
export interface Asked extends Omit<Grant, 'name'> {
  /** Undefined where the request names none, such as a list. */
  name: string | undefined;
}

/** What the bindings among these manifests grant a service account. */
export function grantsOf(manifests: readonly RbacObject[], namespace: string, account: string): Grant[] {
  const isRole = ({ kind, metadata }: RbacObject, ref: { kind: string; name: string }, at?: string) =>
    kind === ref.kind && metadata.name === ref.name && (kind === 'ClusterRole' || metadata.namespace === at);
  return manifests.flatMap(({ metadata, roleRef, subjects = [] }) => {
    const isTheirs = subjects.some(
      ({ kind, ...one }) => kind === 'ServiceAccount' && one.name === account && one.namespace === namespace,
    );
    if (!roleRef || !isTheirs) return [];
    const role = manifests.find((one) => isRole(one, roleRef, metadata.namespace));
    return (role?.rules ?? []).flatMap(({ apiGroups, resources, verbs, resourceNames = [undefined] }) =>
      apiGroups.flatMap((group) =>
        resources.flatMap((resource) =>
          verbs.flatMap((verb) =>
            resourceNames.map((name) => ({ verb, group, resource, namespace: metadata.namespace, name })),
          ),
        ),
      ),
    );
  });
}

/** The service accounts that these manifests bind. */
export function accountsIn(manifests: readonly RbacObject[]): string[] {
  const subjects = manifests.flatMap((one) => one.subjects ?? []);
  const names = subjects.filter(({ kind }) => kind === 'ServiceAccount').map(({ name }) => name);
  return [...new Set(names)].sort();
}

/** Whether one of these grants covers a request. */
export function covers(grants: readonly Grant[], asked: Asked): boolean {
  return grants.some(
    (one) =>
      matches(one.verb, asked.verb) &&
      matches(one.group, asked.group) &&
      (matches(one.resource, asked.resource) || one.resource === `*/${asked.resource.split('/')[1]}`) &&
      (one.namespace === undefined || one.namespace === asked.namespace) &&
      (one.name === undefined || one.name === asked.name),
  );
}

const matches = (granted: string, asked: string) => granted === '*' || granted === asked;
