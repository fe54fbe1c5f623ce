import type { ProblemBoard } from '../problems';
import type { KubeResource } from './resources';
import type { CacheState } from './watch-cache-options';

interface Followed {
  readonly resource: KubeResource;
  readonly state: CacheState;
  onState(listener: (state: CacheState) => void): () => void;
}

/** A resource as RBAC and people name it: `pods`, `leases.coordination.k8s.io`. */
export function resourceName({ plural, group }: KubeResource): string {
  return group === '' ? plural : `${plural}.${group}`;
}

/** Keeps on the board whether a cache may read what it follows; the returned function ends that. */
export function reportAccess(cache: Followed, problems: ProblemBoard): () => void {
  const about = resourceName(cache.resource);
  const tell = (state: CacheState) => {
    if (state.kind === 'forbidden') problems.report('access-forbidden', about, state.error.message);
    else problems.clear('access-forbidden', about);
  };
  tell(cache.state);
  return cache.onState(tell);
}
