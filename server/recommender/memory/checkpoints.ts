import type { Clock } from '@/server/clock';
import type { Config } from '@/server/config';
import type { ChosenEstimator } from '@/server/estimators/estimator';
import { isKubeError, type KubeClient } from '@/server/kube/client';
import { API_RESOURCES, pathOf } from '@/server/kube/resources';
import type { KubeList } from '@/server/kube/types';
import type { VerticalPodAutoscalerCheckpoint } from '@/server/kube/vpa-types';
import type { Logger } from '@/server/log';
import type { ClusterState } from '@/server/model/cluster-state';
import type { ProblemReporter } from '@/server/problems';
import type { VpaRecord } from '../books/vpa-record';
import { CheckpointError, decodeCheckpoint, encodeCheckpoint } from './checkpoint-codec';
import { aboutCheckpoint, CheckpointWriter, checkpointName, type DueCheckpoint } from './checkpoint-writer';
import {
  type CheckpointOwner,
  fingerprintOf,
  found,
  isSame,
  type KnownCheckpoint,
  unknownCheckpoint,
} from './known-checkpoint';

const PAGE_SIZE = 500;
/** Real time between two writes of one checkpoint; a crash loses no more than this, and a fast clock writes no more often. */
const WRITE_AGAIN_AFTER_MS = 55_000;
/** Time of the cluster a checkpoint without a VPA is left, for a restore may bring it before its VPA. */
const ORPHAN_GRACE_MS = 60_000;
/** How often in a row a container must be missing from its workload before its checkpoint goes. */
const MISSING_BEFORE_REMOVAL = 2;

export interface CheckpointsOptions {
  config: Config;
  estimator: Pick<ChosenEstimator, 'save' | 'load'>;
  client: Pick<KubeClient, 'request'>;
  wallClock: Clock;
  problems: ProblemReporter;
  log: Logger;
  state: ClusterState;
}

export interface GarbageFacts {
  nowMs: number;
  /** Whether it is certain that there is no VPA of this name, whoever recommends for it. */
  vpaIsGone(namespace: string, name: string): boolean;
  recordOf(namespace: string, name: string): VpaRecord | undefined;
}

/** What was learned, as objects in the cluster: read once for every VPA, written when changed, removed when orphaned. */
export class Checkpoints {
  private readonly known = new Map<string, KnownCheckpoint>();
  private readonly writer: CheckpointWriter;

  constructor(private readonly options: CheckpointsOptions) {
    this.writer = new CheckpointWriter(options.client, options.wallClock, options.problems);
  }

  /**
   * Reads the checkpoints of `records` into the model and notes in each record that it was done; until then
   * nothing is written for it, so that a start never wipes out what was learned.
   * @throws KubeError when the list cannot be read
   */
  async load(records: readonly VpaRecord[]): Promise<void> {
    const byKey = new Map(records.map((record) => [`${record.namespace}/${record.name}`, record]));
    const namespaces = new Set(records.map((record) => record.namespace));
    const [only] = namespaces.size === 1 ? namespaces : [];
    for await (const checkpoint of this.list(only)) {
      const { namespace = '' } = checkpoint.metadata;
      const record = byKey.get(`${namespace}/${checkpoint.spec?.vpaObjectName ?? ''}`);
      if (record) this.take(checkpoint, record);
    }
    for (const record of records) record.checkpoints = 'loaded';
  }

