import { REQUESTED_RESOURCES } from '../../objects/units';
import { type CompiledVpa, policyFor } from './compiled-vpa';
import type { ContainerPlan } from './container-plan';
import type { NamespaceLimits } from './limit-bounds';
import { fitWithWhole } from './pod-level/size-whole';
import { type PodLevelAmounts, withoutResource } from './pod-resources';
import type { ContainerAmounts } from './proportions';
import type { Recommendation } from './recommendation';
import { type PlanOptions, planResources } from './resource-plan';

/** What a new pod states, and what bounds it. */
export interface NewPodParts {
  readonly containers: readonly ContainerAmounts[];
  /** Absent if it states nothing as a whole. */
  readonly whole: PodLevelAmounts | undefined;
  readonly vpa: CompiledVpa;
  readonly recommendation: Recommendation | undefined;
  readonly limits: NamespaceLimits;
}

/**
 * The plans as the reference makes them, but capped to the pod's own resources, without requests of zero, and
 * without containers that the policy turns off (which the reference plans for in corner cases). The one answer to what
 * a new pod would state, for those who decide about it and those who add up what it costs.
 */
export function newPodPlans(parts: NewPodParts, options: PlanOptions): ContainerPlan[] {
  const { containers, whole, vpa, recommendation, limits } = parts;
  const plans = planResources(containers, vpa, recommendation, limits, options).filter(
    (plan) => !policyFor(vpa, plan.name)?.off,
  );
  const { contested, cpuLimitStep } = options;
  const fitted = whole
    ? fitWithWhole(plans, containers, whole, { vpa, recommendation, limits, contested, cpuLimitStep })
    : plans;
  return fitted
    .map((plan) => withoutZeroes(withoutLostBoost(plan, containers[plan.index])))
    .filter((plan) => REQUESTED_RESOURCES.some((resource) => plan.requests[resource]));
}

/** Without room in the pod's own resources there is no boost. */
function withoutLostBoost(plan: ContainerPlan, container: ContainerAmounts | undefined): ContainerPlan {
  if (!plan.boosted || (plan.requests.cpu ?? 0) > (container?.requests.cpu ?? 0)) return plan;
  const isHeld = plan.notes.some(({ resource, reason }) => resource === 'cpu' && reason === 'pod-resources');
  return isHeld ? { ...withoutResource(plan, 'cpu'), boosted: false } : plan;
}

/** A request of 0 would take away what the container was promised, so none is written. */
function withoutZeroes(plan: ContainerPlan): ContainerPlan {
  return REQUESTED_RESOURCES.reduce(
    (kept, resource) => (kept.requests[resource] === 0 ? withoutResource(kept, resource) : kept),
    plan,
  );
}
