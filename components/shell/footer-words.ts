import type { StatusAnswer } from '@/server/contract/status';
import { LOCAL_USER, whoWords } from '@/server/words/who';

export function userWords(user: string | undefined): string {
  if (user === undefined) return 'Not signed in';
  return user === LOCAL_USER ? `You are ${whoWords(user)}` : `Signed in as ${user}`;
}

/** The cluster's address and version. */
export function clusterLine({ cluster }: Pick<StatusAnswer, 'cluster'>): string | undefined {
  if (cluster.kind !== 'connected') return undefined;
  return ['Kubernetes', cluster.version, 'at', cluster.server].filter(Boolean).join(' ');
}

const NAME = '([^/]+)';
/** What follows `kubectl` to see what a page is about, by its path. */
const COMMANDS: readonly (readonly [RegExp, string])[] = [
  [/^\/(workloads|changes)?$/, 'get vpa -A'],
  [of(`/workloads/${NAME}/${NAME}`), 'get vpa $2 -n $1'],
  [of(`/workloads/${NAME}/without-vpa/${NAME}/${NAME}`), 'get $2 $3 -n $1'],
  [of(`/namespaces/${NAME}`), 'get vpa -n $1'],
  [of(`/hpas/${NAME}/${NAME}`), 'get hpa $2 -n $1'],
  [of('/changes/approvals'), 'get changeapprovals -A'],
  [of(`/approvals/${NAME}/${NAME}`), 'get changeapprovals -n $1'],
  [of('/savings/nodes'), 'get nodes'],
  [of(`/nodes/${NAME}`), 'get node $1'],
  [of('/rules'), 'get vsp'],
  [of(`/rules/${NAME}`), 'get vsp $1'],
];

function of(path: string): RegExp {
  return new RegExp(`^${path}$`);
}

/** What follows `kubectl` to see what the page shows; undefined where kubectl has nothing like it. */
export function commandAt(pathname: string): string | undefined {
  const found = COMMANDS.find(([path]) => path.test(pathname));
  return found && pathname.replace(found[0], found[1]);
}
