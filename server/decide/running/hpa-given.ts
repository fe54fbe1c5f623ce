import { type Given, givenOf, readHpaGiven } from '../features/with-hpa/hpa-given';
import type { CompiledVpa } from '../pods/compiled-vpa';
import { scaledPod } from '../replicas/scaled-pod';
import { averageOf, type HpaFacts, isLive } from './hpa-facts';
import type { PodPlan } from './planned';
import { isBoosted } from './pod-facts';

/**
 * What new pods should be given of the requests that the HPA measures and the VPA may change: what the planned
 * changes give, else what was given before, else what the running pods have on average, startup boosts aside.
 */
export function givenAfter(
  { freed, pods, hpa }: HpaFacts,
  vpa: CompiledVpa,
  planned: readonly PodPlan[],
): Given {
  const measured = freed.filter(({ percent }) => percent !== undefined);
  if (measured.length === 0) return new Map();
  const known = readHpaGiven(vpa.vpa);
  const changes = planned.flatMap((plan) => plan.changes);
  const autoscaler = hpa.metadata.name;
  return givenOf(vpa, measured, (container, resource) => {
    const change = changes.find((one) => one.container === container && one.to[resource] !== undefined);
    const before = known.get(container)?.[resource];
    if (change || before !== undefined) return change?.to[resource] ?? before;
    const live = pods
      .filter((pod) => !isBoosted(pod))
      .map(scaledPod)
      .filter(isLive);
    return Math.round(averageOf({ autoscaler, resource, container }, live) ?? 0);
  });
}
