import { reportAccess } from '../../kube/access-problem';
import type { CachedKind } from '../../kube/cached-kinds';
import type { ClusterCaches } from '../../kube/caches';
import type { ProblemReporter } from '../../kube/problems';
import type { CacheState } from '../../kube/watch-cache';
import { API_RESOURCES, groupResource } from '../../objects/resources';

/** Kinds whose absence means that the resource definitions were never applied. */
const OWN_KINDS: readonly CachedKind[] = ['vpas', 'checkpoints'];

function tellAbsence(problems: ProblemReporter, kind: CachedKind, state: CacheState): void {
  const about = groupResource(API_RESOURCES[kind]);
  if (state.kind === 'absent') problems.report('crds-not-installed', about);
  else problems.clear('crds-not-installed', about);
}

function tellUnheard(problems: ProblemReporter, kind: CachedKind, state: CacheState): void {
  const about = groupResource(API_RESOURCES[kind]);
  if (state.kind !== 'synced') return;
  const { unheard } = state;
  if (!unheard) problems.clear('watch-unheard', about);
  else
    problems.report(
      'watch-unheard',
      about,
      unheard.listedEveryMs
        ? `${unheard.watches} watches told nothing, so the list is read every ${unheard.listedEveryMs / 1000} s instead`
        : 'a watch told nothing, so the list was read anew',
    );
}

/** Reports kinds that are not installed, forbidden, or not heard of by watches; the returned function ends that. */
export function reportCacheProblems(caches: ClusterCaches, problems: ProblemReporter): () => void {
  const ends = [...caches.states()].flatMap(([kind]) => [
    reportAccess(caches[kind], problems),
    caches[kind].onState((state) => tellUnheard(problems, kind, state)),
  ]);
  for (const kind of OWN_KINDS) {
    tellAbsence(problems, kind, caches[kind].state);
    ends.push(caches[kind].onState((state) => tellAbsence(problems, kind, state)));
  }
  return () => {
    for (const end of ends) end();
  };
}
