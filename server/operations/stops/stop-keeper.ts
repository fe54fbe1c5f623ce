import type { NamespaceSettings } from '../../decide/pods/served-namespaces';
import {
  keyOfScope,
  type StopEntry,
  type StopScope,
  type StopState,
  scopeOfKey,
  stopStateOf,
} from '../../decide/pods/stop';
import { reportAccess } from '../../kube/access-problem';
import { writeConfigMapData } from '../../kube/config-map-data';
import { formerConfigMap, isTakenOver, takenOver } from '../../kube/former-place';
import { compareResourceVersions } from '../../kube/object-store';
import type { ClusterContext } from '../../kube/role-context';
import { WatchCache } from '../../kube/watch-cache';
import { errorText } from '../../lib/report/errors';
import { type Repeating, type RunOutcome, repeat } from '../../lib/time/repeat';
import { API_RESOURCES } from '../../objects/resources';
import type { ConfigMap } from '../../objects/types';
import { type KnownStops, NOTHING_KNOWN, StopFile } from './stop-file';
import { dataOf, resumerOf, type StopWord, wordsOf } from './stop-words';

/** Where every process of a cluster finds the stops in force: one key per scope. */
export const STOP_CONFIG_MAP = 'plumbline-stops';

interface StopKeeperOptions
  extends Pick<ClusterContext, 'wallClock' | 'log' | 'problems' | 'client' | 'loops'> {
  ownNamespace: string;
  /** Where former versions kept the stops: those in force there hold here too. */
  systemNamespace: string;
  /** Whether this process writes what it takes over; others only heed it. */
  takesOver: boolean;
  dataDir: string;
  /** What distinguishes this cluster from others whose stops may be in the same folder. */
  cluster: string;
  /** How far a stop has come. */
  reach: NamespaceSettings;
}

const TIMEOUT_MS = 5_000;
const ANNOUNCING_BACKOFF = { firstMs: 250, longestMs: 10_000 };
/**
 * Roles that act must hear of a stop soon: this watch reconnects at once and does not trust a silent
 * connection.
 */
const WATCH_TIMINGS = {
  backoff: { firstMs: 100, longestMs: 1_000 },
  inactivityMs: 75_000,
};

/**
 * The stops in force. A stop takes effect here first, is then written to disk and to the cluster, where every
 * other process sees it. The cluster's entries count, except for those not yet written there; and only a
 * resume lifts a stop: one that the cluster has lost is written again.
 */
export class StopKeeper {
  private known: KnownStops = NOTHING_KNOWN;
  /** What a former version left elsewhere, until the cluster has it here. */
  private former: ReadonlyMap<string, StopWord> = new Map();
  /** What the cluster has accepted, until the watch has reached that version. */
  private readonly told = new Map<string, { word: StopWord; version: string | undefined }>();
  private current: StopState;
  private readonly file: StopFile;
  private readonly cache: WatchCache<ConfigMap>;
  private readonly listeners = new Set<(state: StopState) => void>();
  private announcing: Repeating | undefined;
  private taking: Repeating | undefined;
  private formerRead: Promise<void> = Promise.resolve();
  /** Whether what is written now has what a former version kept. */
  private hasTakenOver = false;
  /** The newest write to the cluster; writes go one after the other, since the last entry counts. */
  private attempts: Promise<void> = Promise.resolve();
  /** Why the last write to the cluster or the disk failed. */
  lastError: string | undefined;

  constructor(private readonly options: StopKeeperOptions) {
    const { client, log, problems, wallClock, ownNamespace, dataDir, cluster } = options;
    this.current = stopStateOf(new Map(), options.reach);
    this.file = new StopFile(dataDir, cluster);
    this.cache = new WatchCache<ConfigMap>(client, API_RESOURCES.configMaps, {
      log,
      clock: wallClock,
      namespace: ownNamespace,
      name: STOP_CONFIG_MAP,
      timings: WATCH_TIMINGS,
      priority: 'urgent',
    });
    reportAccess(this.cache, problems);
    this.become(this.file.read());
    this.cache.subscribe({
      added: (map) => this.heard(map),
      updated: (_former, map) => this.heard(map),
      deleted: () => this.lost(),
    });
  }

  get state(): StopState {
    return this.current;
  }

