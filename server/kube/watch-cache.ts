import type { Logger } from '../lib/report/log';
import { NOBODY, type Repeating, repeat } from '../lib/time/repeat';
import { groupResource, type KubeResource } from '../objects/resources';
import type { KubeObject } from '../objects/types';
import type { KubeClient } from './client';
import { type ObjectListener, ObjectStore } from './object-store';
import { Reflector } from './reflector';
import type { CacheState, WatchCacheOptions } from './watch-cache-options';

export type { CacheState, WatchCacheOptions, WatchTimings } from './watch-cache-options';

/**
 * The objects of one kind, kept equal to the API server's: listed page by page, then watched. Whatever
 * happens to the connection, listeners hear of each change exactly once and in order.
 */
export class WatchCache<T extends KubeObject> {
  private readonly store: ObjectStore<T>;
  private readonly listeners = new Set<ObjectListener<T>>();
  private readonly stateListeners = new Set<(state: CacheState) => void>();
  private readonly reflector: Reflector<T>;
  private readonly log: Logger;
  private following?: Repeating;

  constructor(
    client: KubeClient,
    readonly resource: KubeResource,
    private readonly options: WatchCacheOptions<T>,
  ) {
    this.log = options.log;
    this.store = new ObjectStore<T>({
      added: (object) => this.tell((listener) => listener.added?.(object)),
      updated: (former, object) => this.tell((listener) => listener.updated?.(former, object)),
      deleted: (object) => this.tell((listener) => listener.deleted?.(object)),
    });
    this.reflector = new Reflector(client, resource, options, this.store, (state) => {
      for (const listener of [...this.stateListeners]) listener(state);
    });
  }

  get state(): CacheState {
    return this.reflector.state;
  }

  get isFollowing(): boolean {
    return this.following !== undefined;
  }

  /** Whether a whole list was ever read, so that a missing object is known to be missing. */
  get seen(): boolean {
    return this.reflector.seen;
  }

  /** Whether listeners are being told what a list shows, and not what a watch tells. */
  get isListing(): boolean {
    return this.reflector.isListing;
  }

  get size(): number {
    return this.store.size;
  }

  sizeOf(namespace: string): number {
    return this.store.sizeOf(namespace);
  }

  /** The namespaces that have objects. */
  namespaces(): IterableIterator<string> {
    return this.store.namespaces();
  }

  /** The resourceVersion up to which this cache has followed the server. */
  get resourceVersion(): string | undefined {
    return this.reflector.position;
  }

  /** Cluster-scoped objects are under namespace `''`. */
  get(namespace: string, name: string): T | undefined {
    return this.store.get(namespace, name);
  }

  /** The objects of one namespace, or of all. Not a copy: do not keep it across an await. */
  list(namespace?: string): IterableIterator<T> {
    return this.store.values(namespace);
  }

  /** Starts to follow the server; does nothing if already started. */
  start(): void {
    const { backoff, clock } = this.reflector;
    this.following ??= repeat({
      name: `watch ${groupResource(this.resource)}`,
      everyMs: 0,
      backoff,
      clock,
      wallClock: clock,
      loops: this.options.loops ?? NOBODY,
      run: (signal) => this.reflector.run(signal),
    });
  }

  /** Stops following; the objects stay readable. */
  async stop(): Promise<void> {
    const { following } = this;
    this.following = undefined;
    await following?.stop();
  }

  /** Resolves once the cache equals the server's list for the first time, however long that takes. */
  async synced(): Promise<void> {
    await this.until(() => this.seen);
  }

  /** Resolves once the kind is known to be synced, absent, forbidden or failing. */
  async settled(): Promise<CacheState> {
    await this.until((state) => state.kind !== 'idle' && state.kind !== 'listing');
    return this.state;
  }

  /**
   * Calls `listener` for every present object (as added) and for every change from now on.
   * @returns a function that ends the subscription
   */
  subscribe(listener: ObjectListener<T>): () => void {
    for (const object of this.store.values()) this.tellOne(listener, (one) => one.added?.(object));
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** @returns a function that ends the subscription. */
  onState(listener: (state: CacheState) => void): () => void {
    this.stateListeners.add(listener);
    return () => this.stateListeners.delete(listener);
  }

  private until(reached: (state: CacheState) => boolean): Promise<void> {
    if (reached(this.state)) return Promise.resolve();
    return new Promise((resolve) => {
      const end = this.onState((state) => {
        if (!reached(state)) return;
        end();
        resolve();
      });
    });
  }

  private tell(call: (listener: ObjectListener<T>) => void): void {
    for (const listener of this.listeners) this.tellOne(listener, call);
  }

  private tellOne(listener: ObjectListener<T>, call: (listener: ObjectListener<T>) => void): void {
    try {
      call(listener);
    } catch (error) {
      this.log.error({ err: error, kind: this.resource.kind }, 'A listener failed on a change');
    }
  }
}
