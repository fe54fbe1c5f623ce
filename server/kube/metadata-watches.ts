import { type Clock, wallClock } from '../lib/time/clock';
import { apiVersionOf } from '../objects/resources';
import type { KubeObject } from '../objects/types';
import type { KubeClient } from './client';
import type { ServedKind } from './discovery';
import { type CacheState, WatchCache, type WatchCacheOptions } from './watch-cache';

/** Kinds followed at once. Objects of further kinds are read one by one. */
const MAX_KINDS = 64;
/** A kind that nobody asks for this long is dropped, in real milliseconds. */
const UNUSED_FOR_MS = 600_000;
/** How often to check whether a kind may be followed by now, in real milliseconds. */
const POLL_MS = 60_000;

/** A kind without a cache of its own, with the names, versions, labels and owners of its objects. */
export interface FollowedKind {
  readonly served: ServedKind;
  readonly cache: WatchCache<KubeObject>;
}

interface Place {
  readonly followed: FollowedKind;
  askedMs: number;
}

/** Follows the metadata of kinds as they occur, such as the targets and owners of custom controllers. */
export class MetadataWatches {
  private readonly places = new Map<string, Place>();
  private readonly clock: Clock;

  constructor(
    private readonly client: KubeClient,
    private readonly options: Pick<
      WatchCacheOptions<KubeObject>,
      'log' | 'clock' | 'timings' | 'tooLarge' | 'holdings'
    >,
  ) {
    this.clock = options.clock ?? wallClock;
  }

  /** The kind as it is followed; undefined if it is not or may not be. */
  of(apiVersion: string, kind: string): FollowedKind | undefined {
    const place = this.places.get(keyOf(apiVersion, kind));
    if (!place) return undefined;
    place.askedMs = this.clock.now();
    const { cache } = place.followed;
    return cache.seen && cache.state.kind !== 'forbidden' && cache.state.kind !== 'absent'
      ? place.followed
      : undefined;
  }

  /** How it stands with a kind that was asked for; undefined if there was no place for it. */
  stateOf(apiVersion: string, kind: string): CacheState | undefined {
    return this.places.get(keyOf(apiVersion, kind))?.followed.cache.state;
  }

  /** Starts to follow a kind; resolves once it is followed, or known not to be, or there is no place. */
  async follow(served: ServedKind): Promise<FollowedKind | undefined> {
    const { resource } = served;
    const apiVersion = apiVersionOf(resource);
    const key = keyOf(apiVersion, resource.kind);
    let place = this.places.get(key);
    if (!place) {
      if (this.places.size >= MAX_KINDS && !this.freeAPlace()) return undefined;
      const cache = new WatchCache<KubeObject>(this.client, resource, {
        ...this.options,
        timings: { pollMs: POLL_MS, ...this.options.timings },
        metadataOnly: true,
        keep: metadataOf,
        priority: 'apart',
      });
      place = { followed: { served, cache }, askedMs: this.clock.now() };
      this.places.set(key, place);
      cache.start();
    }
    await place.followed.cache.settled();
    return this.of(apiVersion, resource.kind);
  }

  async stop(): Promise<void> {
    await Promise.all([...this.places.values()].map(({ followed }) => followed.cache.stop()));
  }

  /** Drops a kind that nobody uses; keeps one that someone may be waiting for. */
  private freeAPlace(): boolean {
    const unusedSinceMs = this.clock.now() - UNUSED_FOR_MS;
    for (const [key, { followed, askedMs }] of this.places) {
      const { kind } = followed.cache.state;
      if (askedMs > unusedSinceMs || kind === 'idle' || kind === 'listing') continue;
      this.places.delete(key);
      void followed.cache.stop();
      return true;
    }
    return false;
  }
}

function metadataOf({ apiVersion, kind, metadata }: KubeObject): KubeObject {
  const { name, namespace, uid, resourceVersion, ownerReferences, labels, deletionTimestamp } = metadata;
  return {
    apiVersion,
    kind,
    metadata: { name, namespace, uid, resourceVersion, ownerReferences, labels, deletionTimestamp },
  };
}

function keyOf(apiVersion: string, kind: string): string {
  return `${apiVersion} ${kind}`;
}
