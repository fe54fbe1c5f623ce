import { LRUCache } from 'lru-cache';
import type { WatchCache } from '@/server/kube/watch-cache';
import type { ClusterState } from '@/server/model/cluster-state';
import type { PodInput } from '@/server/model/cluster-types';
import type { Labels } from '@/server/objects/selector';
import { sizedContainers, sizedStatuses } from '@/server/objects/sized-containers';
import type { KubeEvent, Pod } from '@/server/objects/types';
import { upTo } from '../../lib/memo/up-to';
import { keyOf } from '../../objects/object-key';
import { modelContainers } from '../../usage/model-containers';
import {
  endsSameLife,
  type Oom,
  type OomRules,
  oomsOfEvictedPod,
  oomsOfEviction,
  oomsOfPod,
} from '../../usage/oom';

import type { Faults } from '../faults';
import { GroupLabels } from '../groups/group-labels';

/** OOMs remembered at most; their dates come from others and may be anything. */
const MOST_REMEMBERED = 100_000;

/** An OOM to be counted by the next pass. */
export interface QueuedOom extends Oom {
  /** The pod was first seen with this OOM already in its status: an earlier process may have counted it. */
  beforeOurTime: boolean;
}

/** @throws Error for a value that cannot be read */
function podInput(pod: Pod, groups: GroupLabels, withSidecars: boolean): PodInput {
  const { namespace = '', name, labels = {} } = pod.metadata;
  for (const container of sizedContainers(pod.spec)) textFrom(container.name, 'spec.containers[].name');
  return {
    namespace,
    name,
    labels: groups.of(keyOf(pod.metadata), labelsFrom(labels)),
    phase: pod.status?.phase ?? 'Pending',
    containers: modelContainers(pod, withSidecars),
  };
}

function labelsFrom(labels: Record<string, unknown>): Labels {
  for (const [label, value] of Object.entries(labels)) textFrom(value, `metadata.labels[${label}]`);
  return labels as Labels;
}

function textFrom(value: unknown, field: string): string {
  if (typeof value !== 'string') throw new TypeError(`${field} is not a text`);
  return value;
}

/** A container that crashed and waits before its next start. */
interface Crash {
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
  /** When it crashed, Unix ms. */
  readonly atMs: number;
}

/** The crashes of containers in CrashLoopBackOff. Every later status shows the same one, until the next. */
function crashesOfPod(pod: Pod): Crash[] {
  const { namespace = '', name } = pod.metadata;
  return sizedStatuses(pod).flatMap((status) => {
    const atMs = Date.parse(status.lastState?.terminated?.finishedAt ?? '');
    if (status.state?.waiting?.reason !== 'CrashLoopBackOff' || Number.isNaN(atMs)) return [];
    return [{ namespace, pod: name, container: status.name, atMs }];
  });
}

/**
 * Adds pods from the watch to the model, and queues what a pass handles later: OOMs to count and pods to
 * forget.
 */
export class PodFeed {
  private readonly removed = new Map<string, { namespace: string; name: string }>();
  private queue: QueuedOom[] = [];
  /** Called once an OOM is queued. */
  private killed: () => void = () => undefined;
  /** OOMs already queued, with their time, so that none is queued twice. */
  private readonly queuedOnce = new LRUCache<string, number>(upTo(MOST_REMEMBERED));
  /** The last OOM queued of each container. */
  private readonly lastOf = new LRUCache<string, Oom>(upTo(MOST_REMEMBERED));
  private readonly endSubscriptions: (() => void)[];

  constructor(
    private readonly state: ClusterState,
    faults: Faults,
    pods: WatchCache<Pod>,
    evictions: WatchCache<KubeEvent>,
    /** Called with every pod that is learned. */
    private readonly learned: (pod: Pod, before?: Pod) => void = () => undefined,
    private readonly groups = new GroupLabels(),
    private readonly withSidecars = true,
    private readonly rules?: OomRules,
  ) {
    this.endSubscriptions = [
      pods.subscribe(
        faults.guarded('Pod', {
          added: (pod) => this.learn(pod),
          updated: (before, pod) => this.learn(pod, before),
          deleted: ({ metadata: { namespace = '', name } }) =>
            this.removed.set(`${namespace}/${name}`, { namespace, name }),
        }),
      ),
      evictions.subscribe(
        faults.guarded('Event', {
          added: (event) => this.queueAll(oomsOfEviction(event), true),
          updated: (_, event) => this.queueAll(oomsOfEviction(event), false),
        }),
      ),
    ];
  }

  stop(): void {
    for (const end of this.endSubscriptions) end();
  }

  /** Calls `listener` after each OOM that is reported from now on. */
  whenKilled(listener: () => void): void {
    this.killed = listener;
  }

  /** The OOMs reported since the last call. */
  drainOoms(): QueuedOom[] {
    const drained = this.queue;
    this.queue = [];
    return drained;
  }

  /** Puts back an OOM whose pod is not known yet, for the next pass. */
  requeue(oom: QueuedOom): void {
    this.queue.push(oom);
  }

  /** Forgets the pods that are gone, and OOMs from before `oldestMs`. What was learned from them stays. */
  dropRemoved(oldestMs: number): void {
    for (const { namespace, name } of this.removed.values()) this.state.deletePod(namespace, name);
    this.removed.clear();
    for (const [identity, atMs] of this.queuedOnce) if (atMs < oldestMs) this.queuedOnce.delete(identity);
    for (const [subject, { atMs }] of this.lastOf) if (atMs < oldestMs) this.lastOf.delete(subject);
  }

  /** Its labels for the model changed. */
  relearn(pod: Pod): void {
    this.state.regroupPod(podInput(pod, this.groups, this.withSidecars));
  }

  private learn(pod: Pod, before?: Pod): void {
    this.removed.delete(keyOf(pod.metadata));
    this.state.setPod(podInput(pod, this.groups, this.withSidecars));
    this.queueAll([...oomsOfPod(pod, before, this.rules), ...oomsOfEvictedPod(pod)], before === undefined);
    this.learned(pod, before);
    for (const crash of crashesOfPod(pod)) this.state.recordCrash(crash, crash.atMs);
  }

  private queueAll(ooms: readonly Oom[], beforeOurTime: boolean): void {
    for (const oom of ooms) {
      if (this.queuedOnce.has(oom.identity)) continue;
      const last = this.lastOf.get(oom.subject);
      this.queuedOnce.set(oom.identity, oom.atMs);
      if (last && endsSameLife(last, oom)) continue;
      this.lastOf.set(oom.subject, oom);
      this.queue.push({ ...oom, beforeOurTime });
      this.killed();
    }
  }
}
