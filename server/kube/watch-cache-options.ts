import type { Logger } from '../lib/report/log';
import type { BackoffSettings } from '../lib/time/backoff';
import type { Clock } from '../lib/time/clock';
import type { LoopListener } from '../lib/time/repeat';
import { API_RESOURCES, type KubeResource } from '../objects/resources';
import type { KubeObject } from '../objects/types';
import type { RequestOptions } from './client';
import type { KubeError } from './errors';
import type { Holdings } from './holdings';
import type { WatchLimits } from './watch-stream';

/**
 * What a cache knows about its kind. `absent`: the API server does not serve this kind (not installed).
 * `failing` and `forbidden` keep the objects last seen; `WatchCache.seen` says whether there are any.
 */
export type CacheState =
  | { kind: 'idle' }
  | { kind: 'listing' }
  | { kind: 'synced'; sinceMs: number; unheard?: Unheard }
  | { kind: 'failing'; error: Error; sinceMs: number }
  | { kind: 'forbidden'; error: KubeError; sinceMs: number }
  | { kind: 'absent'; sinceMs: number };

/** How watches told nothing of what the list then showed, as behind a proxy that holds them back. */
export interface Unheard {
  /** How many watches, since one was heard. */
  watches: number;
  /** How often the list is read instead of watching; absent while the next watch is tried. */
  listedEveryMs?: number;
}

/** The time limits of a cache, in real time. */
export interface WatchTimings extends WatchLimits {
  /** Pause after errors; doubles up to the longest. */
  backoff: BackoffSettings;
  /** Between two checks of a kind that is absent or forbidden. */
  pollMs: number;
  /**
   * A watch that should begin with the current objects and stays silent this long is given up: the server
   * ignored the option.
   */
  initialSilenceMs: number;
  /** Between two lists where watches tell nothing, and how long before the next watch is tried. */
  listEveryMs: number;
  watchAgainMs: number;
  /** A watch that ends sooner and brought nothing counts as a failure. */
  shortestWatchMs: number;
}

export const DEFAULT_TIMINGS: WatchTimings = {
  backoff: { firstMs: 500, longestMs: 30_000 },
  pollMs: 5_000,
  watchSeconds: 300,
  // API servers send a bookmark each minute (apiserver v0.37 `storage/cacher`, `defaultBookmarkFrequency`), of a kind that
  // nobody changed only where etcd notifies them of progress, as kubeadm has it do every five seconds.
  inactivityMs: 90_000,
  initialSilenceMs: 30_000,
  listEveryMs: 30_000,
  watchAgainMs: 600_000,
  shortestWatchMs: 1_000,
};

/**
 * API servers keep no events in their watch cache, so that these watches get no bookmark (Kubernetes 1.37,
 * `DefaultWatchCacheSizes` in pkg/kubeapiserver): one that is silent until its end, after at most five minutes, is as it
 * should be.
 */
const WITHOUT_BOOKMARKS: Partial<WatchTimings> = { watchSeconds: 150, inactivityMs: 330_000 };

/** The time limits of a cache of a kind, unless told otherwise. */
export function timingsFor({ group, plural }: KubeResource): WatchTimings {
  const { events } = API_RESOURCES;
  const isWithout = group === events.group && plural === events.plural;
  return { ...DEFAULT_TIMINGS, ...(isWithout && WITHOUT_BOOKMARKS) };
}

export interface WatchCacheOptions<T extends KubeObject> {
  log: Logger;
  /** The wall clock, except in tests. */
  clock?: Clock;
  namespace?: string;
  /** Follow only the object of this name, whose list is read directly: streaming it gains nothing. */
  name?: string;
  fieldSelector?: string;
  labelSelector?: string;
  /** Asks only for the metadata of the objects; a server that cannot do that sends them whole. */
  metadataOnly?: boolean;
  /** Drops fields to save memory; metadata must keep name, namespace, uid and resourceVersion. */
  keep?: (object: T) => T;
  /** What is kept even of an object that is too large, or has no room in its namespace; by default nothing. */
  least?: (object: T) => T | undefined;
  /** Bounds what each namespace may hold; nothing does by default. */
  holdings?: Holdings;
  /** Told of each object that is too large to be kept, and once it no longer is. */
  tooLarge?: (object: KubeObject, isSo: boolean) => void;
  timings?: Partial<WatchTimings>;
  pageSize?: number;
  /** Reads the list and follows nothing: that needs the right to list alone. */
  once?: boolean;
  /** Called after every watch. */
  loops?: LoopListener;
  /** Of its requests; by default they queue with all others. */
  priority?: RequestOptions['priority'];
}