  /**
   * Writes what changed, longest unwritten first: `atMost` so many, until `deadlineMs` of the wall clock but
   * always `atLeast` some, unless `stopping` aborts.
   */
  async write(
    records: Iterable<VpaRecord>,
    nowMs: number,
    limits: {
      deadlineMs: number;
      atLeast: number;
      atMost?: number;
      evenIfRecent?: boolean;
      stopping?: AbortSignal;
    },
  ): Promise<number> {
    const recently = limits.evenIfRecent
      ? Number.POSITIVE_INFINITY
      : this.options.wallClock.now() - WRITE_AGAIN_AFTER_MS;
    const due: { atMs: number; checkpoint: DueCheckpoint }[] = [];
    const taken = new Set<string>();
    for (const record of records) {
      if (record.checkpoints !== 'loaded') continue;
      let aggregates = this.aggregatesWhenAsked(record, nowMs);
      for (const [container, { mark }] of record.containers) {
        const known = this.knownOf(record.namespace, checkpointName(record.name, container));
        const owner = { vpa: record.name, container };
        if (known.owner && !isSame(known.owner, owner)) {
          taken.add(this.reportTaken(record.namespace, owner, known.owner));
          continue;
        }
        if (known.unusable || known.mark === mark || known.writtenAtMs > recently) continue;
        due.push({
          atMs: known.writtenAtMs,
          checkpoint: {
            namespace: record.namespace,
            vpa: record.name,
            container,
            exists: known.exists,
            status: () => {
              const aggregate = aggregates().get(container);
              return aggregate && encodeCheckpoint(aggregate, nowMs, this.options.estimator);
            },
            mayExist: (status) => known.sent.add(fingerprintOf(status)),
            meets: (existing) => {
              const mayReplace = this.meet(existing, record, owner, known);
              aggregates = this.aggregatesWhenAsked(record, nowMs);
              return mayReplace;
            },
            written: () => {
              known.exists = true;
              known.inModel = true;
              known.owner = owner;
              known.sent.clear();
              known.mark = mark;
              known.writtenAtMs = this.options.wallClock.now();
            },
          },
        });
      }
    }
    this.options.problems.clearExcept('checkpoint-name-taken', taken);
    due.sort((a, b) => a.atMs - b.atMs);
    const inOrder = due.slice(0, limits.atMost).map(({ checkpoint }) => checkpoint);
    return this.writer.write(inOrder, limits.deadlineMs, limits.atLeast, limits.stopping);
  }

  /**
   * Removes the checkpoints of VPAs that are gone and of containers their workload no longer has.
   * @returns how many went
   * @throws KubeError when the list cannot be read
   */
  async collectGarbage(facts: GarbageFacts): Promise<number> {
    const gone = new Set<string>();
    const seen = new Set<string>();
    for await (const checkpoint of this.list(this.options.config.vpaObjectNamespace || undefined)) {
      const { namespace = '', name } = checkpoint.metadata;
      if (this.options.config.ignoredVpaObjectNamespaces.includes(namespace)) continue;
      if (this.isGarbage(checkpoint, facts) && (await this.remove(checkpoint)))
        gone.add(`${namespace}/${name}`);
      else seen.add(`${namespace}/${name}`);
    }
    for (const [key, known] of this.known) {
      if (seen.has(key)) continue;
      // Removed by someone else: the model still holds it, should it come back.
      const [namespace = ''] = key.split('/');
      const isKept = known.inModel && known.owner && facts.recordOf(namespace, known.owner.vpa);
      if (isKept && !gone.has(key)) Object.assign(known, { exists: false, mark: '' });
      else this.forget(key);
    }
    return gone.size;
  }

  private forget(key: string): void {
    this.known.delete(key);
    for (const code of ['checkpoint-unusable', 'checkpoint-not-written'] as const)
      this.options.problems.clear(code, `VerticalPodAutoscalerCheckpoint ${key}`);
  }

  private isGarbage(checkpoint: VerticalPodAutoscalerCheckpoint, facts: GarbageFacts): boolean {
    const { namespace = '', name, creationTimestamp } = checkpoint.metadata;
    const vpa = checkpoint.spec?.vpaObjectName ?? '';
    if (facts.vpaIsGone(namespace, vpa))
      return facts.nowMs - Date.parse(creationTimestamp ?? '') > ORPHAN_GRACE_MS;
    const record = facts.recordOf(namespace, vpa);
    const known = this.knownOf(namespace, name);
    found(known, checkpoint);
    if (!record) return false;
    if (known.unusable) this.take(checkpoint, record);
    const container = checkpoint.spec?.containerName ?? '';
    const missing = record.liveContainers.size > 0 && !record.liveContainers.has(container);
    known.missingFromWorkload = missing ? known.missingFromWorkload + 1 : 0;
    if (known.missingFromWorkload < MISSING_BEFORE_REMOVAL) return false;
    this.options.state.dropCheckpoint(namespace, vpa, container);
    return true;
  }

