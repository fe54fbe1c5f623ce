import type { StatusAnswer } from '@/server/process/pages/views';
import { LOCAL_USER, whoWords } from '@/server/words/who';

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
