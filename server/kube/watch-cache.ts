import { setImmediate as nextTurn } from 'node:timers/promises';
import { Backoff } from '../backoff';
import { type Clock, wallClock } from '../clock';
import type { Logger } from '../log';
import { NOBODY, type Repeating, type RunOutcome, repeat } from '../repeat';
import type { KubeClient } from './client';
import { isKubeError, KubeError } from './errors';
import { compareResourceVersions, type ObjectListener, ObjectStore } from './object-store';
import { apiVersionOf, groupResource, type KubeResource, pathOf } from './resources';
import type { KubeList, KubeObject } from './types';
import {
  type CacheState,
  DEFAULT_TIMINGS,
  type WatchCacheOptions,
  type WatchTimings,
} from './watch-cache-options';
import {
  ConnectionLost,
  endsInitialEvents,
  openWatch,
  type WatchEvent,
  type WatchLimits,
} from './watch-stream';

export type { CacheState, WatchCacheOptions, WatchTimings } from './watch-cache-options';

const PAGE_SIZE = 500;
const METADATA_LIST = 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io,application/json';
const METADATA_EVENTS = 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io,application/json';
const FROM_NOTHING = { sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan' } as const;
/** After this many failures in a row, the next attempt lists from scratch instead of resuming. */
const FAILURES_BEFORE_RELIST = 3;
/** Longest uninterrupted run of events, so that requests and pages are answered in between. */
const SLICE_MS = 8;

function keyOf({ metadata }: KubeObject): string {
  return `${metadata.namespace ?? ''}/${metadata.name}`;
}

function isNamedObject(object: Partial<KubeObject> | null | undefined): boolean {
  const { name, namespace = '' } = (object?.metadata ?? {}) as { name?: unknown; namespace?: unknown };
  return typeof name === 'string' && typeof namespace === 'string';
}

/** The server's history is not the one this cache followed, so it must list from scratch. */
class HistoryChanged extends Error {
  override readonly name = 'HistoryChanged';
}

/**
 * The objects of one kind, kept equal to the API server's: listed page by page, then watched. Whatever
 * happens to the connection, listeners hear of each change exactly once and in order.
 */
export class WatchCache<T extends KubeObject> {
  private readonly store: ObjectStore<T>;
  private readonly listeners = new Set<ObjectListener<T>>();
  private readonly stateListeners = new Set<(state: CacheState) => void>();
  private readonly backoff: Backoff;
  private readonly clock: Clock;
  private readonly log: Logger;
  private readonly timings: WatchTimings;
  private current: CacheState = { kind: 'idle' };
  private following?: Repeating;
  private position?: string;
  private everSynced = false;
  /** False after a watch ended before it had sent all objects, until a list was read. */
  private mayStream = true;
  /** Whether the last watch ended in a way after which the server may be a different one. */
  private isSuspicious = false;
  private sliceStartedAt = 0;

  constructor(
    private readonly client: KubeClient,
    readonly resource: KubeResource,
    private readonly options: WatchCacheOptions<T>,
  ) {
    this.clock = options.clock ?? wallClock;
    this.log = options.log;
    this.timings = { ...DEFAULT_TIMINGS, ...options.timings };
    this.backoff = new Backoff(this.timings.backoff);
    this.store = new ObjectStore<T>({
      added: (object) => this.tell((listener) => listener.added?.(object)),
      updated: (former, object) => this.tell((listener) => listener.updated?.(former, object)),
      deleted: (object) => this.tell((listener) => listener.deleted?.(object)),
    });
  }

  get state(): CacheState {
    return this.current;
  }

  /** Whether it was started and not stopped. */
  get isFollowing(): boolean {
    return this.following !== undefined;
  }

  /** Whether a whole list was ever read, so that a missing object is known to be missing. */
  get seen(): boolean {
    return this.everSynced;
  }

  get size(): number {
    return this.store.size;
  }

  /** The resourceVersion up to which this cache has followed the server. */
  get resourceVersion(): string | undefined {
    return this.position;
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
    this.following ??= repeat({
      name: `watch ${groupResource(this.resource)}`,
      everyMs: 0,
      backoff: this.backoff,
      clock: this.clock,
      wallClock: this.clock,
      loops: this.options.loops ?? NOBODY,
      run: (signal) => this.run(signal),
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
    await this.until(() => this.everSynced);
  }

  /** Resolves once the kind is known to be synced, absent, forbidden or failing. */
  async settled(): Promise<CacheState> {
    await this.until((state) => state.kind !== 'idle' && state.kind !== 'listing');
    return this.current;
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
    if (reached(this.current)) return Promise.resolve();
    return new Promise((resolve) => {
      const end = this.onState((state) => {
        if (!reached(state)) return;
        end();
        resolve();
      });
    });
  }

  private become(state: CacheState): void {
    this.current = state;
    for (const listener of [...this.stateListeners]) listener(state);
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

  /** Lists if needed, then follows one watch to its end. */
  private async run(signal: AbortSignal): Promise<RunOutcome> {
    try {
      if (this.position !== undefined && this.isSuspicious) await this.probe(signal);
      if (this.position === undefined && (await this.watchFromNothing(signal))) return 'done';
      if (this.position === undefined) await this.relist(signal);
      await this.watch(signal);
      return 'done';
    } catch (thrown) {
      if (signal.aborted) return 'give-up';
      return this.failed(thrown);
    }
  }

  /** Notes a failure; returns when to continue. */
  private failed(thrown: unknown): RunOutcome {
    const wasListing = this.position === undefined;
    if (this.mustRelist(thrown)) this.position = undefined;
    if (thrown instanceof HistoryChanged || isKubeError(thrown, 'gone')) return 'retry';

    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    const sinceMs = this.clock.now();
    if (isKubeError(error, 'not-found')) {
      if (!wasListing) return { retryAfterMs: 0 };
      this.store.sweep(() => false);
      this.everSynced = false;
      this.become({ kind: 'absent', sinceMs });
      return { laterMs: this.timings.pollMs };
    }
    if (isKubeError(error, 'forbidden')) {
      this.become({ kind: 'forbidden', error, sinceMs });
      return { laterMs: this.timings.pollMs };
    }
    this.log.debug({ err: error, kind: this.resource.kind }, 'Watching failed; trying again');
    const former = this.current;
    this.become({ kind: 'failing', error, sinceMs: former.kind === 'failing' ? former.sinceMs : sinceMs });
    return { retryAfterMs: (error instanceof KubeError && error.retryAfterMs) || 0 };
  }

  /** Whether resuming could miss something: a server that was down may come back with another history. */
  private mustRelist(thrown: unknown): boolean {
    return (
      thrown instanceof HistoryChanged ||
      isKubeError(thrown, 'gone', 'not-found', 'unreachable') ||
      this.backoff.count + 1 >= FAILURES_BEFORE_RELIST
    );
  }

  private get path(): string {
    return pathOf(this.resource, this.options.namespace);
  }

  private get selectors() {
    return { fieldSelector: this.options.fieldSelector, labelSelector: this.options.labelSelector };
  }

  /**
   * If the server's current version is below the cache's, a resumed watch would wait forever, so list from
   * scratch.
   */
  private async probe(signal: AbortSignal): Promise<void> {
    const query = { ...this.selectors, limit: 1 };
    const { priority } = this.options;
    const { metadata } = await this.client.request<KubeList<T>>('GET', this.path, {
      query,
      signal,
      priority,
    });
    this.isSuspicious = false;
    if (compareResourceVersions(metadata.resourceVersion, this.position) < 0) this.position = undefined;
  }

  /**
   * Follows a watch that begins with the current objects. Returns false if the server does not support that
   * or never marks their end; it is listed then.
   */
  private async watchFromNothing(signal: AbortSignal): Promise<boolean> {
    const { initialEvents } = this.options;
    if (!initialEvents?.mayBeServed || !this.mayStream) return false;
    if (this.current.kind === 'idle') this.become({ kind: 'listing' });
    try {
      await this.watch(signal, new Set());
    } catch (thrown) {
      // If watching is forbidden, the list says what must be granted first.
      if (!isKubeError(thrown, 'invalid', 'forbidden')) throw thrown;
      if (thrown.kind === 'invalid') initialEvents.mayBeServed = false;
      return false;
    }
    if (this.position === undefined && !signal.aborted) this.mayStream = false;
    return this.mayStream;
  }

  private async relist(signal: AbortSignal): Promise<void> {
    if (this.current.kind === 'idle') this.become({ kind: 'listing' });
    const alive = new Set<string>();
    try {
      this.position = await this.listPages(alive, this.options.pageSize ?? PAGE_SIZE, signal);
    } catch (thrown) {
      // The list expired between two pages: take it whole.
      if (!isKubeError(thrown, 'gone')) throw thrown;
      alive.clear();
      this.position = await this.listPages(alive, undefined, signal);
    }
    this.isWhole(alive);
    this.mayStream = true;
  }

  /** All objects have been read; removes those that are gone. */
  private isWhole(alive: ReadonlySet<string>): void {
    this.store.sweep((object) => alive.has(keyOf(object)));
    this.isSuspicious = false;
    this.everSynced = true;
    this.become({ kind: 'synced', sinceMs: this.clock.now() });
  }

  /** Reads the list page by page into the store; returns its version. */
  private async listPages(
    alive: Set<string>,
    limit: number | undefined,
    signal: AbortSignal,
  ): Promise<string> {
    let position: string | undefined;
    let next: string | undefined;
    do {
      const page = await this.client.request<KubeList<T>>('GET', this.path, {
        query: { ...this.selectors, limit, continue: next },
        signal,
        priority: this.options.priority,
        accept: this.options.metadataOnly ? METADATA_LIST : undefined,
      });
      position ??= page.metadata.resourceVersion;
      for (const object of page.items ?? []) {
        if (!this.isUsable(object)) continue;
        alive.add(keyOf(object));
        this.store.putListed(this.kept(object));
        if (this.sliceIsOver()) await this.breathe();
      }
      next = page.metadata.continue || undefined;
    } while (next !== undefined);
    return position ?? '';
  }

  /** Follows one watch to its end; `initial` collects the objects a watch begins with. */
  private async watch(signal: AbortSignal, initial?: Set<string>): Promise<void> {
    const startedAtMs = this.clock.now();
    const from = initial ? FROM_NOTHING : { resourceVersion: this.position };
    const query = { ...this.selectors, ...from };
    const { client, path, timings, clock } = this;
    let beginning = initial;
    const limits: WatchLimits = {
      watchSeconds: timings.watchSeconds,
      get inactivityMs() {
        return beginning ? timings.initialSilenceMs : timings.inactivityMs;
      },
    };
    const { priority, metadataOnly } = this.options;
    const accept = metadataOnly ? METADATA_EVENTS : undefined;
    const events = await openWatch<T>(client, path, { query, priority, accept }, limits, clock, signal);
    if (!initial && this.current.kind !== 'synced')
      this.become({ kind: 'synced', sinceMs: this.clock.now() });
    let count = 0;
    try {
      for await (const event of events) {
        if (signal.aborted) return;
        if (beginning) beginning = this.applyInitial(event, beginning);
        else this.apply(event);
        if (count++ === 0) this.backoff.reset();
        if (this.sliceIsOver()) await this.breathe();
      }
    } catch (thrown) {
      if (!(thrown instanceof ConnectionLost)) throw thrown;
      this.isSuspicious = true;
    }
    if (count > 0 || this.clock.now() - startedAtMs >= this.timings.shortestWatchMs) this.backoff.reset();
    else if (!signal.aborted) throw new Error(`the watch of ${this.path} ended at once`);
  }

  /**
   * Takes an event while the current objects are sent; returns those so far, undefined once they are
   * complete.
   */
  private applyInitial(event: WatchEvent<T>, alive: Set<string>): Set<string> | undefined {
    const { object } = event;
    if (endsInitialEvents(event)) {
      this.position = object.metadata.resourceVersion;
      this.isWhole(alive);
      return undefined;
    }
    if (event.type === 'BOOKMARK' || !this.isUsable(object)) return alive;
    if (event.type === 'DELETED') {
      alive.delete(keyOf(object));
      this.store.delete(object);
    } else {
      alive.add(keyOf(object));
      this.store.putListed(this.kept(object));
    }
    return alive;
  }

  private apply({ type, object }: WatchEvent<T>): void {
    if (type !== 'BOOKMARK' && !this.isUsable(object)) return;
    const version = object.metadata.resourceVersion;
    const order = compareResourceVersions(version, this.position);
    if (type === 'DELETED') this.store.delete(object);
    else if (order < 0) throw new HistoryChanged();
    else if (type !== 'BOOKMARK') this.store.putWatched(this.kept(object));
    if (order >= 0) this.position = version;
  }

  private kept(object: T): T {
    // List items lack the two fields that every watch event has.
    object.apiVersion ??= apiVersionOf(this.resource);
    object.kind ??= this.resource.kind;
    try {
      return this.options.keep ? this.options.keep(object) : object;
    } catch {
      // The rooms that use the object report what is wrong with it.
      return object;
    }
  }

  private isUsable(object: T): boolean {
    const isNamed = isNamedObject(object);
    if (!isNamed)
      this.log.warn({ kind: this.resource.kind, object }, 'An object without a name was left out');
    return isNamed;
  }

  private sliceIsOver(): boolean {
    return performance.now() - this.sliceStartedAt > SLICE_MS;
  }

  private async breathe(): Promise<void> {
    await nextTurn();
    this.sliceStartedAt = performance.now();
  }
}
