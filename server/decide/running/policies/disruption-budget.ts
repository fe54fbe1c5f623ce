import { selectorMatches } from '../../../objects/selector';
import type { PodDisruptionBudget } from '../../../objects/types';
import type { Reason } from '../../../words/reasons';
import { type Hold, type ProposedUpdate, plainRestraint } from '../policy';

/**
 * Holds back pods whose disruption budget allows no eviction; the Eviction API would refuse. Asked before
 * replicas are counted, so that no pod counts as chosen that will not go.
 */
export const disruptionBudget = plainRestraint('disruption-budget', (proposal) => {
  const budgets = budgetsOf(proposal);
  if (budgets.length > 1) return severalBudgets(budgets);
  for (const budget of budgets) {
    const hold = budgetHold(budget, proposal);
    if (hold) return hold;
  }
  return undefined;
});

/** The budgets that apply to an eviction of the pod. A pod that does not run is not covered. */
export function budgetsOf({ way, facts, workload }: ProposedUpdate): readonly PodDisruptionBudget[] {
  if (way !== 'evict' || facts.isPending) return [];
  return workload.budgets.filter((budget) =>
    selectorMatches(budget.spec?.selector, facts.pod.metadata.labels),
  );
}

/** The Eviction API refuses to decide between several, with an internal error. */
function severalBudgets(budgets: readonly PodDisruptionBudget[]): Hold {
  const names = budgets.map(({ metadata }) => metadata.name).sort();
  return {
    kind: 'hold',
    reason: { code: 'several-budgets', budgets: names.join(', ') },
    awaits: 'budget-changed',
  };
}

/** Whether the eviction takes nothing of what the budget allows: pods that are not ready are let go as it says. */
export function isFreeOf({ spec, status }: PodDisruptionBudget, { facts }: ProposedUpdate): boolean {
  if (facts.isReady) return false;
  const { currentHealthy = 0, desiredHealthy = 0 } = status ?? {};
  return (
    spec?.unhealthyPodEvictionPolicy === 'AlwaysAllow' ||
    (currentHealthy >= desiredHealthy && desiredHealthy > 0)
  );
}

/** What forbids one more eviction in the budget; `taken` of those it allows are used. */
export function budgetHold(
  budget: PodDisruptionBudget,
  proposal: ProposedUpdate,
  taken = 0,
): Hold | undefined {
  const { disruptionsAllowed = 0 } = budget.status ?? {};
  if (disruptionsAllowed > taken || isFreeOf(budget, proposal)) return undefined;
  const reason = reasonOf(budget);
  const awaits = reason.code === 'budget-never-allows' ? 'budget-changed' : 'budget-allows';
  return { kind: 'hold', reason, awaits };
}

/** If as many pods must be healthy as there can be, no eviction is ever allowed. */
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
