import type { RequestInfo } from '@/sandbox/api/http/request-info';
import { isJsonObject, objectsAt } from '@/sandbox/api/json';
import type { Registry, UserInfo } from '@/sandbox/api/registry';
import type { KubeObject } from '@/server/objects/types';

/** A request in the terms of role rules. */
export interface Attributes {
  verb: string;
  group?: string;
  resource?: string;
  subresource?: string;
  namespace?: string;
  name?: string;
  /** A non-resource path; then none of the resource fields matter. */
  path?: string;
}

/** Paths that everyone may read, as system:public-info-viewer grants. */
const PUBLIC_PATHS = new Set(['/healthz', '/livez', '/readyz', '/version', '/version/']);

/** Authorises by the roles and bindings stored in the cluster. */
export class Authorizer {
  constructor(private readonly registry: Registry) {}

  allows(user: UserInfo, wanted: Attributes): boolean {
    if (user.groups.includes('system:masters')) return true;
    if (wanted.path !== undefined && PUBLIC_PATHS.has(wanted.path)) return true;
    for (const binding of this.registry.list('clusterrolebindings.rbac.authorization.k8s.io')) {
      if (bindsTo(binding, user) && this.roleAllows(binding, undefined, wanted)) return true;
    }
    if (!wanted.namespace) return false;
    for (const binding of this.registry.list('rolebindings.rbac.authorization.k8s.io', wanted.namespace)) {
      if (bindsTo(binding, user) && this.roleAllows(binding, wanted.namespace, wanted)) return true;
    }
    return false;
  }

  private roleAllows(binding: KubeObject, namespace: string | undefined, wanted: Attributes): boolean {
    const reference = 'roleRef' in binding && isJsonObject(binding.roleRef) ? binding.roleRef : {};
    const name = String(reference.name ?? '');
    const role =
      reference.kind === 'Role'
        ? this.registry.get('roles.rbac.authorization.k8s.io', namespace, name)
        : this.registry.get('clusterroles.rbac.authorization.k8s.io', undefined, name);
    return objectsAt(role, 'rules').some((rule) => ruleAllows(rule, wanted));
  }
}

function bindsTo(binding: KubeObject, user: UserInfo): boolean {
  return objectsAt(binding, 'subjects').some((subject) => {
    if (subject.kind === 'User') return subject.name === user.username;
    if (subject.kind === 'Group') return user.groups.includes(String(subject.name));
    const account = `system:serviceaccount:${String(subject.namespace)}:${String(subject.name)}`;
    return subject.kind === 'ServiceAccount' && user.username === account;
  });
}

function ruleAllows(rule: Record<string, unknown>, wanted: Attributes): boolean {
  if (!includes(rule.verbs, wanted.verb)) return false;
  if (wanted.path !== undefined) {
    const { path } = wanted;
    return strings(rule.nonResourceURLs).some((each) =>
      each.endsWith('*') ? path.startsWith(each.slice(0, -1)) : each === path,
    );
  }
  const resource = wanted.subresource ? `${wanted.resource}/${wanted.subresource}` : (wanted.resource ?? '');
  const names = strings(rule.resourceNames);
  return (
    includes(rule.apiGroups, wanted.group ?? '') &&
    (includes(rule.resources, resource) ||
      (wanted.subresource !== undefined && includes(rule.resources, `*/${wanted.subresource}`))) &&
    (names.length === 0 || names.includes(wanted.name ?? ''))
  );
}

function includes(list: unknown, value: string): boolean {
  const values = strings(list);
  return values.includes('*') || values.includes(value);
}

function strings(list: unknown): string[] {
  return Array.isArray(list) ? list.filter((each) => typeof each === 'string') : [];
}

export function attributesOf(info: RequestInfo): Attributes {
  if (info.type === 'path') return { verb: info.verb, path: info.path };
  const name = info.name ?? info.selected;
  return {
    verb: info.verb,
    group: info.group,
    resource: info.plural,
    ...(info.subresource ? { subresource: info.subresource } : {}),
    ...(info.namespace ? { namespace: info.namespace } : {}),
    ...(name ? { name } : {}),
  };
}
