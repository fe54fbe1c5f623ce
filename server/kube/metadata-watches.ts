import { LRUCache } from 'lru-cache';
import type { KubeClient } from './client';
import type { ServedKind } from './discovery';
import { apiVersionOf } from './resources';
import type { KubeObject } from './types';
import { WatchCache, type WatchCacheOptions } from './watch-cache';

/** Kinds beyond this are seldom; those asked for longest ago are followed no more. */
const MAX_KINDS = 64;
/** Between two looks whether a kind may be followed by now, in real milliseconds. */
const POLL_MS = 60_000;

/** A kind without a cache of its own and what is known of its objects: their names, versions and owners. */
export interface FollowedKind {
  readonly served: ServedKind;
  readonly cache: WatchCache<KubeObject>;
}

/** Follows the metadata of whatever kinds occur, such as the targets and owners of custom controllers. */
export class MetadataWatches {
  private readonly kinds = new LRUCache<string, FollowedKind>({
    max: MAX_KINDS,
    dispose: ({ cache }) => void cache.stop(),
  });

  constructor(
    private readonly client: KubeClient,
    private readonly options: Pick<WatchCacheOptions<KubeObject>, 'log' | 'clock' | 'timings'>,
  ) {}

  /** The kind as it is followed; nothing where it is not, or where it may not be. */
  of(apiVersion: string, kind: string): FollowedKind | undefined {
    const followed = this.kinds.get(keyOf(apiVersion, kind));
    const state = followed?.cache.state.kind;
    return followed?.cache.seen && state !== 'forbidden' && state !== 'absent' ? followed : undefined;
  }

  /** Begins to follow a kind, unless it is; answers once it is known whether it can be. */
  async follow(served: ServedKind): Promise<FollowedKind | undefined> {
    const { resource } = served;
    const apiVersion = apiVersionOf(resource);
    const key = keyOf(apiVersion, resource.kind);
    let followed = this.kinds.get(key);
    if (!followed) {
      const cache = new WatchCache<KubeObject>(this.client, resource, {
        ...this.options,
        timings: { pollMs: POLL_MS, ...this.options.timings },
        metadataOnly: true,
        keep: metadataOf,
        priority: 'apart',
      });
      followed = { served, cache };
      this.kinds.set(key, followed);
      cache.start();
    }
    await followed.cache.settled();
    return this.of(apiVersion, resource.kind);
  }

  async stop(): Promise<void> {
    await Promise.all([...this.kinds.values()].map(({ cache }) => cache.stop()));
  }
}

function metadataOf({ apiVersion, kind, metadata }: KubeObject): KubeObject {
  const { name, namespace, uid, resourceVersion, ownerReferences } = metadata;
  return { apiVersion, kind, metadata: { name, namespace, uid, resourceVersion, ownerReferences } };
}

function keyOf(apiVersion: string, kind: string): string {
  return `${apiVersion} ${kind}`;
}
