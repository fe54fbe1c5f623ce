import type { Logger } from '@/server/lib/report/log';
import type { ClusterState } from '@/server/model/cluster-state';
import { WHOLE_POD } from '@/server/objects/whole-pod';
import type { RecommenderMetrics } from '../metrics';
import { hasUnreadCheckpoints, type ServedVpa } from '../vpas/served-vpa';
import type { VpaStore } from '../vpas/vpa-store';
import type { HappeningKeeper } from './happening-feed';
import type { PodFeed, QueuedOom } from './pod-feed';
import type { RecentCounts } from './recent-counts';

/** How long an OOM waits for its pod; the event may come before the pod. */
const WAIT_FOR_POD_MS = 5 * 60_000;
/** How far a node's clock may be ahead; later OOMs are dropped. */
const AHEAD_MS = 5 * 60_000;

/** Namespaces with VPAs whose checkpoints are still to be read, which may include an OOM. */
interface Undecided {
  /** Also those that could not be read for long: what was killed before the start waits for them. */
  readonly anyCheckpoint: ReadonlySet<string>;
  /** What was killed since does not wait that long. */
  readonly firstCheckpoint: ReadonlySet<string>;
}

export interface OomFeedParts {
  state: ClusterState;
  pods: PodFeed;
  vpaStore: VpaStore;
  recent: RecentCounts;
  keeper: HappeningKeeper;
  metrics: RecommenderMetrics;
  log: Logger;
}

/** Adds OOMs to the model, each exactly once in the life of a container's history. */
export class OomFeed {
  constructor(private readonly parts: OomFeedParts) {}

  /** Counts the OOMs reported since the last call. @returns the VPAs that learned something */
  count(nowMs: number, oldestMs: number): ReadonlySet<ServedVpa> {
    const newestMs = nowMs + AHEAD_MS;
    const drained = this.parts.pods.drainOoms().filter(({ atMs }) => atMs >= oldestMs && atMs <= newestMs);
    const learned = new Set<ServedVpa>();
    if (drained.length === 0) return learned;
    const undecided = this.undecided();
    for (const oom of drained)
      if (this.countOne(oom, nowMs, undecided))
        for (const served of this.servedVpasOf(oom)) learned.add(served);
    return learned;
  }

  private *servedVpasOf({ namespace, pod }: QueuedOom): Generator<ServedVpa> {
    const { state, vpaStore } = this.parts;
    const labels = state.pod(namespace, pod)?.labels;
    if (!labels) return;
    for (const { name } of state.vpasFor(namespace, labels)) {
      const served = vpaStore.get(namespace, name);
      if (served) yield served;
    }
  }

  private countOne(oom: QueuedOom, nowMs: number, undecided: Undecided): boolean {
    const { state, pods, metrics, log } = this.parts;
    const waits = oom.beforeOurTime ? undecided.anyCheckpoint : undecided.firstCheckpoint;
    // A checkpoint must have no kill that is later than itself, or its next reader would count that again.
    if (waits.has(oom.namespace) || oom.atMs > nowMs) {
      pods.requeue(oom);
      return false;
    }
    if (this.isLearned(oom)) {
      this.note(oom);
      return false;
    }
    const outcome = state.recordOom(oom, oom.atMs, oom.memoryBytes);
    if (outcome === 'unknown-container' && nowMs - oom.atMs < WAIT_FOR_POD_MS) pods.requeue(oom);
    else this.note(oom);
    // The container that was killed is counted and told as well.
    if (outcome !== 'accepted' || oom.container === WHOLE_POD) return false;
    metrics.ooms.inc({ source: oom.source });
    const { namespace, pod, container, memoryBytes, source } = oom;
    log.info({ namespace, pod, container, memoryBytes, source }, 'A container ran out of memory');
    return true;
  }

  /**
   * Reports a kill to the pages, even if it was already learned or is too old to learn from. What the kubelet evicted was
   * not killed: its pod is told as evicted.
   */
  private note({ namespace, pod, container, atMs, source }: QueuedOom): void {
    if (container === WHOLE_POD || source === 'pod-evicted') return;
    const { state, recent, keeper } = this.parts;
    const labels = state.pod(namespace, pod)?.labels;
    if (!labels) return;
    for (const { name: vpa } of state.vpasFor(namespace, labels)) {
      recent.note(namespace, vpa, container, atMs);
      keeper.addHappening({ namespace, vpa, container, pod, kind: 'oom', atMs, detail: '' });
    }
  }

  /** Whether a checkpoint that was read includes it, by whichever process wrote that. */
  private isLearned(oom: QueuedOom): boolean {
    for (const { learnedUntilMs } of this.servedVpasOf(oom))
      if (oom.atMs <= (learnedUntilMs.get(oom.container) ?? 0)) return true;
    return false;
  }

  private undecided(): Undecided {
    const anyCheckpoint = new Set<string>();
    const firstCheckpoint = new Set<string>();
    for (const served of this.parts.vpaStore.list()) {
      const isPending = served.target.kind === 'pending';
      if (isPending || hasUnreadCheckpoints(served)) anyCheckpoint.add(served.namespace);
      if (isPending || served.checkpoints === 'unread') firstCheckpoint.add(served.namespace);
    }
    return { anyCheckpoint, firstCheckpoint };
  }
}
