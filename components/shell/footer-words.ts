import type { StatusAnswer } from '@/server/process/pages/views';
import { LOCAL_USER, whoWords } from '@/server/words/who';

/** Who looks at the page, in words. */
export function userWords(user: string | undefined): string {
  if (user === undefined) return 'Not signed in';
  return user === LOCAL_USER ? `You are ${whoWords(user)}` : `Signed in as ${user}`;
}

/** Where the cluster is and which version it runs. */
export function clusterLine({ cluster }: Pick<StatusAnswer, 'cluster'>): string | undefined {
  if (cluster.kind !== 'connected') return undefined;
  return ['Kubernetes', cluster.version, 'at', cluster.server].filter(Boolean).join(' ');
}