  /** Whether this process would hear of a stop pressed in another, as far as the watch can tell. */
  get isHearing(): boolean {
    return this.cache.state.kind !== 'failing' && this.cache.state.kind !== 'forbidden';
  }

  /** The last version of the cluster's entries that was seen. */
  get heardVersion(): string | undefined {
    return this.configMap?.metadata.resourceVersion;
  }

  /** Every stop in force, with whether the cluster has it. */
  list(): { scope: StopScope; entry: StopEntry; inCluster: boolean }[] {
    return [...this.effective()].flatMap(([key, { holds, ...entry }]) => {
      const scope = scopeOfKey(key);
      return scope && holds ? [{ scope, entry, inCluster: !this.known.pending.has(key) }] : [];
    });
  }

  /** The latest word about every scope, of whichever process. */
  said(): ({ scope: StopScope } & StopWord)[] {
    return [...this.effective()].flatMap(([key, word]) => {
      const scope = scopeOfKey(key);
      return scope ? [{ scope, ...word }] : [];
    });
  }

  resumedBy(namespace: string, name: string): string {
    return resumerOf(this.effective(), namespace, name) ?? 'unknown';
  }

  /** Settles with the current write to the cluster: telling other processes comes before modes. */
  get firstTold(): Promise<void> {
    return this.attempts;
  }

