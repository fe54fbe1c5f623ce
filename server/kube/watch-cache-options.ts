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
  /** A watch that is to begin with all there is and says nothing for so long is given up: the server ignored that. */
  initialSilenceMs: number;
  /** A watch that ends sooner and brought nothing counts as a failure. */
  shortestWatchMs: number;
}

export const DEFAULT_TIMINGS: WatchTimings = {
  backoff: { firstMs: 500, longestMs: 30_000 },
  pollMs: 5_000,
  watchSeconds: 300,
  inactivityMs: 150_000,
  initialSilenceMs: 30_000,
  shortestWatchMs: 1_000,
};

/** What is known of a server's way to begin a watch with all there is, which spares the list before it. */
export interface InitialEvents {
  /** Whether it is worth asking for; not from Kubernetes 1.26 down. */
  mayBeServed: boolean;
}

export interface WatchCacheOptions<T extends KubeObject> {
  /** Begin with a watch that brings all there is, where the server knows how to; shared by the caches of a server. */
  initialEvents?: InitialEvents;
  log: Logger;
  /** The wall clock, unless a test turns it. */
  clock?: Clock;
  namespace?: string;
  fieldSelector?: string;
  labelSelector?: string;
  /** Asks only for the metadata of the objects; a server that cannot leave the rest out sends them whole. */
  metadataOnly?: boolean;
  /** Drops fields to save memory; metadata must keep name, namespace, uid and resourceVersion. */
  keep?: (object: T) => T;
  timings?: Partial<WatchTimings>;
  pageSize?: number;
  /** Hears of every watch that ends. */
  loops?: LoopListener;
  /** Of its requests; in line with all others when not given. */
  priority?: RequestOptions['priority'];
}
