import type { RequestedResource } from '../../../objects/units';
import { NODE_COMES_WITHIN_MS, waitsForCapacity } from '../../places/waits-for-capacity';
import type { Candidate, Leave, Trigger } from '../policy';

const UNSCHEDULED: Leave = { kind: 'leave', reason: { code: 'pod-unscheduled' } };

/**
 * A pod that waits for room serves nobody: it is replaced at once if it would request less of what is short. Nothing
 * else is done for a pod without a node.
 */
export const pending: Trigger = {
  name: 'pending',
  review(candidate, { nowMs, cluster }) {
    const { facts, workload } = candidate;
    if (facts.isScheduled) return [];
    const waits = waitsForCapacity(facts.pod);
    if (!waits || workload.vpa.mode === 'InPlace') return [UNSCHEDULED];
    const untilMs = (waits.sinceMs ?? 0) + NODE_COMES_WITHIN_MS;
    if (cluster.nodesCome && nowMs < untilMs)
      return [{ kind: 'hold', reason: { code: 'node-may-come', untilMs }, untilMs }];
    for (const resource of waits.resources) {
      const { requested, target } = totalsOf(candidate, resource);
      if (target >= requested) continue;
      const { sinceMs, isForVpa } = waits;
      return [
        {
          kind: 'change',
          by: 'evict',
          reason: { code: 'waits-for-room', resource, requested, target, sinceMs, isForVpa },
        },
      ];
    }
    return [UNSCHEDULED];
  },
};

function totalsOf({ facts, recommended }: Candidate, resource: RequestedResource) {
  let requested = 0;
  let target = 0;
  for (const [index, { requests }] of facts.containers.entries()) {
    const request = requests[resource] ?? 0;
    requested += request;
    target += recommended[index]?.target[resource] ?? request;
  }
  return { requested, target };
}
