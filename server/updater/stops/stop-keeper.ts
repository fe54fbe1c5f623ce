import type { Clock } from '../../clock';
import { reportAccess } from '../../kube/access-problem';
import { isKubeError, type KubeClient, MERGE_PATCH } from '../../kube/client';
import { apiVersionOf, pathOf, RESOURCES } from '../../kube/resources';
import type { ConfigMap } from '../../kube/types';
import { WatchCache } from '../../kube/watch-cache';
import type { Logger } from '../../log';
import {
  keyOfScope,
  NO_STOPS,
  type StopEntry,
  type StopScope,
  type StopState,
  scopeOfKey,
  stopStateOf,
} from '../../policy/stop';
import type { ProblemBoard } from '../../problems';
import { type KnownStops, NOTHING_KNOWN, StopFile } from './stop-file';

/** Where every process of a cluster finds the stops that hold: one key per scope. */
export const STOP_CONFIG_MAP = 'plumbline-stops';

export interface StopKeeperOptions {
  client: KubeClient;
  clock: Clock;
  wallClock: Clock;
  log: Logger;
  problems: ProblemBoard;
  systemNamespace: string;
  dataDir: string;
}

const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 10_000;

/**
 * The stops that hold. A press takes effect here before anything else happens, is written to disk, then told to
 * the cluster, from where every other process hears of it. What the cluster says counts, but for what it has
 * not been told yet.
 */
export class StopKeeper {
  private known: KnownStops = NOTHING_KNOWN;
  private current: StopState = NO_STOPS;
  private readonly file: StopFile;
  private readonly cache: WatchCache<ConfigMap>;
  private readonly listeners = new Set<(state: StopState) => void>();
  private readonly stopping = new AbortController();
  private telling: Promise<void> | undefined;
  /** Who resumed last, as far as this process was told. */
  resumedBy = 'another process';
  /** Settles with the attempt under way to tell the cluster: other processes come before modes. */
  firstTold: Promise<void> = Promise.resolve();
  /** Why the cluster could not be told, at the last attempt. */
  lastError: string | undefined;

  constructor(private readonly options: StopKeeperOptions) {
    const { client, log, problems, wallClock, systemNamespace, dataDir } = options;
    this.file = new StopFile(dataDir);
    this.cache = new WatchCache<ConfigMap>(client, RESOURCES.configMaps, {
      log,
      clock: wallClock,
      namespace: systemNamespace,
      fieldSelector: `metadata.name=${STOP_CONFIG_MAP}`,
    });
    reportAccess(this.cache, problems);
    this.become(this.file.read());
    this.cache.subscribe({
      added: (map) => this.heard(map),
      updated: (_former, map) => this.heard(map),
      deleted: () => this.heard(undefined),
    });
  }

  get state(): StopState {
    return this.current;
  }

  /** Every stop that holds, with whether the cluster knows of it. */
  list(): { scope: StopScope; entry: StopEntry; inCluster: boolean }[] {
    return [...effective(this.known)].flatMap(([key, entry]) => {
      const scope = scopeOfKey(key);
      return scope ? [{ scope, entry, inCluster: !this.known.pending.has(key) }] : [];
    });
  }

