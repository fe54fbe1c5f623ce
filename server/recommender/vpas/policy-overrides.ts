import { countingPolicies, entryFor } from '@/server/decide/pods/container-policy';
import type { HistoryOverrides } from '@/server/model/cluster-types';
import { isQuantity, parseQuantity, quantityToNumber } from '@/server/objects/quantity';
import type { ContainerResourcePolicy, VerticalPodAutoscaler } from '@/server/objects/vpa-types';

function numberFrom(value: string | number | undefined): number | undefined {
  return value !== undefined && isQuantity(value) ? quantityToNumber(parseQuantity(value)) : undefined;
}

/** A number of at least 1; anything else counts as not stated. */
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

/**
 * The learning parameters that a VPA's policy sets per container; the policy of `*` applies without an own
 * one.
 */
export function historyOverridesOf(
  vpa: VerticalPodAutoscaler,
): (container: string) => HistoryOverrides | undefined {
  const policies = countingPolicies(vpa.spec.resourcePolicy);
  return (container) => {
    const written = entryFor(policies, container);
    return written && overridesIn(written.policy);
  };
}
