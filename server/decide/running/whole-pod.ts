import { RESOURCES } from '../../objects/units';
import { WHOLE_POD } from '../../objects/whole-pod';
import { contestedBy } from '../features/with-hpa/conflicts';
import type { ContainerPlan } from '../pods/container-plan';
import { sizeWhole } from '../pods/pod-level/size-whole';
import type { PodLevelAmounts } from '../pods/pod-resources';
import { withAmount } from '../pods/proportions';
import type { ContainerRecommendation } from '../pods/recommendation';
import type { WorkloadInput } from './plan-input';
import type { PodFacts } from './pod-facts';

type Recommended = readonly (ContainerRecommendation | undefined)[];

/** What a pod states as a whole, as of a container, and what it should. */
export interface WholePod {
  readonly name: typeof WHOLE_POD;
  readonly requests: PodLevelAmounts['requests'];
  readonly recommended: ContainerRecommendation;
  readonly plan: ContainerPlan;
}

/**
 * What a running pod should state as a whole, if its VPA sizes it so.
 * @param recommended for its containers, before they are capped to the pod
 */
export function wholePodOf(
  { containers, podLevel }: PodFacts,
  recommended: Recommended,
  { vpa, limits, conflicts, cpuLimitStep }: WorkloadInput,
): WholePod | undefined {
  const { wholePod, recommendation } = vpa;
  const own = wholePod && recommendation?.get(WHOLE_POD);
  if (!own || !podLevel) return undefined;
  const plans = recommended.flatMap((one, index): ContainerPlan[] => {
    const name = containers[index]?.name;
    return one && name !== undefined
      ? [{ index, name, requests: one.target, limits: {}, notes: [], boosted: false }]
      : [];
  });
  const contested = contestedBy(conflicts);
  const plan = sizeWhole(plans, containers, podLevel, {
    vpa,
    recommendation,
    limits,
    contested,
    cpuLimitStep,
  });
  return plan && { name: WHOLE_POD, requests: podLevel.requests, recommended: within(own, plan), plan };
}

/** What is recommended, of the resources that are planned, with bounds that hold the plan. */
function within(
  { lowerBound, upperBound, uncappedTarget }: ContainerRecommendation,
  { requests }: ContainerPlan,
): ContainerRecommendation {
  let [lower, upper] = [lowerBound, upperBound];
  for (const resource of RESOURCES) {
    const target = requests[resource];
    if (target === undefined) continue;
    lower = withAmount(lower, resource, Math.min(lower[resource] ?? target, target));
    upper = withAmount(upper, resource, Math.max(upper[resource] ?? target, target));
  }
  return {
    target: requests,
    lowerBound: lower,
    upperBound: upper,
    ...(uncappedTarget && { uncappedTarget }),
  };
}
