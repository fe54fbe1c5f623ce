import { randomBytes } from 'node:crypto';
import type { UserInfo } from '../registry';

export type UserName = 'admin' | 'viewer' | 'limited';

export const ANONYMOUS: UserInfo = { username: 'system:anonymous', groups: ['system:unauthenticated'] };
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

/** Fresh bearer tokens for everyone, but for those given. */
export function createTokens(given: Partial<Tokens> = {}): Tokens {
  const fresh = () => randomBytes(18).toString('base64url');
  return {
    admin: given.admin ?? fresh(),
    viewer: given.viewer ?? fresh(),
    limited: given.limited ?? fresh(),
  };
}

/** Who a token belongs to. */
export class Authenticator {
  private readonly byToken = new Map<string, UserInfo>();

  constructor(tokens: Tokens) {
    for (const name of ['admin', 'viewer', 'limited'] as const) this.byToken.set(tokens[name], USERS[name]);
  }

  userOf(token: string): UserInfo | undefined {
    return this.byToken.get(token);
  }

  /** The user of an Authorization header; anonymous without one; undefined for a token of nobody. */
  authenticate(header: string | undefined): UserInfo | undefined {
    if (!header) return ANONYMOUS;
    const [scheme, token] = header.split(' ');
    return scheme?.toLowerCase() === 'bearer' && token ? this.userOf(token) : undefined;
  }
}
