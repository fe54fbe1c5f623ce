import type { ChosenEstimator } from '@/server/decide/estimators/estimator';
import { podLevelPolicy } from '@/server/decide/pods/pod-level/stated';
import { isServedNamespace } from '@/server/decide/pods/served-namespaces';
import type { Logger } from '@/server/lib/report/log';
import type { Clock } from '@/server/lib/time/clock';
import { Slices } from '@/server/lib/time/slices';
import type { ClusterState } from '@/server/model/cluster-state';
import { containerKey } from '@/server/objects/container-key';
import { WHOLE_POD } from '@/server/objects/whole-pod';
import type { RecommenderSettings } from '../settings';
import type { LearnedContainer, RestoredVpa, ServedVpa } from '../vpas/served-vpa';
import { encodeCheckpoint } from './checkpoint-codec';
import { extrasText } from './extras';
import {
  type CheckpointOwner,
  fingerprintOf,
  found,
  isSameCheckpoint,
  type KnownCheckpoint,
  ownerOf,
} from './known-checkpoint';
import { KnownCheckpoints, type RestoreParts } from './known-checkpoints';
import {
  type CheckpointPlace,
  type DueCheckpoint,
  type KeptCheckpoint,
  PlaceError,
  type WriteLimits,
} from './place';
import { savedGroups } from './saved-groups';

/** Real time between two writes of one checkpoint, so that a fast clock does not write more often. */
const WRITE_AGAIN_AFTER_MS = 55_000;
/** Real time after which a checkpoint is written however little was learned: a crash loses no more than this. */
const WRITE_ANYWAY_AFTER_MS = 10 * 60_000;
/** Sooner, it is written once this share of its samples is new. */
const ENOUGH_NEW = 0.01;
/**
 * Real time for which VPAs wait for checkpoints that cannot be read; then they go on without, and what was
 * learned is added once it can be read.
 */
const PATIENCE_MS = 10 * 60_000;
/**
 * How long a checkpoint without a VPA is kept, in cluster time, since a restore may create it before its VPA;
 * at most half the collection interval, so that the next collection removes it.
 */
const ORPHAN_GRACE_MS = 60_000;
/** Up to this many checkpoints of new VPAs are read by name; more are listed. */
const MOST_BY_NAME = 20;
/** Up to this many namespaces with new VPAs are listed one by one; with more, everything is. */
const MOST_NAMESPACES = 4;
/** How often in a row a container must be missing from its workload before its checkpoint is removed. */
const MISSING_BEFORE_REMOVAL = 2;

interface KeeperParts extends RestoreParts {
  config: RecommenderSettings;
  place: CheckpointPlace;
  wallClock: Clock;
  log: Logger;
  state: ClusterState;
  estimator: Pick<ChosenEstimator, 'save' | 'load'>;
}

interface GarbageFacts {
  nowMs: number;
  /** Whether it is certain that no VPA of this name exists, for any recommender. */
  vpaIsGone(namespace: string, name: string): boolean;
  servedVpaOf(namespace: string, name: string): ServedVpa | undefined;
}

/**
 * Evidence that survives the process: read once for every VPA, written when changed, removed when orphaned.
 */
export class CheckpointKeeper {
  private readonly known: KnownCheckpoints;
  /** A list has succeeded: a checkpoint not found in it does not exist. */
  private hasListed = false;
  /** Since when the place cannot be read, on the wall clock. */
  private awaySinceMs: number | undefined;

  constructor(private readonly options: KeeperParts) {
    this.known = new KnownCheckpoints(options);
  }

  /** What problems of the checkpoint of a container are about. */
  aboutCheckpoint(namespace: string, owner: CheckpointOwner): string {
    const { place } = this.options;
    return place.about(namespace, place.nameOf(owner));
  }

  /**
   * Reads the checkpoints of `servedVpas` into the model and marks each; until then nothing is written
   * for it, so that a start never overwrites what was learned.
   * @returns whether they could be read
   */
  async load(servedVpas: readonly (ServedVpa & RestoredVpa)[]): Promise<boolean> {
    try {
      const names = this.hasListed ? this.namesOf(servedVpas) : undefined;
      if (names) await this.loadByName(names);
      else await this.loadLists(servedVpas);
    } catch (error) {
      if (!(error instanceof PlaceError)) throw error;
      this.options.log.debug({ err: error }, 'Checkpoints could not be read');
      const nowMs = this.options.wallClock.steady();
      this.awaySinceMs ??= nowMs;
      const isLate = nowMs - this.awaySinceMs >= PATIENCE_MS;
      if (error.isAbsent || isLate)
        for (const served of servedVpas) served.checkpoints = error.isAbsent ? 'absent' : 'awaited';
      return false;
    }
    this.awaySinceMs = undefined;
    for (const served of servedVpas) served.checkpoints = 'loaded';
    return true;
  }

