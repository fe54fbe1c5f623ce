import { Backoff } from '../lib/time/backoff';
import { type Clock, wallClock } from '../lib/time/clock';
import type { RunOutcome } from '../lib/time/repeat';
import { Slices } from '../lib/time/slices';
import { type KubeResource, pathOf } from '../objects/resources';
import type { KubeList, KubeObject } from '../objects/types';
import type { KubeClient } from './client';
import { isKubeError, KubeError } from './errors';
import { isLongAnswer } from './failures';
import { Holdings } from './holdings';
import { compareResourceVersions, type ObjectStore } from './object-store';
import { StoreWriter } from './store-writer';
import {
  type CacheState,
  timingsFor,
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

const PAGE_SIZE = 500;
/** Of one page, whose objects may have 1.5 MB each; one that is longer is asked for again with fewer of them. */
const PAGE_BYTES = 16 * 1024 * 1024;
const SHORTER = 8;
/** Of a list that the server does not give in pages. */
const WHOLE_BYTES = 4 * PAGE_BYTES;
const METADATA_LIST = 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io,application/json';
const METADATA_EVENTS = 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io,application/json';
const FROM_NOTHING = { sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan' } as const;
/** After this many failures in a row, the next attempt lists from scratch instead of resuming. */
const FAILURES_BEFORE_RELIST = 3;
/** Between two lists for the sake of what was left out of a full namespace, in real time. */
const TAKE_UP_EVERY_MS = 300_000;

/** After this many watches that told nothing of what changed, lists are read instead. */
const UNHEARD_BEFORE_LISTS = 2;

/** The server's history is not the one this cache followed, so it must list from scratch. */
class HistoryChanged extends Error {
  override readonly name = 'HistoryChanged';
}

/**
 * Keeps a store equal to the API server's objects of one kind: listed page by page, or streamed, then
 * watched. Each run follows one watch to its end.
 */
export class Reflector<T extends KubeObject> {
  state: CacheState = { kind: 'idle' };
  /** Whether a whole list was ever read, so that a missing object is known to be missing. */
  seen = false;
  readonly clock: Clock;
  readonly backoff: Backoff;
  /** Whether what is written comes of a list, and not of what a watch tells. */
  isListing = false;
  /** The resourceVersion up to which the server was followed. */
  position?: string;
  private readonly log: WatchCacheOptions<T>['log'];
  private readonly timings: WatchTimings;
  private readonly writer: StoreWriter<T>;
  private readonly slices = new Slices();
  /** False after a watch ended before it had sent all objects, until a list was read. */
  private mayStream = true;
  /** Whether the last watch ended in a way after which the server may be a different one. */
  private isSuspicious = false;
  /** Whether it fell silent, without a bookmark. */
  private fellSilent = false;
  /** How many watches, since one was heard, told nothing of what the list then showed. */
  private unheard = 0;
  /** How often the store had changed when a watch fell silent, until a list was read since. */
  private untold?: number;
  /** Since when lists are read instead of watching, by the steady clock. */
  private listingSinceMs?: number;
  private listedAtMs = 0;

  /** @param changed called with every change of the state */
  constructor(
    private readonly client: KubeClient,
    private readonly resource: KubeResource,
    private readonly options: WatchCacheOptions<T>,
    private readonly store: ObjectStore<T>,
    private readonly changed: (state: CacheState) => void,
  ) {
    this.clock = options.clock ?? wallClock;
    this.log = options.log;
    this.timings = { ...timingsFor(resource), ...options.timings };
    this.backoff = new Backoff(this.timings.backoff);
    this.writer = new StoreWriter(resource, { holdings: new Holdings(), ...options }, store);
  }

  private become(state: CacheState): void {
    this.state = state;
    this.changed(state);
  }

  /** Lists if needed, then follows one watch to its end. */
  async run(signal: AbortSignal): Promise<RunOutcome> {
    try {
      if (this.options.once) {
        await this.relist(signal);
        return 'give-up';
      }
      if (this.listingSinceMs !== undefined) {
        await this.relist(signal);
        if (this.clock.steady() - this.listingSinceMs < this.timings.watchAgainMs)
          return { laterMs: this.timings.listEveryMs };
        this.listingSinceMs = undefined;
      }
      if (this.position !== undefined && this.isSuspicious) await this.probe(signal);
      const mayStream = this.position === undefined && this.untold === undefined;
      if (mayStream && (await this.watchFromNothing(signal))) return 'done';
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
      this.writer.beginAll();
      this.writer.endAll();
      this.seen = false;
      this.become({ kind: 'absent', sinceMs });
      return { laterMs: this.timings.pollMs };
    }
    if (isKubeError(error, 'forbidden')) {
      this.become({ kind: 'forbidden', error, sinceMs });
      return { laterMs: this.timings.pollMs };
    }
    this.log.debug({ err: error, kind: this.resource.kind }, 'Watching failed; trying again');
    const former = this.state;
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
    const { name, fieldSelector, labelSelector } = this.options;
    return { fieldSelector: name === undefined ? fieldSelector : `metadata.name=${name}`, labelSelector };
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
    const progress = compareResourceVersions(metadata.resourceVersion, this.position);
    if (progress < 0) this.position = undefined;
    if (this.fellSilent && progress > 0) await this.listUnheard(signal);
    this.fellSilent = false;
  }

  /** Reads what a silent watch did not tell. Versions are of all kinds, so only the list shows whether it lost something. */
  private async listUnheard(signal: AbortSignal): Promise<void> {
    const silence = `its watch was silent for ${this.timings.inactivityMs / 1000} s while the API server moved on`;
    this.become({ kind: 'failing', error: new Error(silence), sinceMs: this.clock.now() });
    this.position = undefined;
    this.untold = this.store.changes;
    await this.relist(signal);
  }

  /** Counts the silent watch before a list if that shows what it did not tell. */
  private countUnheard(): void {
    if (this.untold === undefined) return;
    // That nothing changed says nothing about the watch: only one that speaks is heard again.
    if (this.store.changes !== this.untold) this.unheard++;
    this.untold = undefined;
    if (this.unheard >= UNHEARD_BEFORE_LISTS) this.listingSinceMs = this.clock.steady();
  }

  /**
   * Follows a watch that begins with the current objects. Returns false if the server does not support that
   * or never marks their end; it is listed then.
   */
  private async watchFromNothing(signal: AbortSignal): Promise<boolean> {
    if (!this.client.servesWatchLists || this.options.name !== undefined || !this.mayStream) return false;
    if (this.state.kind === 'idle') this.become({ kind: 'listing' });
    try {
      await this.watch(signal, true);
    } catch (thrown) {
      // If watching is forbidden, the list says what must be granted first.
      if (!isKubeError(thrown, 'invalid', 'forbidden')) throw thrown;
      if (thrown.kind === 'invalid') this.client.servesWatchLists = false;
      return false;
    }
    if (this.position === undefined && !signal.aborted) this.mayStream = false;
    return this.mayStream;
  }

  private async relist(signal: AbortSignal): Promise<void> {
    if (this.state.kind === 'idle') this.become({ kind: 'listing' });
    try {
      this.position = await this.listPages(this.options.pageSize ?? PAGE_SIZE, signal);
    } catch (thrown) {
      // The list expired between two pages: take it whole.
      if (!isKubeError(thrown, 'gone')) throw thrown;
      this.position = await this.listPages(undefined, signal);
    }
    this.isWhole();
    // A watch that is held back does not bring the current objects either.
    this.mayStream = this.unheard === 0;
  }

  private beginAll(): void {
    this.isListing = true;
    this.writer.beginAll();
  }

  /** All objects have been read; removes those that are gone. */
  private isWhole(): void {
    this.writer.endAll();
    this.isListing = false;
    this.countUnheard();
    this.isSuspicious = false;
    this.listedAtMs = this.clock.steady();
    this.seen = true;
    this.becomeSynced();
  }

  private becomeSynced(): void {
    const listedEveryMs = this.listingSinceMs === undefined ? undefined : this.timings.listEveryMs;
    const unheard = this.unheard > 0 && { watches: this.unheard, ...(listedEveryMs && { listedEveryMs }) };
    this.become({ kind: 'synced', sinceMs: this.clock.now(), ...(unheard && { unheard }) });
  }

  /** A watch that speaks on after the longest silence is heard again. */
  private heard(startedAtMs: number): void {
    if (this.unheard === 0 || this.clock.steady() - startedAtMs < 2 * this.timings.inactivityMs) return;
    this.unheard = 0;
    this.mayStream = true;
    this.becomeSynced();
  }

  /** Reads the list page by page into the store; returns its version. */
  private async listPages(limit: number | undefined, signal: AbortSignal): Promise<string> {
    this.beginAll();
    let position: string | undefined;
    let next: string | undefined;
    let atOnce = limit;
    for (;;) {
      const page = await this.page(atOnce, next, signal);
      if (!page) {
        atOnce = Math.ceil((atOnce ?? PAGE_SIZE) / SHORTER);
        continue;
      }
      position ??= page.metadata.resourceVersion;
      for (const object of page.items ?? []) {
        if (!this.writer.isUsable(object)) continue;
        this.writer.present(object);
        const pause = this.slices.breathe();
        if (pause) await pause;
      }
      next = page.metadata.continue || undefined;
      if (next === undefined) break;
    }
    return position ?? '';
  }

  /** One page of the list; undefined if it is too large to be read. */
  private async page(
    limit: number | undefined,
    next: string | undefined,
    signal: AbortSignal,
  ): Promise<KubeList<T> | undefined> {
    try {
      return await this.client.request<KubeList<T>>('GET', this.path, {
        query: { ...this.selectors, limit, continue: next },
        signal,
        priority: this.options.priority,
        accept: this.options.metadataOnly ? METADATA_LIST : undefined,
        mostBytes: limit === undefined ? WHOLE_BYTES : PAGE_BYTES,
      });
    } catch (thrown) {
      if (isLongAnswer(thrown) && limit !== undefined && limit > 1) return undefined;
      throw thrown;
    }
  }

  /** Follows one watch to its end, which begins with the current objects or at the store's version. */
  private async watch(signal: AbortSignal, fromNothing = false): Promise<void> {
    const startedAtMs = this.clock.steady();
    const from = fromNothing ? FROM_NOTHING : { resourceVersion: this.position };
    const query = { ...this.selectors, ...from };
    const { client, path, timings, clock } = this;
    let isBeginning = fromNothing;
    if (isBeginning) this.beginAll();
    const limits: WatchLimits = {
      watchSeconds: timings.watchSeconds,
      get inactivityMs() {
        return isBeginning ? timings.initialSilenceMs : timings.inactivityMs;
      },
    };
    const { priority, metadataOnly } = this.options;
    const accept = metadataOnly ? METADATA_EVENTS : undefined;
    const events = await openWatch<T>(client, path, { query, priority, accept }, limits, clock, signal);
    if (!fromNothing && this.state.kind !== 'synced') this.becomeSynced();
    let count = 0;
    try {
      for await (const event of events) {
        if (signal.aborted) return;
        if (isBeginning) isBeginning = !this.applyInitial(event);
        else this.apply(event);
        if (count++ === 0) this.backoff.reset();
        this.heard(startedAtMs);
        if (!isBeginning && this.shouldTakeUp()) {
          this.position = undefined;
          return;
        }
        const pause = this.slices.breathe();
        if (pause) await pause;
      }
    } catch (thrown) {
      if (!(thrown instanceof ConnectionLost)) throw thrown;
      this.isSuspicious = true;
      this.fellSilent = thrown.fellSilent && !isBeginning;
    }
    if (count > 0 || this.clock.steady() - startedAtMs >= this.timings.shortestWatchMs) this.backoff.reset();
    else if (!signal.aborted) throw new Error(`the watch of ${this.path} ended at once`);
  }

  /** Whether to read everything again, since a namespace that was full has room by now. */
  private shouldTakeUp(): boolean {
    return this.clock.steady() - this.listedAtMs >= TAKE_UP_EVERY_MS && this.writer.hasSpaceAgain;
  }

  /** Takes an event while the current objects are sent; returns whether they are complete. */
  private applyInitial(event: WatchEvent<T>): boolean {
    const { type, object } = event;
    if (endsInitialEvents(event)) {
      this.position = object.metadata.resourceVersion;
      this.isWhole();
      return true;
    }
    if (type === 'BOOKMARK' || !this.writer.isUsable(object)) return false;
    if (type === 'DELETED') this.writer.deleted(object);
    else this.writer.present(object);
    return false;
  }

  private apply({ type, object }: WatchEvent<T>): void {
    if (type !== 'BOOKMARK' && !this.writer.isUsable(object)) return;
    const version = object.metadata.resourceVersion;
    const order = compareResourceVersions(version, this.position);
    if (type === 'DELETED') this.writer.deleted(object);
    else if (order < 0) throw new HistoryChanged();
    else if (type !== 'BOOKMARK') this.writer.changed(object);
    if (order >= 0) this.position = version;
  }
}
