import { randomBytes, randomUUID } from 'node:crypto';
import type { UserInfo } from '@/sandbox/api/registry';
import type { Clock } from '@/server/lib/time/clock';
import type { ObjectMeta } from '@/server/objects/types';

export type UserName = 'admin' | 'viewer' | 'limited';

export const ANONYMOUS: UserInfo = { username: 'system:anonymous', groups: ['system:unauthenticated'] };
/** The group of everyone who is not anonymous. */
export const EVERYONE = 'system:authenticated';
export const CONTROL_PLANE: UserInfo = {
  username: 'system:kube-controller-manager',
  groups: ['system:masters'],
};

/** The namespace in which the limited user may act. */
export const LIMITED_NAMESPACE = 'default';

const USERS: Record<UserName, UserInfo> = {
  admin: { username: 'admin', uid: 'admin', groups: ['system:masters', 'system:authenticated'] },
  viewer: { username: 'viewer', uid: 'viewer', groups: ['viewers', 'system:authenticated'] },
  limited: { username: 'limited', uid: 'limited', groups: ['system:authenticated'] },
};

export type Tokens = Record<UserName, string>;

function freshToken(): string {
  return randomBytes(18).toString('base64url');
}

/** New bearer tokens for everyone, except those given. */
export function createTokens(given: Partial<Tokens> = {}): Tokens {
  return {
    admin: given.admin ?? freshToken(),
    viewer: given.viewer ?? freshToken(),
    limited: given.limited ?? freshToken(),
  };
}

/** The user of a service account's token. */
export function serviceAccountUser({ namespace = '', name, uid = '' }: ObjectMeta): UserInfo {
  return {
    username: `system:serviceaccount:${namespace}:${name}`,
    uid,
    groups: ['system:serviceaccounts', `system:serviceaccounts:${namespace}`, 'system:authenticated'],
  };
}

/** Tells the tokens of one user apart. */
const CREDENTIAL = 'authentication.kubernetes.io/credential-id';

interface Issued {
  user: UserInfo;
  /** By the wall clock. */
  expiresMs: number;
  /** Whether the account is still the one that the token was issued for. */
  isThere(): boolean;
}

/** The user of a token. */
export class Authenticator {
  private readonly byToken = new Map<string, Issued>();

  constructor(
    tokens: Tokens,
    private readonly wallClock: Clock,
  ) {
    for (const name of ['admin', 'viewer', 'limited'] as const)
      this.byToken.set(tokens[name], {
        user: USERS[name],
        expiresMs: Number.POSITIVE_INFINITY,
        isThere: () => true,
      });
  }

  /** A new token. */
  issue(issued: Issued): string {
    const token = freshToken();
    const extra = { ...issued.user.extra, [CREDENTIAL]: [`JTI=${randomUUID()}`] };
    this.byToken.set(token, { ...issued, user: { ...issued.user, extra } });
    return token;
  }

  userOf(token: string): UserInfo | undefined {
    const known = this.byToken.get(token);
    if (known && known.expiresMs > this.wallClock.now() && known.isThere()) return known.user;
    this.byToken.delete(token);
    return undefined;
  }

  /** The user of an Authorization header; anonymous without one; undefined for an unknown token. */
  authenticate(header: string | undefined): UserInfo | undefined {
    if (!header) return ANONYMOUS;
    const [scheme, token] = header.split(' ');
    return scheme?.toLowerCase() === 'bearer' && token ? this.userOf(token) : undefined;
  }
}
