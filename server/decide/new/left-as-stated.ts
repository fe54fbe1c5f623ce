import { RESOURCES, type Resource } from '../../objects/units';
import type { LeftReason } from '../../words/admission';
import { type CompiledVpa, policyFor } from '../pods/compiled-vpa';
import type { ContainerPlan } from '../pods/container-plan';
import { NO_POLICY } from '../pods/container-policy';
import { claimsOn, type HpaClaim } from '../pods/hpa-claims';
import type { Recommendation } from '../pods/recommendation';

/** A request that admission left as the pod states it. */
export interface LeftAsStated {
  container: string;
  resource: Resource;
  reason: LeftReason;
  /** The HPA that scales on it; several with commas. */
  autoscaler?: string;
}

interface LeftGrounds {
  readonly containers: readonly string[];
  readonly vpa: CompiledVpa;
  /** Whether the VPA changes nothing yet. */
  readonly isTooYoung: boolean;
  /** What is applied, and what would be if all of it were approved. */
  readonly recommendation: Recommendation | undefined;
  readonly wanted: Recommendation | undefined;
  readonly claims: readonly HpaClaim[];
  readonly plans: readonly ContainerPlan[];
}

/** What `plans` leave alone, and why. */
export function leftAsStated({ containers, plans, ...grounds }: LeftGrounds): LeftAsStated[] {
  return containers.flatMap((container, index) => {
    const planned = plans.find((plan) => plan.index === index)?.requests;
    return RESOURCES.filter((resource) => planned?.[resource] === undefined).map((resource): LeftAsStated => {
      const reason = reasonFor(container, resource, grounds);
      if (reason !== 'scaled-horizontally') return { container, resource, reason };
      const names = claimsOn(grounds.claims, container, resource).map(({ autoscaler }) => autoscaler);
      return { container, resource, reason, autoscaler: [...new Set(names)].join(', ') };
    });
  });
}

function reasonFor(
  container: string,
  resource: Resource,
  { vpa, isTooYoung, recommendation, wanted, claims }: Omit<LeftGrounds, 'containers' | 'plans'>,
): LeftReason {
  const { off, controlledResources } = policyFor(vpa, container) ?? NO_POLICY;
  if (off) return 'container-off';
  if (!controlledResources.includes(resource)) return 'not-controlled';
  if (vpa.mode === 'Off') return 'mode-off';
  if (isTooYoung) return 'before-first-change';
  if (claimsOn(claims, container, resource).length > 0) return 'scaled-horizontally';
  if (recommendation?.get(container)?.target[resource]) return 'no-room';
  return wanted?.get(container)?.target[resource] ? 'awaits-approval' : 'nothing-recommended';
}
