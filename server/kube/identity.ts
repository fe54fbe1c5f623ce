import type { Credentials } from './access';

/** As whom the API server carries out a request, instead of the account of this process. */
export type Identity =
  | { kind: 'token'; token: string }
  | { kind: 'impersonated'; user: string; groups: readonly string[] };

/** What the API server says of a person besides the name; what they may do can follow from all of it. */
export interface AuthenticatedAs {
  groups?: readonly string[];
  uid?: string;
  extra?: Readonly<Record<string, readonly string[]>>;
}

export interface Author extends AuthenticatedAs {
  /** The name, for the record. */
  who: string;
  /** Whether nobody is asked who they are here: the cluster can judge the account of this process alone. */
  isUnnamed?: true;
  /** Absent if the account of this process makes the change. */
  as?: Identity | undefined;
}

/** What an Impersonate header can carry unchanged. */
const HEADER_VALUE = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/;
const SERVICE_ACCOUNT = /^system:serviceaccount:([^:]+):([^:]+)$/;
const EVERY_PERSON = 'system:authenticated';

/**
 * Whom a SubjectAccessReview asks about. The API server gives the last group to everyone whom it knows, but not to whom
 * it is asked about.
 */
export function subjectOf(user: string, { groups = [], uid, extra }: AuthenticatedAs) {
  return {
    user,
    groups: groups.includes(EVERY_PERSON) ? groups : [...groups, EVERY_PERSON],
    ...(uid && { uid }),
    ...(extra && { extra }),
  };
}

/** One thing that an account needs the verb `impersonate` on. */
export interface Impersonation {
  resource: 'users' | 'groups' | 'serviceaccounts';
  namespace?: string;
  name: string;
}

/**
 * What an account must be allowed to impersonate, to act as a person; undefined if no header carries the
 * name. The API server adds the groups of service accounts, and `system:authenticated`, by itself.
 */
export function impersonationsFor(user: string, groups: readonly string[]): Impersonation[] | undefined {
  if (![user, ...groups].every((value) => HEADER_VALUE.test(value))) return undefined;
  const [, namespace, name] = SERVICE_ACCOUNT.exec(user) ?? [];
  if (namespace && name) return [{ resource: 'serviceaccounts', namespace, name }];
  const named = groups.filter((group) => group !== EVERY_PERSON);
  return [
    { resource: 'users', name: user },
    ...named.map((group) => ({ resource: 'groups', name: group }) as const),
  ];
}

/**
 * The credentials of a request made as someone else; a token is sent without the client certificate, which would win
 * over it.
 */
export function credentialsAs(
  own: Credentials,
  as: Identity,
): { headers: Record<string, string | string[]>; tls: Credentials['tls'] } {
  if (as.kind === 'token') {
    const { cert: _cert, key: _key, ...tls } = own.tls;
    return { headers: { authorization: `Bearer ${as.token}` }, tls };
  }
  const groups = (impersonationsFor(as.user, as.groups) ?? [])
    .filter(({ resource }) => resource === 'groups')
    .map(({ name }) => name);
  const headers = Object.entries(own.headers).filter(([name]) => !name.startsWith('impersonate-'));
  return {
    tls: own.tls,
    headers: {
      ...Object.fromEntries(headers),
      'impersonate-user': as.user,
      ...(groups.length > 0 && { 'impersonate-group': groups }),
    },
  };
}
