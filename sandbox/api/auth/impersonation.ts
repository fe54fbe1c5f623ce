import type { IncomingMessage } from 'node:http';
import { forbidden, internal } from '@/sandbox/api/api-error';
import type { Attributes, Authorizer } from '@/sandbox/api/auth/rbac';
import { ANONYMOUS, EVERYONE } from '@/sandbox/api/auth/users';
import type { UserInfo } from '@/sandbox/api/registry';

const EXTRA = 'impersonate-extra-';
const SERVICE_ACCOUNT = /^system:serviceaccount:([^:]+):([^:]+)$/;

/**
 * The user whom a request is made as: the sender, or whom its Impersonate headers name if the sender may.
 * @throws ApiError 403, or 500 for a group, uid or extra without a user
 */
export function actingUser(
  sender: UserInfo,
  { headersDistinct: headers }: Pick<IncomingMessage, 'headersDistinct'>,
  authorizer: Authorizer,
): UserInfo {
  const username = headers['impersonate-user']?.[0] ?? '';
  const groups = headers['impersonate-group'] ?? [];
  const uid = headers['impersonate-uid']?.[0] ?? '';
  const extras = Object.keys(headers).filter((name) => name.startsWith(EXTRA));
  const others = groups.length + extras.length + (uid ? 1 : 0);
  if (username === '' && others === 0) return sender;
  if (username === '') throw internal('requested impersonation without impersonating a user');
  const [, namespace, name] = SERVICE_ACCOUNT.exec(username) ?? [];
  const asked: Attributes[] = [
    namespace && name
      ? { verb: 'impersonate', resource: 'serviceaccounts', namespace, name }
      : { verb: 'impersonate', resource: 'users', name: username },
    ...groups.map((group) => ({ verb: 'impersonate', resource: 'groups', name: group })),
    ...extras.map((key) => ({
      verb: 'impersonate',
      group: 'authentication.k8s.io',
      resource: 'userextras',
      subresource: decodeURIComponent(key.slice(EXTRA.length)),
      name: headers[key]?.[0] ?? '',
    })),
    ...(uid ? [{ verb: 'impersonate', group: 'authentication.k8s.io', resource: 'uids', name: uid }] : []),
  ];
  for (const each of asked) if (!authorizer.allows(sender, each)) throw refusal(sender, each);
  const known =
    namespace && groups.length === 0
      ? ['system:serviceaccounts', `system:serviceaccounts:${namespace}`]
      : groups;
  return { username, ...(uid && { uid }), groups: withEveryone(username, known) };
}

function withEveryone(username: string, groups: string[]): string[] {
  const isSaid = [EVERYONE, ...ANONYMOUS.groups].some((group) => groups.includes(group));
  return username === ANONYMOUS.username || isSaid ? groups : [...groups, EVERYONE];
}

function refusal({ username }: UserInfo, { group = '', resource = '', namespace, name }: Attributes) {
  const where = namespace ? `in the namespace "${namespace}"` : 'at the cluster scope';
  const why = `User "${username}" cannot impersonate resource "${resource}" in API group "${group}" ${where}`;
  return forbidden({ group, plural: resource, kind: '' }, name, why);
}
