import { decideNewPod } from '../../decide/new/new-pod';
import type { InUse } from '../../decide/pods/in-use';
import type { NamespaceLimits } from '../../decide/pods/limit-bounds';
import type { QuotaLeft } from '../../decide/pods/quota-left';
import { readVpa } from '../../decide/pods/vpa-reading';
import { resourceListFrom } from '../../objects/quantity';
import { sizedContainers } from '../../objects/sized-containers';
import type { Container, HorizontalPodAutoscaler, PodSpec } from '../../objects/types';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';

interface AroundNewPod {
  readonly limits: NamespaceLimits;
  /** What its quotas have left, as far as they are heeded. */
  readonly quotas: readonly QuotaLeft[];
  /** The HPAs that scale it, as far as they are heeded. */
  readonly hpas: readonly HorizontalPodAutoscaler[];
  /** What the pods of its workload use now; absent if nobody knows. */
  readonly inUse: InUse | undefined;
  readonly withSidecars: boolean;
  readonly cpuLimitStep: number;
}

/**
 * The containers of a new pod: the template's, with the requests and limits that admission gives them. As stated in
 * mode Off, and if the policy cannot be used.
 * @throws QuantityError
 */
export function newPodFrom(
  spec: PodSpec,
  vpa: VerticalPodAutoscaler,
  { withSidecars, cpuLimitStep, ...around }: AroundNewPod,
): Container[] {
  const made = [...sizedContainers(spec)];
  const { compiled } = readVpa(vpa);
  const { namespace, name } = compiled;
  const { decision } = decideNewPod(
    { apiVersion: 'v1', kind: 'Pod', metadata: { namespace, name }, spec },
    {
      vpa: compiled,
      recommended: compiled.recommendation,
      ...around,
      options: { startupBoost: false, withSidecars, cpuLimitStep },
      markIsCopied: true,
    },
  );
  for (const { index, requests, limits: limited } of decision.kind === 'patched' ? decision.plans : []) {
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
