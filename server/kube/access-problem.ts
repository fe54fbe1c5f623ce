import { groupResource, type KubeResource } from '../objects/resources';
import type { ProblemReporter } from './problems';
import type { CacheState } from './watch-cache-options';

interface Followed {
  readonly resource: KubeResource;
  readonly state: CacheState;
  onState(listener: (state: CacheState) => void): () => void;
}

/**
 * Reports while a cache may not read its kind; the returned function ends that.
 * @param name of the one object that is followed, where others of its kind are followed too
 */
export function reportAccess(cache: Followed, problems: ProblemReporter, name?: string): () => void {
  const about = [groupResource(cache.resource), name].filter(Boolean).join(' ');
  const tell = (state: CacheState) => {
    if (state.kind === 'forbidden') problems.report('access-forbidden', about, state.error.message);
    else problems.clear('access-forbidden', about);
  };
  tell(cache.state);
  return cache.onState(tell);
}
