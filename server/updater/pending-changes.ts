import { candidates } from '../decide/running/candidate';
import { changesFor } from '../decide/running/changes';
import type { WorkloadInput } from '../decide/running/plan-input';
import type { PodPlan } from '../decide/running/planned';
import { PodFacts } from '../decide/running/pod-facts';
import { wayFor } from '../decide/running/policies/update-mode';
import { portionWith } from '../decide/running/portions';

/**
 * The changes of a pod, also if it is only too young for them. Most pods of a cluster are, and few are looked at, so
 * the plan itself leaves these out.
 */
export function pendingChanges(plan: PodPlan, workload: WorkloadInput): PodPlan['changes'] {
  if (!isTooYoung(plan)) return plan.changes;
  const portion = portionWith(workload, plan.uid);
  const pod = portion.pods.find(({ metadata }) => metadata.uid === plan.uid);
  const facts = pod && new PodFacts(pod);
  const way = facts && wayFor(facts, portion, []);
  return facts && way ? changesFor(candidates(portion)(facts), way) : plan.changes;
}

function isTooYoung({ decision, changes, reasons }: PodPlan): boolean {
  return decision === 'wait' && changes.length === 0 && reasons.some(({ code }) => code === 'too-young');
}
