import { PROXY_SECRET_HEADER } from '../access/proxy-trust';
import type { MemberFault } from '../words/member-faults';
import type { Member } from './clusters-file';

/** The person for whom a member is asked. */
export interface Asker {
  /** Undefined where the hub asks nobody who they are. */
  readonly name: string | undefined;
  readonly groups: readonly string[];
  /** The Kubernetes token they signed on with. */
  readonly token?: string | undefined;
}

/** The headers that say to a member who asks, or why it cannot be said. There is no account that stands in for people. */
export function signOnHeaders(
  { signOn }: Member,
  { name, groups, token }: Asker,
): { headers: Record<string, string> } | { fault: MemberFault } {
  if (name === undefined) return { fault: 'nameless' };
  if (signOn.kind === 'token') {
    // Who has a token is that person, everywhere it is valid.
    if (!signOn.reviews && !signOn.sharesTokens) return { fault: 'token-not-shared' };
    return token === undefined ? { fault: 'no-token' } : { headers: { authorization: `Bearer ${token}` } };
  }
  // That cluster has accounts of its own by the same names.
  if (OF_ACCOUNTS.test(name)) return { fault: 'account' };
  const whole = groups.filter((group) => isReadAsWritten(group) && !OF_ACCOUNTS.test(group));
  return {
    headers: {
      [PROXY_SECRET_HEADER]: signOn.secret,
      [signOn.userHeader.toLowerCase()]: inHeader(name),
      [signOn.groupsHeader.toLowerCase()]: inHeader(whole.join(',')),
    },
  };
}

/** Accounts of a cluster, and the groups that they are in. */
const OF_ACCOUNTS = /^system:serviceaccounts?(:|$)/;

/** Whether a group is the same at the member: a comma makes two of it, and blanks around it go. */
function isReadAsWritten(group: string): boolean {
  return !/[,\p{Cc}]/u.test(group) && group.trim() === group;
}

/** As the member reads it: UTF-8, byte by byte. */
function inHeader(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}
