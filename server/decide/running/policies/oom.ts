import { leakingContainers, raisedInVainContainers } from '../../../objects/vpa-conditions';
import { policyFor } from '../../pods/compiled-vpa';
import { hasLimitApart, limitForRequest } from '../../pods/memory-limit/limit';
import type { WorkloadInput } from '../plan-input';
import type { Candidate, PolicyScope, Trigger } from '../policy';

/**
 * An OOM kill is reason for a change at any age and within any bounds, if the target gives the container more memory;
 * in the reference only one soon after the start, and whatever it changes (VPA 1.8, pkg/updater/priority,
 * update_priority_calculator.go, `AddPod`).
 */
export const oom: Trigger = {
  name: 'oom',
  review(candidate, scope) {
    const { facts, workload, priority } = candidate;
    if (facts.kills.length === 0) return [];
    const withinMs = quickKillMs(workload, scope);
    const { urgentChanges, inRecommendationBoundsEvictionLifetimeThresholdMs: recentMs } =
      scope.cluster.settings;
    for (const { container, startedMs, finishedMs } of facts.kills) {
      const isAnswered = facts.changedMs !== undefined && finishedMs <= facts.changedMs;
      if (isAnswered || !counts(container, candidate)) continue;
      const isQuick = finishedMs - startedMs < withinMs;
      const more = urgentChanges ? moreMemory(candidate, container) : undefined;
      const higher = urgentChanges ? higherLimit(candidate, container) : undefined;
      // Later, its age is reason enough.
      const isRecent = finishedMs + recentMs > scope.nowMs;
      const helps = more ?? higher;
      if (!isQuick && !(helps && isRecent)) continue;
      if (priority.resourceDiff === 0 && !higher)
        return raisedInVainContainers(workload.vpa.vpa.status).includes(container)
          ? [{ kind: 'leave', reason: { code: 'raised-in-vain', container } }]
          : [{ kind: 'leave', reason: { code: 'oom-without-change', container } }];
      if (urgentChanges && !helps) continue;
      if (isQuick)
        return [
          { kind: 'change', reason: { code: 'oom-killed', container, startedMs, finishedMs, withinMs } },
        ];
      if (more)
        return [
          {
            kind: 'change',
            reason: { code: 'killed-below-target', container, finishedMs, ...more },
            untilMs: finishedMs + recentMs,
          },
        ];
      if (higher)
        return [
          {
            kind: 'change',
            reason: { code: 'killed-below-limit', container, finishedMs, ...higher },
            untilMs: finishedMs + recentMs,
          },
        ];
    }
    return [];
  },
};

/** What a container requests and would get, if that is more memory. */
function moreMemory(
  { facts, recommended }: Candidate,
  container: string,
): { request: number; target: number } | undefined {
  const index = facts.containers.findIndex(({ name }) => name === container);
  const request = facts.containers[index]?.requests.memory;
  const target = recommended[index]?.target.memory;
  return request !== undefined && target !== undefined && target > request ? { request, target } : undefined;
}

/** The memory limit of its own that a container has and would get, if that is higher. */
function higherLimit(
  { facts, recommended, workload: { vpa, limits } }: Candidate,
  name: string,
): { limit: number; target: number } | undefined {
  const index = facts.containers.findIndex((one) => one.name === name);
  const [container, own] = [facts.containers[index], recommended[index]];
  const limit = container?.limits.memory;
  const request = own?.target.memory;
  if (!container || !own?.ownLimit || limit === undefined || request === undefined) return undefined;
  if (!hasLimitApart(container, vpa, own, limits.container)) return undefined;
  const target = limitForRequest(request, own.ownLimit.target, limits.container);
  return target > limit ? { limit, target } : undefined;
}

function quickKillMs({ vpa }: WorkloadInput, { cluster }: PolicyScope): number {
  const own = cluster.settings.featurePerVpaConfig
    ? vpa.vpa.spec.updatePolicy?.evictAfterOOMSeconds
    : undefined;
  return own === undefined ? cluster.settings.evictAfterOomThresholdMs : own * 1000;
}

function counts(container: string, { facts, workload }: Candidate): boolean {
  if (facts.observed && !facts.observed.has(container)) return false;
  if (
    workload.sparesSidecars &&
    facts.containers.some(({ name, isSidecar }) => isSidecar && name === container)
  )
    return false;
  // More memory would only delay the next kill of what leaks: it is changed like any other.
  if (leakingContainers(workload.vpa.vpa.status).includes(container)) return false;
  return !policyFor(workload.vpa, container)?.off;
}