  private async remove({ metadata }: VerticalPodAutoscalerCheckpoint): Promise<boolean> {
    const { namespace = '', name, uid } = metadata;
    try {
      await this.options.client.request('DELETE', pathOf(API_RESOURCES.checkpoints, namespace, name), {
        body: { apiVersion: 'v1', kind: 'DeleteOptions', preconditions: uid ? { uid } : undefined },
      });
      this.options.log.info({ namespace, name }, 'Removed a checkpoint that belongs to nothing any more');
      return true;
    } catch (error) {
      if (isKubeError(error, 'not-found', 'conflict')) return true;
      throw error;
    }
  }

  private take(checkpoint: VerticalPodAutoscalerCheckpoint, record: VpaRecord): void {
    const { namespace = '', name } = checkpoint.metadata;
    const container = checkpoint.spec?.containerName ?? '';
    const known = this.knownOf(namespace, name);
    const about = aboutCheckpoint(namespace, name);
    found(known, checkpoint);
    if (known.inModel) return;
    try {
      const decoded = decodeCheckpoint(checkpoint.status, this.options.estimator);
      this.options.state.loadCheckpoint(namespace, record.name, container, decoded);
      known.unusable = false;
      known.inModel = true;
      const writtenMs = Date.parse(checkpoint.status?.lastUpdateTime ?? '');
      if (!Number.isNaN(writtenMs)) record.learnedUntilMs.set(container, writtenMs);
      this.options.problems.clear('checkpoint-unusable', about);
    } catch (error) {
      if (!(error instanceof CheckpointError)) throw error;
      known.unusable = true;
      this.options.problems.report('checkpoint-unusable', about, error.message);
    }
  }

  /**
   * Accounts for an object that was not there when the checkpoints were read: what another process learned goes
   * into the model, once; what this one wrote is there already.
   * @returns whether it may be replaced
   */
  private meet(
    existing: VerticalPodAutoscalerCheckpoint,
    record: VpaRecord,
    owner: CheckpointOwner,
    known: KnownCheckpoint,
  ): boolean {
    const other = found(known, existing);
    if (!isSame(other, owner)) {
      this.reportTaken(record.namespace, owner, other);
      return false;
    }
    if (known.sent.has(fingerprintOf(existing.status))) known.inModel = true;
    this.take(existing, record);
    return !known.unusable;
  }

  private reportTaken(
    namespace: string,
    { vpa, container }: CheckpointOwner,
    other: CheckpointOwner,
  ): string {
    const about = `${aboutCheckpoint(namespace, checkpointName(vpa, container))} of VPA ${vpa}`;
    const detail = `it holds container ${other.container} of VPA ${other.vpa}, not container ${container} of ${vpa}`;
    this.options.problems.report('checkpoint-name-taken', about, detail);
    return about;
  }

  private knownOf(namespace: string, name: string): KnownCheckpoint {
    const key = `${namespace}/${name}`;
    let known = this.known.get(key);
    if (!known) {
      known = unknownCheckpoint();
      this.known.set(key, known);
    }
    return known;
  }

  private aggregatesWhenAsked({ namespace, name }: VpaRecord, nowMs: number) {
    let made: ReturnType<ClusterState['checkpointAggregatesOf']> | undefined;
    return () => {
      made ??= this.options.state.checkpointAggregatesOf(namespace, name, nowMs);
      return made;
    };
  }

  private async *list(namespace: string | undefined): AsyncGenerator<VerticalPodAutoscalerCheckpoint> {
    let next: string | undefined;
    do {
      const page: KubeList<VerticalPodAutoscalerCheckpoint> = await this.options.client.request(
        'GET',
        pathOf(API_RESOURCES.checkpoints, namespace),
        { query: { limit: PAGE_SIZE, continue: next } },
      );
      yield* page.items;
      next = page.metadata.continue || undefined;
    } while (next);
  }
}
