import type { ClusterCaches } from '@/server/kube/caches';
import type { Clock } from '@/server/lib/time/clock';
import type { ClusterState } from '@/server/model/cluster-state';
import { API_RESOURCES } from '@/server/objects/resources';
import type { Labels } from '@/server/objects/selector';
import type { Pod } from '@/server/objects/types';
import type { Happening } from '@/server/store';
import { kubeletEndOf } from '@/server/usage/kubelet-end';
import type { Faults } from '../faults';
import type { RecentCounts } from './recent-counts';
import { restartsOf } from './restarts';
import { ROLLOUT_KINDS, rolloutOf } from './rollouts';

/** Keeps what happened to workloads; returns at once and never fails. */
export interface HappeningKeeper {
  addHappening(happening: Happening): void;
}

/** What happened to pods with these labels; a pass tells which VPAs they belong to. */
interface Seen extends Omit<Happening, 'vpa'> {
  labels: Labels;
  /** The first pass that asked. */
  askedMs?: number;
}

/** How long it waits for its VPA: the target may not be looked up yet. */
const WAIT_FOR_VPA_MS = 5 * 60_000;
/** How far a node's clock may be ahead. */
const AHEAD_MS = 5 * 60_000;
const MOST_WAITING = 20_000;

interface HappeningFeedParts {
  state: Pick<ClusterState, 'vpasFor'>;
  caches: Pick<ClusterCaches, (typeof ROLLOUT_KINDS)[number]>;
  clock: Clock;
  faults: Faults;
  keeper: HappeningKeeper;
  /** What kubelets ended, by its kind. */
  ended: RecentCounts;
}

/** Follows restarts, pods that kubelets ended, and rollouts, and passes them on for the VPAs they concern. */
export class HappeningFeed {
  private waiting: Seen[] = [];
  private readonly endSubscriptions: (() => void)[];

  constructor(private readonly parts: HappeningFeedParts) {
    const { caches, clock, faults } = parts;
    this.endSubscriptions = ROLLOUT_KINDS.map((kind) => {
      const learn = (workload: Parameters<typeof rolloutOf>[1], before?: typeof workload) => {
        const { namespace = '' } = workload.metadata;
        const rollout = rolloutOf(kind, workload, before, clock.now());
        const labels = workload.spec.template?.metadata?.labels ?? {};
        if (rollout) this.note({ ...rollout, namespace, labels, kind: 'rollout', container: '', pod: '' });
      };
      return caches[kind].subscribe(
        faults.guarded(API_RESOURCES[kind].kind, {
          added: (workload) => learn(workload),
          updated: (before, workload) => learn(workload, before),
        }),
      );
    });
  }

  stop(): void {
    for (const end of this.endSubscriptions) end();
  }

  /** Passes on what was seen since the last pass; what happened before `oldestMs` is old news. */
  pass(nowMs: number, oldestMs: number): void {
    const seen = this.waiting;
    this.waiting = [];
    for (const { labels, askedMs = nowMs, ...happening } of seen) {
      if (happening.atMs < oldestMs || happening.atMs > nowMs + AHEAD_MS) continue;
      const vpas = [...this.parts.state.vpasFor(happening.namespace, labels)];
      for (const { name: vpa } of vpas) {
        const { namespace, kind, atMs } = happening;
        if (kind === 'evicted' || kind === 'preempted') this.parts.ended.note(namespace, vpa, kind, atMs);
        this.parts.keeper.addHappening({ ...happening, vpa });
      }
      if (vpas.length === 0 && nowMs - askedMs < WAIT_FOR_VPA_MS)
        this.note({ ...happening, labels, askedMs });
    }
  }

  /** Takes the restarts of a pod, and its end by a kubelet. */
  learn(pod: Pod, before?: Pod): void {
    const { namespace = '', name, labels = {} } = pod.metadata;
    for (const restart of restartsOf(pod, before))
      this.note({ ...restart, namespace, labels, kind: 'restart', pod: name });
    const end = before && kubeletEndOf(before) ? undefined : kubeletEndOf(pod);
    if (end) this.note({ ...end, namespace, labels, container: '', pod: name });
  }

  private note(seen: Seen): void {
    if (this.waiting.length < MOST_WAITING) this.waiting.push(seen);
  }
}
