import type { CachedKind, ClusterCaches } from '../kube/caches';
import { RESOURCES } from '../kube/resources';
import type { CacheState } from '../kube/watch-cache';
import type { ProblemBoard } from '../problems';

/** Kinds whose absence means that the resource definitions were never applied. */
const OWN_KINDS: readonly CachedKind[] = ['vpas', 'checkpoints'];

function nameOf(kind: CachedKind): string {
  const { plural, group } = RESOURCES[kind];
  return group === '' ? plural : `${plural}.${group}`;
}

function tell(problems: ProblemBoard, kind: CachedKind, state: CacheState): void {
  const about = nameOf(kind);
  const isMissing = state.kind === 'absent' && OWN_KINDS.includes(kind);
  if (isMissing) problems.report('crds-not-installed', about);
  else problems.clear('crds-not-installed', about);
  if (state.kind === 'forbidden') problems.report('access-forbidden', about, state.error.message);
  else problems.clear('access-forbidden', about);
}

/** Puts on the board which kinds are not installed or not allowed; the returned function ends that. */
export function reportCacheProblems(caches: ClusterCaches, problems: ProblemBoard): () => void {
  const ends = [...caches.states()].map(([kind, state]) => {
    tell(problems, kind, state);
    return caches[kind].onState((next) => tell(problems, kind, next));
  });
  return () => {
    for (const end of ends) end();
  };
}
