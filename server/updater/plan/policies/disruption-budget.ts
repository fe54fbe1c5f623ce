import type { PodDisruptionBudget } from '../../../kube/types';
import { selectorMatches } from '../../../model/selector';
import type { Reason } from '../../../words/reasons';
import { type Hold, type Proposal, plainRestraint } from '../policy';

/**
 * No pod whose disruption budget allows nothing. The Eviction API would refuse; asking anyway would only make noise.
 * Asked before replicas are counted, so that no pod counts as chosen that will not go.
 */
export const disruptionBudget = plainRestraint('disruption-budget', (proposal) => {
  for (const budget of budgetsOf(proposal)) {
    const hold = budgetHold(budget, proposal);
    if (hold) return hold;
  }
  return undefined;
});

/** The budgets that an eviction of the pod has to ask. A pod that does not run is not covered. */
export function budgetsOf({ way, facts, workload }: Proposal): readonly PodDisruptionBudget[] {
  if (way !== 'evict' || facts.isPending) return [];
  return workload.budgets.filter((budget) =>
    selectorMatches(budget.spec?.selector, facts.pod.metadata.labels),
  );
}

/** What the budget has against one more eviction, `taken` of those it allows being spoken for. */
export function budgetHold(budget: PodDisruptionBudget, { facts }: Proposal, taken = 0): Hold | undefined {
  const { disruptionsAllowed = 0, currentHealthy = 0, desiredHealthy = 0 } = budget.status ?? {};
  const isSpare = !facts.isReady && currentHealthy >= desiredHealthy && desiredHealthy > 0;
  if (disruptionsAllowed > taken || isSpare) return undefined;
  const reason = reasonOf(budget);
  const awaits = reason.code === 'budget-never-allows' ? 'budget-changed' : 'budget-allows';
  return { kind: 'hold', reason, awaits };
}

/** Where as many pods must be healthy as there are at most, no eviction is ever allowed. */
function reasonOf({ metadata, spec, status }: PodDisruptionBudget): Reason {
  const { disruptionsAllowed = 0, currentHealthy = 0, desiredHealthy = 0, expectedPods } = status ?? {};
  const found = { budget: metadata.name, healthy: currentHealthy, desired: desiredHealthy };
  if (expectedPods && desiredHealthy >= expectedPods)
    return { code: 'budget-never-allows', ...found, expected: expectedPods, rule: ruleOf(spec) };
  return { code: 'disruption-budget', ...found, allowed: disruptionsAllowed, expected: expectedPods };
}

function ruleOf({ minAvailable, maxUnavailable }: NonNullable<PodDisruptionBudget['spec']> = {}): string {
  return maxUnavailable === undefined
    ? `minAvailable: ${minAvailable ?? 1}`
    : `maxUnavailable: ${maxUnavailable}`;
}