  /** Calls `listener` at every change; the returned function ends that. */
  onChange(listener: (state: StopState) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Begins to follow the cluster. */
  start(): void {
    this.cache.start();
    if (this.known.pending.size > 0) this.tell();
  }

  /** Resolves once it is known what the cluster says, or that it cannot say. */
  async settled(): Promise<void> {
    const state = await this.cache.settled();
    // Nothing there to be read: an empty list says that no stop holds.
    if (state.kind === 'synced' && !this.configMap) this.heard(undefined);
  }

  /** Stops; holds from this very moment. Resolves once the cluster was told or could not be. */
  press(scope: StopScope, entry: StopEntry): Promise<void> {
    return this.change(keyOfScope(scope), entry);
  }

  /** Lifts the stop of exactly this scope. */
  resume(scope: StopScope, who: string): Promise<void> {
    this.resumedBy = who;
    return this.change(keyOfScope(scope), null);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.telling;
    await this.cache.stop();
  }

  private get configMap(): ConfigMap | undefined {
    return this.cache.get(this.options.systemNamespace, STOP_CONFIG_MAP);
  }

  private change(key: string, entry: StopEntry | null): Promise<void> {
    this.become({ ...this.known, pending: new Map(this.known.pending).set(key, entry) });
    this.file.write(this.known);
    return this.tell();
  }

  private heard(map: ConfigMap | undefined): void {
    const entries = new Map<string, StopEntry>();
    for (const [key, text] of Object.entries(map?.data ?? {})) entries.set(key, entryFrom(text));
    this.become({ entries, pending: this.known.pending });
    this.file.write(this.known);
  }

  private become(known: KnownStops): void {
    this.known = known;
    this.current = stopStateOf(effective(known));
    for (const listener of [...this.listeners]) listener(this.current);
  }

  /** Tells the cluster what it does not know; answers after the first attempt, goes on until it succeeds. */
  private async tell(): Promise<void> {
    const first = this.attempt();
    this.firstTold = first;
    this.telling ??= first
      .then(() => this.keepTelling())
      .finally(() => {
        this.telling = undefined;
      });
    await first;
  }

  private async keepTelling(): Promise<void> {
    const { signal } = this.stopping;
    for (let pauseMs = FIRST_RETRY_MS; this.known.pending.size > 0 && !signal.aborted; ) {
      await this.options.wallClock.sleep(pauseMs, signal);
      if (!signal.aborted) await this.attempt();
      pauseMs = Math.min(pauseMs * 2, LONGEST_RETRY_MS);
    }
  }

  private async attempt(): Promise<void> {
    const told = new Map(this.known.pending);
    if (told.size === 0) return;
    try {
      this.lastError = undefined;
      await this.write(told);
    } catch (error) {
      this.lastError = error instanceof Error ? error.message : String(error);
      this.options.log.warn({ err: error }, 'The cluster could not be told of a stop; it holds here');
      return;
    }
    const entries = new Map(this.known.entries);
    const pending = new Map(this.known.pending);
    for (const [key, entry] of told) {
      if (pending.get(key) !== entry) continue;
      pending.delete(key);
      if (entry) entries.set(key, entry);
      else entries.delete(key);
    }
    this.become({ entries, pending });
    this.file.write(this.known);
  }

  private async write(changes: ReadonlyMap<string, StopEntry | null>): Promise<void> {
    const { client, systemNamespace } = this.options;
    const data = Object.fromEntries(
      [...changes].map(([key, entry]) => [key, entry && JSON.stringify(entry)] as const),
    );
    const path = pathOf(RESOURCES.configMaps, systemNamespace, STOP_CONFIG_MAP);
    try {
      await client.request('PATCH', path, { body: { data }, contentType: MERGE_PATCH, urgent: true });
    } catch (error) {
      if (!isKubeError(error, 'not-found')) throw error;
      const body = {
        apiVersion: apiVersionOf(RESOURCES.configMaps),
        kind: RESOURCES.configMaps.kind,
        metadata: { name: STOP_CONFIG_MAP, namespace: systemNamespace },
        data: Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null)),
      };
      await client.request('POST', pathOf(RESOURCES.configMaps, systemNamespace), { body, urgent: true });
    }
  }
}

function effective({ entries, pending }: KnownStops): Map<string, StopEntry> {
  const held = new Map(entries);
  for (const [key, entry] of pending) {
    if (entry) held.set(key, entry);
    else held.delete(key);
  }
  return held;
}

/** An entry nobody can read is a stop all the same. */
function entryFrom(text: string): StopEntry {
  try {
    const { who, atMs } = JSON.parse(text) as Partial<StopEntry>;
    return { who: who ?? 'unknown', atMs: atMs ?? 0 };
  } catch {
    return { who: 'unknown', atMs: 0 };
  }
}
