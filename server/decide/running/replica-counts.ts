import { ofKey } from '../../lib/memo/of-key';
import type { Pod } from '../../objects/types';
import { PodFacts } from './pod-facts';

/** Pods of a controller, and how many of them are being resized. */
export interface Count {
  running: number;
  resizing: number;
}

/** The counts of one controller's pods. */
export interface ReplicaCounts {
  /** Neither finished nor terminating. */
  present: number;
  /** Of those, the scheduled ones. */
  live: number;
  readonly all: Count;
  /** Of those, without the ones known not to be ready. */
  readonly ready: Count;
}

export function noReplicas(): ReplicaCounts {
  return { present: 0, live: 0, all: { running: 0, resizing: 0 }, ready: { running: 0, resizing: 0 } };
}

/** What several parts of one controller's pods come to; a copy. */
export function replicaSum(parts: readonly ReplicaCounts[]): ReplicaCounts {
  const total = noReplicas();
  for (const { present, live, all, ready } of parts) {
    total.present += present;
    total.live += live;
    for (const [sum, part] of [
      [total.all, all],
      [total.ready, ready],
    ] as const) {
      sum.running += part.running;
      sum.resizing += part.resizing;
    }
  }
  return total;
}

/** Counts pods of one controller; an unreadable one does not count. */
export function countReplicas(pods: Iterable<Pod>): ReplicaCounts {
  const counts = noReplicas();
  for (const pod of pods) addToCounts(counts, pod, 1);
  return counts;
}

/** Counts the pods of every controller among them, by its uid. */
export function countsByOwner(pods: Iterable<PodFacts>): Map<string, ReplicaCounts> {
  const byOwner = new Map<string, ReplicaCounts>();
  for (const facts of pods) {
    if (!facts.owner) continue;
    const counts = ofKey(byOwner, facts.owner.uid, noReplicas);
    countIn(counts, facts, 1);
  }
  return byOwner;
}

/** Adds a pod to the counts, or removes it. */
export function addToCounts(counts: ReplicaCounts, pod: Pod, by: 1 | -1): void {
  let facts: PodFacts;
  try {
    facts = new PodFacts(pod);
  } catch {
    return;
  }
  countIn(counts, facts, by);
}

function countIn(counts: ReplicaCounts, facts: PodFacts, by: 1 | -1): void {
  if (facts.isTerminating || facts.isFinished) return;
  counts.present += by;
  if (!facts.isScheduled) return;
  counts.live += by;
  if (facts.isPending) return;
  for (const count of countsIncluding(counts, facts)) {
    count.running += by;
    if (isResizing(facts)) count.resizing += by;
  }
}

/** The counts that a pod belongs to. */
export function countsIncluding<T>(
  { all, ready }: { all: T; ready: T },
  { isUnready }: PodFacts,
): readonly T[] {
  return isUnready ? [all] : [all, ready];
}

export function isResizing({ isPending, resize }: PodFacts): boolean {
  return !isPending && ['asked', 'in-progress', 'deferred'].includes(resize.kind);
}
