import type { NodePodCounts } from '../contract/nodes';
import { RESOURCES, type Resource } from '../objects/units';
import type { UsageSource } from '../words/nodes';
import type { NodePod } from './node-pods';

/** The sums over the pods of one node. */
export interface NodeSum {
  /** What online pods use. */
  used: Record<Resource, number>;
  usedByBatch: Record<Resource, number>;
  /** By all unfinished pods. */
  requested: Record<Resource, number>;
  pods: NodePodCounts;
}

const WORST_LAST: readonly UsageSource[] = ['measured', 'last-known', 'requested', 'unknown'];

/**
 * Adds up the pods of a node. A container that was not measured in `round` counts with its last known usage;
 * one that never was, with its request; without one, with 0.
 */
export function nodeSum(pods: Iterable<NodePod>, round: number): NodeSum {
  const sum: NodeSum = {
    used: { cpu: 0, memory: 0 },
    usedByBatch: { cpu: 0, memory: 0 },
    requested: { cpu: 0, memory: 0 },
    pods: { online: 0, batch: 0, measured: 0, 'last-known': 0, requested: 0, unknown: 0 },
  };
  for (const pod of pods) {
    for (const resource of RESOURCES) sum.requested[resource] += pod.requested[resource] ?? 0;
    if (!pod.isRunning) continue;
    const { counted, source } = countedOf(pod, round);
    const into = pod.isBatch ? sum.usedByBatch : sum.used;
    for (const resource of RESOURCES) into[resource] += counted[resource];
    if (pod.isBatch) sum.pods.batch++;
    else {
      sum.pods.online++;
      sum.pods[source]++;
    }
  }
  return sum;
}

/** What a running pod counts for, and the worst source among its containers. */
export function countedOf(
  { containers }: NodePod,
  round: number,
): { counted: Record<Resource, number>; source: UsageSource } {
  const counted = { cpu: 0, memory: 0 };
  let worst = 0;
  for (const container of containers)
    for (const resource of RESOURCES) {
      const used = container.used[resource];
      const request: number | undefined = container.requests[resource];
      counted[resource] += used ?? request ?? 0;
      const rank = used !== undefined ? (container.round >= round ? 0 : 1) : request !== undefined ? 2 : 3;
      if (rank > worst) worst = rank;
    }
  return { counted, source: WORST_LAST[worst] ?? 'unknown' };
}
