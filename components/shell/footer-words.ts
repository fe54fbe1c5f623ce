import type { StatusAnswer } from '@/server/contract/status';
import { LOCAL_USER, whoWords } from '@/server/words/who';
import { activePage } from '../navigation/pages';

/** The user, in words. */
export function userWords(user: string | undefined): string {
  if (user === undefined) return 'Not signed in';
  return user === LOCAL_USER ? `You are ${whoWords(user)}` : `Signed in as ${user}`;
}

/** The cluster's address and version. */
export function clusterLine({ cluster }: Pick<StatusAnswer, 'cluster'>): string | undefined {
  if (cluster.kind !== 'connected') return undefined;
  return ['Kubernetes', cluster.version, 'at', cluster.server].filter(Boolean).join(' ');
}

/** The command that lists what a page is about. */
export function commandAt(pathname: string): string {
  const page = activePage(pathname);
  if (page === '/workloads?hpa=any&vpa=all') return 'get hpa -A';
  return page === '/savings/nodes' ? 'get nodes' : 'get vpa -A';
}
