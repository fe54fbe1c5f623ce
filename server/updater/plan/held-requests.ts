import type { Pod } from '../../kube/types';
import { isFinished } from '../../model/pod-phase';
import { cpuFrom, isQuantity, memoryFrom } from '../../model/quantity';
import type { RequestedAmounts, RequestedResource } from '../../model/units';
import { type HeldRequests, readHeld, recommendedOf } from '../../policy/approvals/new-pods';
import { APPROVED_RESOURCES } from '../../policy/approvals/rules';
import type { WorkloadInput } from './plan-input';
import type { PodPlan } from './plan-types';
import { isBoosted } from './pod-facts';

/**
 * What new pods of a VPA should get until more is approved: what the planned changes give, else what was noted
 * before, else what most running pods request, startup boosts aside.
 */
export function heldAfter({ vpa, pods }: WorkloadInput, planned: readonly PodPlan[]): HeldRequests {
  const known = readHeld(vpa.vpa);
  if (!vpa.recommendation) return known;
  const changes = planned.flatMap((plan) => plan.changes);
  const held = new Map<string, RequestedAmounts>();
  for (const [container, own] of vpa.recommendation)
    for (const resource of APPROVED_RESOURCES) {
      if (recommendedOf(own, resource) === undefined) continue;
      const change = changes.find((one) => one.container === container && one.to[resource] !== undefined);
      const amount =
        change?.to[resource] ?? known.get(container)?.[resource] ?? usualRequest(pods, container, resource);
      if (amount !== undefined) held.set(container, { ...held.get(container), [resource]: amount });
    }
  return held;
}

/** What most pods request, in millicores or bytes; of several amounts equally often, the largest. */
export function usualRequest(
  pods: readonly Pod[],
  container: string,
  resource: RequestedResource,
): number | undefined {
  const times = new Map<number, number>();
  for (const pod of pods) {
    if (isFinished(pod.status?.phase) || pod.metadata.deletionTimestamp || isBoosted(pod)) continue;
    const own = pod.spec.containers.find(({ name }) => name === container);
    const stated = own?.resources?.requests?.[resource];
    if (!isQuantity(stated)) continue;
    const amount = resource === 'cpu' ? cpuFrom(stated) : memoryFrom(stated);
    times.set(amount, (times.get(amount) ?? 0) + 1);
  }
  const [first] = [...times].sort(([a, often], [b, oftener]) => oftener - often || b - a);
  return first?.[0];
}
