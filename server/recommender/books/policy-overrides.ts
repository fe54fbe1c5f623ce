import type { ContainerResourcePolicy, VerticalPodAutoscaler } from '@/server/kube/vpa-types';
import type { HistoryOverrides } from '@/server/model/cluster-types';
import { isQuantity, parseQuantity, quantityToNumber } from '@/server/model/quantity';
import { countingPolicies, entryFor } from '@/server/policy/container-policy';

function numberFrom(value: string | number | undefined): number | undefined {
  return value !== undefined && isQuantity(value) ? quantityToNumber(parseQuantity(value)) : undefined;
}

/** A number of at least 1; what else may stand there is as if nothing was stated. */
function countFrom(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 1 && Number.isFinite(value) ? value : undefined;
}

function overridesIn(policy: ContainerResourcePolicy): HistoryOverrides {
  const seconds = countFrom(policy.memoryAggregationIntervalSeconds);
  return {
    oomBumpUpRatio: numberFrom(policy.oomBumpUpRatio),
    oomMinBumpUpBytes: numberFrom(policy.oomMinBumpUp),
    memoryAggregationIntervalMs: seconds === undefined ? undefined : seconds * 1000,
    memoryAggregationIntervalCount: countFrom(policy.memoryAggregationIntervalCount),
  };
}

/** How a VPA's policy changes what the model learns, per container; the policy of `*` holds where there is no own one. */
export function historyOverridesOf(
  vpa: VerticalPodAutoscaler,
): (container: string) => HistoryOverrides | undefined {
  const policies = countingPolicies(vpa.spec.resourcePolicy);
  return (container) => {
    const written = entryFor(policies, container);
    return written && overridesIn(written.policy);
  };
}
