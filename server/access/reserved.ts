import { GRADUATION_USER, LOCAL_USER, PROGRAM_USER } from '../words/who';

/** Kubernetes keeps names with this prefix for itself; `system:masters` may do everything. */
const RESERVED = 'system:';
/** Those by which the API server knows service accounts and everyone; they give no right by themselves. */
const OF_ACCOUNTS = /^system:(serviceaccount:[^:]+:[^:]+|serviceaccounts(:[^:]+)?|authenticated(:.+)?)$/;

export function isReserved(name: string): boolean {
  return name.startsWith(RESERVED);
}

/** Whether a proxy may name it: proxies also review tokens of service accounts. */
export function mayBeForwarded(name: string): boolean {
  return !isReserved(name) || OF_ACCOUNTS.test(name);
}

/** What Plumbline does by itself, and what people do without a login, is recorded under these. */
const OURS = new Set([LOCAL_USER, PROGRAM_USER, GRADUATION_USER]);

const LONGEST_NAME = 256;
/** Characters that nobody sees, or that turn what follows: with them, two names look alike. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/u;

/** Whether somebody from outside may go by a name, however it is written. */
export function mayBeCalled(name: string): boolean {
  if (name.length > LONGEST_NAME || UNSEEN.test(name)) return false;
  return !OURS.has(name.normalize('NFKC').trim().toLowerCase());
}
