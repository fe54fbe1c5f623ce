import { createHash } from 'node:crypto';
import type { MemberFault } from '../words/member-faults';
import type { Member } from './clusters-file';
import type { Asker } from './signing-on';

/** Who lost the right to see keeps nothing of what they saw. */
export const HIDES: ReadonlySet<MemberFault> = new Set(['stranger', 'forbidden', 'someone-else'] as const);

/** Tells people apart by all that members judge. */
export function keyOfAsker({ name, groups, token }: Asker): string {
  return createHash('sha256')
    .update(JSON.stringify([name, groups, token]))
    .digest('base64url');
}

/** Of what a member told one person. @param who by `keyOfAsker` */
export function keyFor({ name }: Member, who: string): string {
  return `${name} ${who}`;
}