  /**
   * How many of so many containers' checkpoints to write in a real time, so that others are not kept waiting and no
   * pass writes all at once: enough to write each once in the time after which it is written anyway.
   */
  shareOf(realMs: number, containers: number): number {
    const allowed = (this.options.place.writesPerSecond * realMs) / 1000;
    return Math.floor(Math.min(allowed, Math.ceil((containers * realMs) / WRITE_ANYWAY_AFTER_MS)));
  }

  /** The checkpoint names of new VPAs; undefined if unknown or too many. */
  private namesOf(servedVpas: readonly ServedVpa[]): CheckpointName[] | undefined {
    const names: CheckpointName[] = [];
    for (const served of servedVpas) {
      const containers = new Set<string>();
      for (const pod of this.options.state.podsOfVpa(served.namespace, served.name))
        for (const container of pod.containers) containers.add(container);
      if (served.checkpoints !== 'unread' || containers.size === 0) return undefined;
      for (const container of containers) names.push({ served, container });
      if (names.length > MOST_BY_NAME) return undefined;
    }
    return names;
  }

  private async loadByName(names: readonly CheckpointName[]): Promise<void> {
    await Promise.all(
      names.map(async ({ served, container }) => {
        const kept = await this.options.place.get(served.namespace, { vpa: served.name, container });
        if (kept?.spec?.vpaObjectName === served.name) this.known.restore(kept, served);
      }),
    );
  }

  private async loadLists(servedVpas: readonly ServedVpa[]): Promise<void> {
    const byKey = new Map(servedVpas.map((served) => [`${served.namespace}/${served.name}`, served]));
    const namespaces = new Set(servedVpas.map((served) => served.namespace));
    const lists = namespaces.size <= MOST_NAMESPACES ? [...namespaces] : [undefined];
    const slices = new Slices();
    for (const list of lists)
      for await (const checkpoint of this.options.place.list(list)) {
        const { namespace = '' } = checkpoint.metadata;
        const served = byKey.get(`${namespace}/${ownerOf(checkpoint.spec).vpa}`);
        if (served) this.known.restore(checkpoint, served);
        await slices.breathe();
      }
    this.hasListed = true;
  }

  /**
   * Writes what changed, longest unwritten first: at most `atMost`, until `deadlineMs` of the wall clock but
   * at least `atLeast`, unless `stopping` aborts.
   */
  async write(
    servedVpas: Iterable<ServedVpa>,
    nowMs: number,
    limits: WriteLimits & { atMost?: number; evenIfRecent?: boolean },
  ): Promise<number> {
    const { place, wallClock } = this.options;
    const due: { atMs: number; checkpoint: DueCheckpoint }[] = [];
    const taken = new Set<string>();
    for (const served of servedVpas) {
      if (served.checkpoints !== 'loaded' || served.past === 'fetching') continue;
      let aggregates = this.aggregatesWhenAsked(served, nowMs);
      for (const [container, learned] of learnedOf(served)) {
        const owner = { vpa: served.name, container };
        const known = this.known.of(served.namespace, place.nameOf(owner));
        if (known.owner && !isSameCheckpoint(known.owner, owner)) {
          taken.add(this.known.reportTaken(served.namespace, owner, known.owner));
          continue;
        }
        if (known.unusable || known.mark === learned.mark) continue;
        if (!limits.evenIfRecent && !isDue(known, learned, wallClock.steady())) continue;
        due.push({
          atMs: known.writtenAtMs,
          checkpoint: {
            namespace: served.namespace,
            vpa: served.name,
            container,
            exists: known.exists,
            status: () => {
              const aggregate = aggregates().get(containerKey(container, served.sidecars.has(container)));
              return aggregate && encodeCheckpoint(aggregate, nowMs, this.options.estimator);
            },
            study: () =>
              extrasText({
                study: served.studies?.save(container),
                lives: served.leaks?.save(container),
                groups: savedGroups(served, container, { ...this.options, nowMs }),
                isSidecar: served.sidecars.has(container) || (known.isSidecar ? false : undefined),
              }),
            mayExist: (status) => known.sent.add(fingerprintOf(status)),
            meets: (existing) => {
              const mayReplace = this.known.meet(existing, served, owner, known);
              aggregates = this.aggregatesWhenAsked(served, nowMs);
              return mayReplace;
            },
            written: () => {
              known.exists = true;
              known.inModel = true;
              known.owner = owner;
              known.isSidecar = served.sidecars.has(container);
              known.sent.clear();
              known.mark = learned.mark;
              known.samples = learned.samples;
              known.peaks = learned.peaks;
              known.writtenAtMs = wallClock.steady();
            },
          },
        });
      }
    }
    this.options.problems.clearExcept('checkpoint-name-taken', taken);
    due.sort((a, b) => a.atMs - b.atMs);
    const inOrder = due.slice(0, limits.atMost).map(({ checkpoint }) => checkpoint);
    return place.write(inOrder, limits);
  }

