import { leakingContainers } from '../../../kube/vpa-status';
import { policyFor } from '../../../policy/compiled-vpa';
import type { WorkloadInput } from '../plan-input';
import type { Candidate, PolicyScope, Trigger } from '../policy';

/** An OOM kill soon after the start is reason for a change at any age, if that changes anything. */
export const oom: Trigger = {
  name: 'oom',
  review(candidate, scope) {
    const { facts, workload, priority } = candidate;
    if (facts.kills.length === 0) return [];
    const withinMs = quickKillMs(workload, scope);
    for (const { container, startedMs, finishedMs } of facts.kills) {
      const isAnswered = facts.resizedMs !== undefined && finishedMs <= facts.resizedMs;
      if (isAnswered || !counts(container, candidate) || !(finishedMs - startedMs < withinMs)) continue;
      if (priority.resourceDiff === 0)
        return [{ kind: 'leave', reason: { code: 'oom-without-change', container } }];
      return [{ kind: 'change', reason: { code: 'oom-killed', container, startedMs, finishedMs, withinMs } }];
    }
    return [];
  },
};

function quickKillMs({ vpa }: WorkloadInput, { cluster }: PolicyScope): number {
  const own = cluster.settings.featurePerVpaConfig
    ? vpa.vpa.spec.updatePolicy?.evictAfterOOMSeconds
    : undefined;
  return own === undefined ? cluster.settings.evictAfterOomThresholdMs : own * 1000;
}

function counts(container: string, { facts, workload }: Candidate): boolean {
  if (facts.observed && !facts.observed.has(container)) return false;
  // More memory would only delay the next kill of what leaks: it is changed like any other.
  if (leakingContainers(workload.vpa.vpa.status).includes(container)) return false;
  return !policyFor(workload.vpa, container)?.off;
}
