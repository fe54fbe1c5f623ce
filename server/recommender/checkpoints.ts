import type { Clock } from '@/server/clock';
import type { Config } from '@/server/config';
import { isKubeError, type KubeClient } from '@/server/kube/client';
import { pathOf, RESOURCES } from '@/server/kube/resources';
import type { KubeList } from '@/server/kube/types';
import type { VerticalPodAutoscalerCheckpoint } from '@/server/kube/vpa-types';
import type { Logger } from '@/server/log';
import type { ClusterState } from '@/server/model/cluster-state';
import type { ProblemBoard } from '@/server/problems';
import { CheckpointError, decodeCheckpoint, encodeCheckpoint } from './checkpoint-codec';
import { aboutCheckpoint, CheckpointWriter, checkpointName, type DueCheckpoint } from './checkpoint-writer';
import type { VpaRecord } from './vpa-record';

const PAGE_SIZE = 500;
/** Real time between two writes of one checkpoint; a crash loses no more than this, and a fast clock writes no more often. */
const WRITE_AGAIN_AFTER_MS = 55_000;
/** Time of the cluster a checkpoint without a VPA is left, for a restore may bring it before its VPA. */
const ORPHAN_GRACE_MS = 60_000;
/** How often in a row a container must be missing from its workload before its checkpoint goes. */
const MISSING_BEFORE_REMOVAL = 2;

/** What is known of one checkpoint object. */
interface KnownCheckpoint {
  exists: boolean;
  /** It is there but cannot be read; it is left alone until someone removes it. */
  unusable: boolean;
  /** Read or written by this process: the model holds what it says, and more since. */
  inModel: boolean;
  /** Wall clock; 0 when this process never wrote it. */
  writtenAtMs: number;
  /** What the container had learned when it was last written. */
  mark: string;
  missingFromWorkload: number;
}

export interface CheckpointsOptions {
  config: Config;
  client: Pick<KubeClient, 'request'>;
  wallClock: Clock;
  problems: ProblemBoard;
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
    for (const record of records) {
      if (record.checkpoints !== 'loaded') continue;
      const aggregates = this.aggregatesWhenAsked(record, nowMs);
      for (const [container, { mark }] of record.containers) {
        const known = this.knownOf(record.namespace, checkpointName(record.name, container));
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
              return aggregate && encodeCheckpoint(aggregate, nowMs);
            },
            written: () => {
              known.exists = true;
              known.inModel = true;
              known.mark = mark;
              known.writtenAtMs = this.options.wallClock.now();
            },
          },
        });
      }
    }
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
    let removed = 0;
    const seen = new Set<string>();
    for await (const checkpoint of this.list(this.options.config.vpaObjectNamespace || undefined)) {
      const { namespace = '', name } = checkpoint.metadata;
      if (this.options.config.ignoredVpaObjectNamespaces.includes(namespace)) continue;
      if (this.isGarbage(checkpoint, facts) && (await this.remove(checkpoint))) removed++;
      else seen.add(`${namespace}/${name}`);
    }
    for (const key of this.known.keys()) if (!seen.has(key)) this.forget(key);
    return removed;
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
    known.exists = true;
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
      await this.options.client.request('DELETE', pathOf(RESOURCES.checkpoints, namespace, name), {
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
    known.exists = true;
    if (known.inModel) return;
    try {
      const decoded = decodeCheckpoint(checkpoint.status);
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

  private knownOf(namespace: string, name: string): KnownCheckpoint {
    const key = `${namespace}/${name}`;
    let known = this.known.get(key);
    if (!known) {
      known = {
        exists: false,
        unusable: false,
        inModel: false,
        writtenAtMs: 0,
        mark: '',
        missingFromWorkload: 0,
      };
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
        pathOf(RESOURCES.checkpoints, namespace),
        { query: { limit: PAGE_SIZE, continue: next } },
      );
      yield* page.items;
      next = page.metadata.continue || undefined;
    } while (next);
  }
}