  /**
   * Removes the checkpoints of deleted VPAs and of containers their workload no longer has.
   * @returns how many were removed
   * @throws PlaceError if the list cannot be read
   */
  async collectGarbage(facts: GarbageFacts): Promise<number> {
    const gone = new Set<string>();
    const seen = new Set<string>();
    const { config, place } = this.options;
    const slices = new Slices();
    for await (const checkpoint of place.list(config.vpaObjectNamespace || undefined)) {
      await slices.breathe();
      const { namespace = '', name } = checkpoint.metadata;
      if (!isServedNamespace(config, namespace)) continue;
      const key = `${namespace}/${name}`;
      if (!this.isGarbage(checkpoint, facts)) {
        seen.add(key);
        continue;
      }
      if (await this.remove(checkpoint)) gone.add(key);
      else seen.add(key);
    }
    for (const [key, known] of this.known) {
      if (seen.has(key)) continue;
      // Removed by someone else: the model still has its content, in case it returns.
      const namespace = key.slice(0, key.indexOf('/'));
      const isKept = known.inModel && known.owner && facts.servedVpaOf(namespace, known.owner.vpa);
      if (isKept && !gone.has(key)) Object.assign(known, { exists: false, mark: '' });
      else this.known.forget(namespace, key.slice(namespace.length + 1));
    }
    return gone.size;
  }

  /** A checkpoint that may not be removed is reported, and the others are still collected. */
  private async remove(checkpoint: KeptCheckpoint): Promise<boolean> {
    const { place, log, problems } = this.options;
    const { namespace = '', name } = checkpoint.metadata;
    try {
      await place.remove(checkpoint);
    } catch (error) {
      if (!(error instanceof PlaceError)) throw error;
      problems.report('checkpoint-not-removed', place.about(namespace, name), error.message);
      return false;
    }
    log.info({ namespace, name }, 'Removed an orphaned checkpoint');
    return true;
  }

  private get orphanGraceMs(): number {
    return Math.min(ORPHAN_GRACE_MS, this.options.config.checkpointsGcIntervalMs / 2);
  }

  private isGarbage(checkpoint: KeptCheckpoint, facts: GarbageFacts): boolean {
    const { namespace = '', name, creationTimestamp } = checkpoint.metadata;
    const { vpa, container } = ownerOf(checkpoint.spec);
    if (facts.vpaIsGone(namespace, vpa))
      return facts.nowMs - Date.parse(creationTimestamp ?? '') > this.orphanGraceMs;
    const served = facts.servedVpaOf(namespace, vpa);
    const known = this.known.of(namespace, name);
    found(known, checkpoint);
    if (!served) return false;
    if (known.unusable || served.checkpoints === 'loaded') this.known.restore(checkpoint, served);
    const isThere =
      container === WHOLE_POD
        ? podLevelPolicy(served.vpa) !== undefined
        : served.liveContainers.has(container);
    const missing = served.liveContainers.size > 0 && !isThere;
    known.missingFromWorkload = missing ? known.missingFromWorkload + 1 : 0;
    if (known.missingFromWorkload < MISSING_BEFORE_REMOVAL) return false;
    this.options.state.dropCheckpoint(namespace, vpa, container);
    return true;
  }

  private aggregatesWhenAsked({ namespace, name }: ServedVpa, nowMs: number) {
    let made: ReturnType<ClusterState['checkpointAggregatesOf']> | undefined;
    return () => {
      made ??= this.options.state.checkpointAggregatesOf(namespace, name, nowMs);
      return made;
    };
  }
}

/** What is kept of a VPA: its containers, and its pods as a whole. */
function learnedOf({ containers, wholePod }: ServedVpa): Iterable<[string, LearnedContainer]> {
  return wholePod ? [...containers, [WHOLE_POD, wholePod.learned]] : containers;
}

/** Whether a checkpoint has changed enough since it was last written, or was last written long ago. */
function isDue(known: KnownCheckpoint, { samples, peaks }: LearnedContainer, nowMs: number): boolean {
  const ageMs = nowMs - known.writtenAtMs;
  if (ageMs < WRITE_AGAIN_AFTER_MS) return false;
  const hasChanged = peaks !== known.peaks || samples - known.samples > samples * ENOUGH_NEW;
  return hasChanged || ageMs >= WRITE_ANYWAY_AFTER_MS;
}

interface CheckpointName {
  served: ServedVpa;
  container: string;
}
