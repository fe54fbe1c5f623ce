import { isPressed } from '../../../model/pressure';
import { measuredShare } from '../../../model/throttling';
import type { ChangeReason, Hold, Trigger } from '../policy';

/**
 * A container that waits for memory while it uses more than it requests and less than its limit is stalled by its kubelet's
 * memoryThrottlingFactor, as far as can be told: from request + factor × (limit − request) on (seen from a real kubelet
 * 1.37.2). That is a reason to raise the request, and where the target gives no more, to say so.
 */
export const stalled: Trigger = {
  name: 'stalled',
  review({ facts, workload, recommended }, { cluster }): readonly (ChangeReason | Hold)[] {
    const { strain, usedMemory } = workload;
    const sinceMs = facts.changedMs ?? facts.startedMs;
    if (!cluster.settings.urgentChanges || !strain?.memory || sinceMs === undefined) return [];
    return facts.containers.flatMap(
      ({ name: container, requests, limits }, index): (ChangeReason | Hold)[] => {
        const share = measuredShare(strain.memory, facts.name, container, sinceMs);
        const used = usedMemory?.(facts.name, container);
        const { memory: request } = requests;
        const { memory: limit } = limits;
        if (!isPressed(share) || used === undefined || request === undefined || limit === undefined)
          return [];
        if (used <= request || used >= limit) return [];
        const found = { container, share, used, request, limit };
        const target = recommended[index]?.target.memory ?? 0;
        const isMore = target - request >= cluster.settings.podUpdateThreshold * request;
        return isMore
          ? [{ kind: 'change', reason: { code: 'stalled-below-target', ...found, target } }]
          : [
              {
                kind: 'hold',
                reason: { code: 'stalled-below-limit', ...found },
                awaits: 'recommendation-changed',
              },
            ];
      },
    );
  },
};
