import { candidates } from '../decide/running/candidate';
import { changesFor } from '../decide/running/changes';
import type { WorkloadInput } from '../decide/running/plan-input';
import type { PodPlan, VpaPlan } from '../decide/running/planned';
import { PodFacts } from '../decide/running/pod-facts';
import { wayFor } from '../decide/running/policies/update-mode';
import { portionsOf } from '../decide/running/portions';

const shown = new WeakMap<VpaPlan, VpaPlan>();

/**
 * The plan of a VPA with the changes of pods that are only too young. Most pods of a cluster are, and few are
 * looked at, so the plan itself leaves these out.
 */
export function withPendingChanges(plan: VpaPlan, workload: WorkloadInput): VpaPlan {
  if (!plan.pods.some(isTooYoung)) return plan;
  let known = shown.get(plan);
  if (!known) {
    known = { ...plan, pods: plan.pods.map(pendingIn(workload)) };
    shown.set(plan, known);
  }
  return known;
}

function isTooYoung({ decision, changes, reasons }: PodPlan): boolean {
  return decision === 'wait' && changes.length === 0 && reasons.some(({ code }) => code === 'too-young');
}

function pendingIn(workload: WorkloadInput): (plan: PodPlan) => PodPlan {
  const parts = portionsOf(workload).map((portion) => ({ portion, candidateOf: candidates(portion) }));
  const pods = new Map(
    parts.flatMap((part) => part.portion.pods.map((pod) => [pod.metadata.uid, { pod, ...part }])),
  );
  return (plan) => {
    const known = isTooYoung(plan) ? pods.get(plan.uid) : undefined;
    const facts = known && new PodFacts(known.pod);
    const way = facts && wayFor(facts, known.portion, []);
    return facts && way ? { ...plan, changes: changesFor(known.candidateOf(facts), way) } : plan;
  };
}