  /** Calls `listener` at every change; the returned function ends that. */
  onChange(listener: (state: StopState) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Starts to follow the cluster. */
  start(): void {
    this.cache.start();
    void this.cache.synced().then(() => this.configMap ?? this.lost());
    if (this.known.pending.size > 0) this.tell();
    const { wallClock, loops } = this.options;
    this.formerRead = new Promise((resolve) => {
      this.taking = repeat({
        name: 'take over stops of a former version',
        everyMs: Number.POSITIVE_INFINITY,
        backoff: ANNOUNCING_BACKOFF,
        clock: wallClock,
        wallClock,
        loops,
        run: () => this.takeOver().finally(resolve),
      });
    });
  }

  /** Resolves once the cluster's entries are known, or it cannot be read. */
  async settled(): Promise<void> {
    await this.cache.settled();
    await this.formerRead;
  }

  /** Stops; in force from this moment. Resolves once the cluster has it or could not be written. */
  press(scope: StopScope, entry: StopEntry): Promise<void> {
    return this.say(scope, { ...entry, holds: true });
  }

  /** Lifts the stop of exactly this scope. */
  resume(scope: StopScope, entry: StopEntry): Promise<void> {
    return this.say(scope, { ...entry, holds: false });
  }

  async stop(): Promise<void> {
    await this.announcing?.stop();
    await this.taking?.stop();
    await this.cache.stop();
  }

  private get configMap(): ConfigMap | undefined {
    return this.cache.get(this.options.ownNamespace, STOP_CONFIG_MAP);
  }

  private say(scope: StopScope, word: StopWord): Promise<void> {
    this.become({ ...this.known, pending: new Map(this.known.pending).set(keyOfScope(scope), word) });
    this.keep();
    return this.tell();
  }

  /** The stops that a former version left elsewhere hold here, unless something was said here of the same scope. */
  private async takeOver(): Promise<RunOutcome> {
    const { client, takesOver, log } = this.options;
    await this.cache.settled();
    if (isTakenOver(this.configMap)) return 'give-up';
    try {
      const map = await formerConfigMap(client, this.options, STOP_CONFIG_MAP, TIMEOUT_MS);
      const said = map ? wordsOf(map) : new Map<string, StopWord>();
      for (const key of [...this.withTold().keys(), ...this.known.pending.keys()]) said.delete(key);
      if (said.size === 0 || isTakenOver(this.configMap)) return 'give-up';
      this.hasTakenOver = takesOver;
      if (takesOver) {
        this.become({ ...this.known, pending: new Map([...said, ...this.known.pending]) });
        this.keep();
        void this.tell();
      } else {
        this.former = said;
        this.become(this.known);
      }
      return 'give-up';
    } catch (error) {
      log.warn({ err: error }, 'The stops that a former version kept cannot be read');
      return 'retry';
    }
  }

  private heard(map: ConfigMap): void {
    if (isTakenOver(map)) this.former = new Map();
    for (const [key, { version }] of this.told)
      if (compareResourceVersions(map.metadata.resourceVersion, version) >= 0) this.told.delete(key);
    const words = wordsOf(map);
    const pending = new Map(this.known.pending);
    // Someone stopped again after a resume that is not in the cluster yet: the stop is the latest entry.
    for (const [key, { holds, atMs }] of pending) {
      const said = words.get(key);
      if (!holds && said?.holds && said.atMs > atMs) pending.delete(key);
    }
    this.become({ words, pending });
    this.keep();
  }

  /** The cluster has no entries, or none any more; that is no resume. */
  private lost(): void {
    const inForce = [...this.effective()].filter(([, { holds }]) => holds);
    this.told.clear();
    this.become({ words: new Map(), pending: new Map([...inForce, ...this.known.pending]) });
    this.keep();
    if (inForce.length > 0) this.tell();
  }

  private become(known: KnownStops): void {
    this.known = known;
    const holding = [...this.effective()].filter(([, { holds }]) => holds);
    this.current = stopStateOf(new Map(holding), this.options.reach);
    for (const listener of [...this.listeners]) listener(this.current);
  }

  /** A disk that cannot be written prevents no stop. */
  private keep(): void {
    try {
      this.file.write({ words: this.withTold(), pending: this.known.pending });
    } catch (error) {
      this.failed(error, 'Stops could not be written to disk; they hold in this process');
    }
  }

  /** Writes missing entries to the cluster; returns after the first attempt and retries until it succeeds. */
  private tell(): Promise<void> {
    const first = this.nextAttempt();
    const { wallClock, loops } = this.options;
    this.announcing ??= repeat({
      name: 'write stops to the cluster',
      everyMs: Number.POSITIVE_INFINITY,
      waitsFirst: true,
      backoff: ANNOUNCING_BACKOFF,
      clock: wallClock,
      wallClock,
      loops,
      run: () => this.tellAgain(),
    });
    const { announcing } = this;
    const wake = () => announcing.wake();
    first.then(wake, wake);
    return first;
  }

  private async tellAgain(): Promise<RunOutcome> {
    if (this.known.pending.size > 0) await this.nextAttempt();
    return this.known.pending.size > 0 ? 'retry' : 'done';
  }

  private nextAttempt(): Promise<void> {
    const attempt = () => this.attempt();
    this.attempts = this.attempts.then(attempt, attempt);
    return this.attempts;
  }

  /** A resume waits until others' latest entries are known; a stop does not. */
  private sayable(): Map<string, StopWord> {
    const hasHeard = !['idle', 'listing', 'failing'].includes(this.cache.state.kind);
    return new Map([...this.known.pending].filter(([, { holds }]) => holds || hasHeard));
  }

  private async attempt(): Promise<void> {
    const words = this.sayable();
    if (words.size === 0) return;
    let map: ConfigMap;
    try {
      this.lastError = undefined;
      map = await this.write(dataOf(words, this.known.words));
    } catch (error) {
      this.failed(error, 'A stop could not be written to the cluster; it holds in this process');
      return;
    }
    const version = map.metadata.resourceVersion;
    const heard = this.heardVersion;
    // The watch may have advanced since and have later entries of others.
    const isHeard = heard !== undefined && compareResourceVersions(heard, version) >= 0;
    const pending = new Map(this.known.pending);
    for (const [key, word] of words) {
      if (pending.get(key) === word) pending.delete(key);
      if (!isHeard) this.told.set(key, { word, version });
    }
    this.become({ words: this.known.words, pending });
    this.keep();
  }

  private write(data: Record<string, string | null>): Promise<ConfigMap> {
    const { client, ownNamespace } = this.options;
    const place = { namespace: ownNamespace, name: STOP_CONFIG_MAP };
    const annotations = this.hasTakenOver ? takenOver(this.options) : {};
    return writeConfigMapData(
      client,
      place,
      { data, annotations },
      { priority: 'urgent', timeoutMs: TIMEOUT_MS },
    );
  }

  private failed(error: unknown, what: string): void {
    this.lastError = errorText(error);
    this.options.log.warn({ err: error }, what);
  }

  private withTold(): Map<string, StopWord> {
    const words = new Map(this.known.words);
    for (const [key, { word }] of this.told) words.set(key, word);
    return words;
  }

  private effective(): Map<string, StopWord> {
    return new Map([...this.former, ...this.withTold(), ...this.known.pending]);
  }
}
