import type { ClusterFacts, PlanInput, WorkloadInput } from './plan-input';
import type { Plan, PodPlan, VpaPlan } from './plan-types';
import { planWorkload, type WorkloadVerdict, waiting } from './plan-workload';
import { type SharedRestraint, sharedRestraints } from './policies/shared';
import type { PolicyScope } from './policy';

interface Remembered {
  readonly workload: WorkloadInput;
  readonly cluster: ClusterFacts;
  readonly verdict: WorkloadVerdict;
}

/**
 * Makes plans, each a pure function of its input. What is remembered between two of them only saves work: a
 * VPA whose input is the very same object, and nothing of which a clock changes meanwhile, keeps its verdict.
 */
export class Planner {
  private remembered = new Map<string, Remembered>();

  plan({ nowMs, cluster, workloads, allowances }: PlanInput): Plan {
    const scope: PolicyScope = { nowMs, cluster };
    const shared = sharedRestraints(allowances);
    const next = new Map<string, Remembered>();
    const vpas = workloads.map((workload) => {
      const key = `${workload.vpa.namespace}/${workload.vpa.name}`;
      const former = this.remembered.get(key);
      const isSame =
        former?.workload === workload && former.cluster === cluster && nowMs < former.verdict.validUntilMs;
      const kept = isSame && former ? former : { workload, cluster, verdict: planWorkload(workload, scope) };
      next.set(key, kept);
      return underShared(kept.verdict, scope, shared);
    });
    this.remembered = next;
    return { atMs: nowMs, vpas };
  }
}

/** A plan from nothing but its input. */
export function makePlan(input: PlanInput): Plan {
  return new Planner().plan(input);
}

/** The plan of a VPA once what all VPAs share has had its say. */
function underShared(
  { plan, acting }: WorkloadVerdict,
  scope: PolicyScope,
  restraints: readonly SharedRestraint[],
): VpaPlan {
  const held: PodPlan[] = [];
  const heldAt = new Set<number>();
  for (const { proposal, index } of acting) {
    const holds = restraints.flatMap((restraint) => restraint.review(proposal, scope) ?? []);
    if (holds.length === 0) {
      for (const restraint of restraints) restraint.take(proposal);
      continue;
    }
    heldAt.add(index);
    held.push(waiting(proposal.facts, proposal.reasons, holds, proposal.priority, proposal.changes));
  }
  if (held.length === 0) return plan;
  const others = plan.pods.filter((_pod, index) => !heldAt.has(index));
  const acts = others.slice(0, acting.length - held.length);
  return { ...plan, pods: [...acts, ...held, ...others.slice(acts.length)] };
}
