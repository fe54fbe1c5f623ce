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
  if (signOn.kind === 'token')
    return token === undefined ? { fault: 'no-token' } : { headers: { authorization: `Bearer ${token}` } };
  // A comma in a group would make two of it at the member.
  const whole = groups.filter((group) => !/[,\p{Cc}]/u.test(group));
  return {
    headers: {
      [PROXY_SECRET_HEADER]: signOn.secret,
      [signOn.userHeader.toLowerCase()]: inHeader(name),
      [signOn.groupsHeader.toLowerCase()]: inHeader(whole.join(',')),
    },
  };
}

/** As the member reads it: UTF-8, byte by byte. */
function inHeader(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}
