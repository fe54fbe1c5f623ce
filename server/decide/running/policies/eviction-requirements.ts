import { type Amounts, RESOURCES } from '../../../objects/units';
import type { EvictionRequirement } from '../../../objects/vpa-types';
import { type ProposedUpdate, plainRestraint } from '../policy';

/**
 * The VPA's own conditions for evictions: all must hold for some container (AEP-4831; VPA 1.8, pkg/updater/priority,
 * scaling_direction_pod_eviction_admission.go).
 */
export const evictionRequirements = plainRestraint('eviction-requirements', (proposal) => {
  const requirements = proposal.workload.vpa.vpa.spec.updatePolicy?.evictionRequirements;
  if (proposal.way === 'unboost' || !requirements?.length || someContainerMeets(proposal, requirements))
    return undefined;
  return {
    kind: 'hold',
    reason: {
      code: 'eviction-requirement',
      resources: requirements.flatMap((requirement) => requirement.resources).join(', '),
      requirement: [...new Set(requirements.map((requirement) => requirement.changeRequirement))].join(', '),
    },
    awaits: 'recommendation-changed',
  };
});

function someContainerMeets(
  { facts, capped }: ProposedUpdate,
  requirements: readonly EvictionRequirement[],
): boolean {
  return facts.containers.some(({ requests }, index) => {
    const target = capped[index]?.target;
    if (!target) return false;
    if (requests.cpu === undefined || requests.memory === undefined) return true;
    return requirements.every((requirement) => holds(requirement, requests, target));
  });
}

function holds({ resources, changeRequirement }: EvictionRequirement, requests: Amounts, target: Amounts) {
  return RESOURCES.some((resource) => {
    if (!resources.includes(resource)) return false;
    const request = requests[resource] ?? 0;
    const wanted = target[resource] ?? 0;
    return changeRequirement === 'TargetHigherThanRequests' ? wanted > request : wanted < request;
  });
}
