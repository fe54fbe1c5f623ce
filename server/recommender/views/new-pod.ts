import { sizedContainers } from '@/server/objects/sized-containers';
import { withSeenCpu } from '../../decide/pods/bounded-by-use';
import { compileVpa } from '../../decide/pods/compiled-vpa';
import { PolicyError } from '../../decide/pods/container-policy';
import type { NamespaceLimits } from '../../decide/pods/limit-bounds';
import { planResources } from '../../decide/pods/resource-plan';
import { resourceListFrom } from '../../objects/quantity';
import type { Container, PodSpec } from '../../objects/types';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';
import { amountsOf } from './capped';

/**
 * The containers of a new pod: the template's, with the requests and limits that admission gives them. As stated in
 * mode Off, and if the policy cannot be used.
 * @throws QuantityError
 */
export function newPodFrom(
  spec: Pick<PodSpec, 'containers' | 'initContainers'>,
  vpa: VerticalPodAutoscaler,
  limits: NamespaceLimits,
): Container[] {
  const containers = sizedContainers(spec);
  const made = [...containers];
  for (const { index, requests, limits: limited } of plansFor(containers, vpa, limits)) {
    const container = made[index];
    if (!container) continue;
    const stated = container.resources;
    made[index] = {
      ...container,
      resources: {
        ...stated,
        requests: { ...stated?.requests, ...resourceListFrom(requests) },
        limits: { ...stated?.limits, ...resourceListFrom(limited) },
      },
    };
  }
  return made;
}

function plansFor(containers: readonly Container[], vpa: VerticalPodAutoscaler, limits: NamespaceLimits) {
  try {
    const compiled = compileVpa(vpa);
    const amounts = containers.map(amountsOf);
    const recommendation = withSeenCpu(compiled.recommendation, amounts, compiled);
    return planResources(amounts, compiled, recommendation, limits, { startupBoost: false });
  } catch (error) {
    if (error instanceof PolicyError) return [];
    throw error;
  }
}
