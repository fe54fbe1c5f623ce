import type { Logger } from '@/server/log';
import type { ClusterState } from '@/server/model/cluster-state';
import type { VpaBook } from '../books/vpa-book';
import { hasUnreadCheckpoints, type VpaRecord } from '../books/vpa-record';
import type { RecommenderMetrics } from '../metrics';
import type { HappeningKeeper } from './happening-feed';
import type { PodFeed, QueuedOom } from './pod-feed';
import type { RecentOoms } from './recent-ooms';

/** How long an OOM waits for its pod; the event may come before the pod. */
const WAIT_FOR_POD_MS = 5 * 60_000;
/** How far a node's clock may be ahead; later OOMs are dropped. */
const AHEAD_MS = 5 * 60_000;

/** What says whether an OOM from before the start was learned already. */
interface Former {
  /** Namespaces with VPAs whose checkpoints are still to be read, which may include the OOM. */
  undecided: ReadonlySet<string>;
  /** VPAs with checkpoints, by namespace and name of each pod. */
  recordsByPod: ReadonlyMap<string, readonly VpaRecord[]>;
}

export interface OomFeedParts {
  state: ClusterState;
  pods: PodFeed;
  book: VpaBook;
  recent: RecentOoms;
  keeper: HappeningKeeper;
  metrics: RecommenderMetrics;
  log: Logger;
}

/** Adds OOMs to the model, each exactly once in the life of a container's history. */
export class OomFeed {
  constructor(private readonly parts: OomFeedParts) {}

  /** Counts the OOMs reported since the last pass. @returns how many counted */
  count(nowMs: number, oldestMs: number): number {
    const newestMs = nowMs + AHEAD_MS;
    const drained = this.parts.pods.drainOoms().filter(({ atMs }) => atMs >= oldestMs && atMs <= newestMs);
    const former = drained.some((oom) => oom.beforeOurTime) ? this.former() : undefined;
    return drained.filter((oom) => this.countOne(oom, nowMs, former)).length;
  }

  private countOne(oom: QueuedOom, nowMs: number, former: Former | undefined): boolean {
    const { state, pods, metrics, log } = this.parts;
    if (oom.beforeOurTime) {
      if (former?.undecided.has(oom.namespace)) {
        pods.requeue(oom);
        return false;
      }
      const records = former?.recordsByPod.get(`${oom.namespace}/${oom.pod}`) ?? [];
      if (records.some((record) => oom.atMs <= (record.learnedUntilMs.get(oom.container) ?? 0))) {
        this.note(oom);
        return false;
      }
    }
    const outcome = state.recordOom(oom, oom.atMs, oom.memoryBytes);
    if (outcome === 'unknown-container' && nowMs - oom.atMs < WAIT_FOR_POD_MS) pods.requeue(oom);
    else this.note(oom);
    if (outcome !== 'accepted') return false;
    metrics.ooms.inc({ source: oom.source });
    const { namespace, pod, container, memoryBytes, source } = oom;
    log.info({ namespace, pod, container, memoryBytes, source }, 'A container ran out of memory');
    return true;
  }

  /** Reports it to the pages, even if it was already learned or is too old to learn from. */
  private note({ namespace, pod, container, atMs, source }: QueuedOom): void {
    const { state, recent, keeper } = this.parts;
    const labels = state.pod(namespace, pod)?.labels;
    if (!labels) return;
    const detail = source === 'pod-evicted' ? 'the node ran out of memory' : '';
    for (const { name: vpa } of state.vpasFor(namespace, labels)) {
      recent.note(namespace, vpa, container, atMs);
      keeper.addHappening({ namespace, vpa, container, pod, kind: 'oom', atMs, detail });
    }
  }

  private former(): Former {
    const undecided = new Set<string>();
    const recordsByPod = new Map<string, VpaRecord[]>();
    for (const record of this.parts.book.list()) {
      if (record.target.kind === 'pending' || hasUnreadCheckpoints(record)) undecided.add(record.namespace);
      if (record.learnedUntilMs.size === 0) continue;
      for (const pod of this.parts.state.podsOfVpa(record.namespace, record.name)) {
        const key = `${pod.namespace}/${pod.name}`;
        recordsByPod.set(key, [...(recordsByPod.get(key) ?? []), record]);
      }
    }
    return { undecided, recordsByPod };
  }
}
