import { amountsFrom, hasPartOfByte } from '../../objects/quantity';
import { sizedContainers } from '../../objects/sized-containers';
import type { Pod, ResourceList, ResourceRequirements } from '../../objects/types';
import type { Amounts } from '../../objects/units';
import type { ContainerPlan } from './container-plan';

/** The memory that is stated with a part of a byte, in whole bytes, rounded up; what is whole is left out. */
export function wholeBytes(resources: ResourceRequirements | null | undefined): {
  readonly requests: Amounts;
  readonly limits: Amounts;
} {
  const whole = (list: ResourceList | null | undefined) =>
    hasPartOfByte(list?.memory) ? amountsFrom({ memory: list?.memory ?? 0 }) : {};
  return { requests: whole(resources?.requests), limits: whole(resources?.limits) };
}

/**
 * The plans of a new pod, with all memory that its containers state with a part of a byte in whole ones: a kubelet never
 * ends a resize of a pod that states parts of one (seen from a real kubelet 1.37.2). No plans stay none.
 */
export function plansInWholeBytes(
  { spec }: Pod,
  plans: readonly ContainerPlan[],
  withSidecars: boolean,
): readonly ContainerPlan[] {
  if (plans.length === 0) return plans;
  const all = [...plans];
  for (const [index, { name, resources }] of sizedContainers(spec, withSidecars).entries()) {
    const { requests, limits } = wholeBytes(resources);
    if (requests.memory === undefined && limits.memory === undefined) continue;
    const at = all.findIndex((plan) => plan.index === index && plan.name === name);
    const own = all[at] ?? { index, name, requests: {}, limits: {}, notes: [], boosted: false };
    all.splice(at < 0 ? all.length : at, 1, {
      ...own,
      requests: { ...requests, ...own.requests },
      limits: { ...limits, ...own.limits },
    });
  }
  return all;
}
