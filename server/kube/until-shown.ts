import type { Clock } from '../lib/time/clock';
import type { KubeObject } from '../objects/types';
import { compareResourceVersions } from './object-store';
import type { WatchCache } from './watch-cache';

/** Within this time a watch shows what was written, or does not work. */
export const SHOWN_WITHIN_MS = 2000;

/**
 * Resolves once `cache` shows what the API server answered to a write, or something newer, so that what is read next has
 * it; at once if this process does not watch the kind.
 */
export async function untilShown<T extends KubeObject>(
  cache: WatchCache<T>,
  { metadata: { resourceVersion, uid } }: Pick<KubeObject, 'metadata'>,
  wallClock: Pick<Clock, 'sleep'>,
): Promise<void> {
  if (!cache.isFollowing || resourceVersion === undefined) return;
  const shown = new AbortController();
  const look = ({ metadata }: T) => {
    if (compareResourceVersions(metadata.resourceVersion, resourceVersion) >= 0) shown.abort();
  };
  const end = cache.subscribe({
    added: look,
    updated: (_former, object) => look(object),
    deleted: ({ metadata }) => {
      if (metadata.uid === uid) shown.abort();
    },
  });
  await wallClock.sleep(SHOWN_WITHIN_MS, shown.signal);
  end();
}
