import type { Config } from '../../config';
import { isReserved, mayBeCalled } from '../reserved';
import { RefusedLogin } from './refused-login';

export type ClaimSettings = Pick<
  Config,
  'oidcUserClaim' | 'oidcGroupsClaim' | 'oidcUserPrefix' | 'oidcGroupsPrefix'
>;

export type Claims = Readonly<Record<string, unknown>>;

const LONGEST_NAME = 256;

/** Whether the claims say all that is asked of them; otherwise the provider's user info may. */
export function areEnough(claims: Claims, { oidcUserClaim, oidcGroupsClaim }: ClaimSettings): boolean {
  return oidcUserClaim in claims && (oidcGroupsClaim === '' || oidcGroupsClaim in claims);
}

/**
 * Whom the claims name, by the rules of an API server with the same settings: the user claim is a text, an e-mail
 * address must not be unverified, the groups claim is a text or a list of texts. Nobody gets a name or a group that
 * Kubernetes keeps for itself.
 * @throws RefusedLogin `nameless`
 */
export function holderOf(claims: Claims, settings: ClaimSettings): { name: string; groups: string[] } {
  const { oidcUserClaim, oidcGroupsClaim, oidcUserPrefix, oidcGroupsPrefix } = settings;
  const user = claims[oidcUserClaim];
  if (typeof user !== 'string' || !isName(user))
    throw new RefusedLogin('nameless', `the claim ${oidcUserClaim} is no name`);
  if (oidcUserClaim === 'email' && 'email_verified' in claims && claims.email_verified !== true)
    throw new RefusedLogin('nameless', 'the e-mail address is not verified');
  const name = oidcUserPrefix + user;
  if (isReserved(name))
    throw new RefusedLogin('nameless', 'the name is one that Kubernetes keeps for itself');
  if (!mayBeCalled(name)) throw new RefusedLogin('nameless', 'the name is one that nobody may go by here');
  const groups = textsIn(oidcGroupsClaim === '' ? [] : claims[oidcGroupsClaim])
    .filter(isName)
    .map((group) => oidcGroupsPrefix + group)
    .filter((group) => !isReserved(group));
  return { name, groups: [...new Set(groups)] };
}

function textsIn(value: unknown): string[] {
  const values = Array.isArray(value) ? value : [value];
  return values.filter((one) => typeof one === 'string');
}

function isName(text: string): boolean {
  return text.trim() !== '' && text.length <= LONGEST_NAME && !/\p{Cc}/u.test(text);
}
