import { isThrottled, measuredShare } from '../../../model/throttling';
import { policyFor } from '../../pods/compiled-vpa';
import { keepsLimit } from '../../pods/container-policy';
import { isCpuLimitOurs } from '../../pods/limits-of-ours';
import type { Trigger } from '../policy';

/**
 * A container that is throttled at a CPU limit of ours is reason for a change at any age and within any bounds, if the
 * target gives it more. A limit moves with its request, so a target that is hardly higher would mend nothing; and only
 * what was measured since the pod has its requests tells of them.
 */
export const throttled: Trigger = {
  name: 'throttled',
  review({ facts, workload, recommended }, { cluster }) {
    const { urgentChanges, podUpdateThreshold } = cluster.settings;
    const { throttling, vpa } = workload;
    const sinceMs = facts.changedMs ?? facts.startedMs;
    if (!urgentChanges || !throttling || sinceMs === undefined) return [];
    for (const [index, { name, requests, limits }] of facts.containers.entries()) {
      const share = measuredShare(throttling, facts.name, name, sinceMs);
      const { cpu: request } = requests;
      const target = recommended[index]?.target.cpu;
      if (!isThrottled(share) || limits.cpu === undefined || request === undefined || target === undefined)
        continue;
      if (target <= request || target - request < podUpdateThreshold * request) continue;
      const policy = policyFor(vpa, name);
      if (policy?.off || keepsLimit(policy, 'cpu') || !isCpuLimitOurs(facts.pod, name, index)) continue;
      return [
        {
          kind: 'change',
          reason: { code: 'throttled-below-target', container: name, share, request, target },
        },
      ];
    }
    return [];
  },
};
