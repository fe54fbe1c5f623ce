import type { BackoffSettings } from '../backoff';
import type { Clock } from '../clock';
import type { Logger } from '../log';
import type { LoopListener } from '../repeat';
import type { RequestOptions } from './client';
import type { KubeError } from './errors';
import type { KubeObject } from './types';
import type { WatchLimits } from './watch-stream';

/**
 * What a cache knows about its kind. `absent`: the API server does not serve this kind (not installed).
 * `failing` and `forbidden` keep the objects last seen; whether there are any says `WatchCache.seen`.
 */
export type CacheState =
  | { kind: 'idle' }
  | { kind: 'listing' }
  | { kind: 'synced'; sinceMs: number }
  | { kind: 'failing'; error: Error; sinceMs: number }
  | { kind: 'forbidden'; error: KubeError; sinceMs: number }
  | { kind: 'absent'; sinceMs: number };

/** How patient a cache is; all in real time. */
export interface WatchTimings extends WatchLimits {
  /** After errors, doubling up to the longest. */
  backoff: BackoffSettings;
  /** Between two looks for a kind that is absent or forbidden. */
  pollMs: number;
  /** A watch that ends sooner and brought nothing counts as a failure. */
  shortestWatchMs: number;
}

export const DEFAULT_TIMINGS: WatchTimings = {
  backoff: { firstMs: 500, longestMs: 30_000 },
  pollMs: 5_000,
  watchSeconds: 300,
  inactivityMs: 150_000,
  shortestWatchMs: 1_000,
};

export interface WatchCacheOptions<T extends KubeObject> {
  log: Logger;
  /** The wall clock, unless a test turns it. */
  clock?: Clock;
  namespace?: string;
  fieldSelector?: string;
  labelSelector?: string;
  /** Drops fields to save memory; metadata must keep name, namespace, uid and resourceVersion. */
  keep?: (object: T) => T;
  timings?: Partial<WatchTimings>;
  pageSize?: number;
  /** Hears of every watch that ends. */
  loops?: LoopListener;
  /** Of its requests; in line with all others when not given. */
  priority?: RequestOptions['priority'];
}
