import { LOCAL_USER } from '../words/who';

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

/** Whether somebody from outside may go by a name: what people do without a login is recorded under one of ours. */
export function mayBeCalled(name: string): boolean {
  return name !== LOCAL_USER;
}
