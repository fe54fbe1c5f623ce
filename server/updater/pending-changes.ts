import { candidates } from './plan/candidate';
import { changesFor } from './plan/changes';
import type { WorkloadInput } from './plan/plan-input';
import type { PodPlan, VpaPlan } from './plan/plan-types';
import { PodFacts } from './plan/pod-facts';
import { wayFor } from './plan/policies/update-mode';

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
  const candidateOf = candidates(workload);
  const pods = new Map(workload.pods.map((pod) => [pod.metadata.uid, pod]));
  return (plan) => {
    const pod = isTooYoung(plan) ? pods.get(plan.uid) : undefined;
    const facts = pod && new PodFacts(pod);
    const way = facts && wayFor(facts, workload, []);
    return facts && way ? { ...plan, changes: changesFor(candidateOf(facts), way) } : plan;
  };
}
