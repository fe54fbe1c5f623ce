import type { Plan, PodPlan, VpaPlan } from '../../contract/plan';
import { faultOf, type ObjectFault } from '../../kube/object-fault';
import { atOnce, type Sliced } from '../../slices';
import type { ClusterFacts, PlanInput, WorkloadInput } from './plan-input';
import { planningWorkload, togetherIn, unreadablePlan, type WorkloadVerdict, waiting } from './plan-workload';
import { type SharedRestraint, sharedRestraints } from './policies/shared';
import { goesFirst } from './policies/urgent';
import type { PolicyScope } from './policy';

interface Remembered {
  readonly atMs: number;
  readonly cluster: ClusterFacts;
  readonly verdict: WorkloadVerdict;
}

/** The verdict on a PodGroup, made from those on its portions. */
interface Together {
  readonly verdicts: readonly WorkloadVerdict[];
  readonly verdict: WorkloadVerdict;
}

/**
 * Makes plans, each a pure function of its input. What is kept between two plans only saves work: a VPA with
 * the very same input object, in which no clock changes anything, keeps its verdict.
 */
export class Planner {
  private readonly remembered = new WeakMap<WorkloadInput, Remembered>();
  private readonly together = new WeakMap<WorkloadInput, Together>();

  plan(input: PlanInput): Plan {
    return atOnce(this.planning(input));
  }

  /** Like `plan`, with a pause after each pod when others are due. */
  *planning({ nowMs, cluster, workloads, allowances, rooms }: PlanInput): Sliced<Plan> {
    const scope: PolicyScope = { nowMs, cluster };
    const faults: ObjectFault[] = [];
    const turns: Turn[] = [];
    for (const workload of workloads) {
      const verdict = yield* this.judging(workload, scope);
      faults.push(...verdict.faults);
      turns.push({ workload, verdict, held: new Map() });
      yield;
    }
    const shared = sharedRestraints(allowances, rooms, cluster.nodesCome);
    // What burns takes what is left before all others, whatever VPA it is of.
    for (const isFirst of [true, false])
      for (const turn of turns) {
        if (turn.fault || turn.verdict.acting.length === 0) continue;
        try {
          takeTurn(turn, isFirst, scope, shared);
        } catch (thrown) {
          turn.fault = faultOf('VerticalPodAutoscaler', turn.workload.vpa.vpa, thrown);
          faults.push(turn.fault);
        }
        yield;
      }
    return { atMs: nowMs, vpas: turns.map(planAfter), faults };
  }

  private *judging(workload: WorkloadInput, scope: PolicyScope): Sliced<WorkloadVerdict> {
    if (!workload.portions) return yield* this.judgingOne(workload, scope);
    const verdicts: WorkloadVerdict[] = [];
    for (const portion of workload.portions) {
      verdicts.push(yield* this.judgingOne(portion, scope));
      yield;
    }
    const former = this.together.get(workload);
    if (former?.verdicts.every((verdict, index) => verdict === verdicts[index])) return former.verdict;
    const verdict = togetherIn(workload, verdicts);
    this.together.set(workload, { verdicts, verdict });
    return verdict;
  }

  private *judgingOne(workload: WorkloadInput, scope: PolicyScope): Sliced<WorkloadVerdict> {
    const { cluster, nowMs } = scope;
    const former = this.remembered.get(workload);
    if (former?.cluster === cluster && nowMs >= former.atMs && nowMs < former.verdict.validUntilMs)
      return former.verdict;
    const verdict = yield* planningWorkload(workload, scope);
    this.remembered.set(workload, { atMs: nowMs, cluster, verdict });
    return verdict;
  }
}

/** One VPA while the limits that all VPAs share are given away. */
interface Turn {
  readonly workload: WorkloadInput;
  readonly verdict: WorkloadVerdict;
  /** What these limits hold back, by its index in the plan. */
  readonly held: Map<number, PodPlan>;
  fault?: ObjectFault;
}

function takeTurn(
  { verdict, held }: Turn,
  isFirst: boolean,
  scope: PolicyScope,
  restraints: readonly SharedRestraint[],
): void {
  for (const { proposal, index } of verdict.acting) {
    if (goesFirst(proposal.reasons, scope) !== isFirst) continue;
    const holds = restraints.flatMap((restraint) => restraint.review(proposal, scope) ?? []);
    if (holds.length === 0) for (const restraint of restraints) restraint.choose(proposal);
    else
      held.set(index, waiting(proposal.facts, proposal.reasons, holds, proposal.priority, proposal.changes));
  }
}

function planAfter({ workload, verdict, held, fault }: Turn): VpaPlan {
  const { plan, acting } = verdict;
  if (fault) return unreadablePlan(workload, fault);
  if (held.size === 0) return plan;
  const others = plan.pods.filter((_pod, index) => !held.has(index));
  const acts = others.slice(0, acting.length - held.size);
  return { ...plan, pods: [...acts, ...held.values(), ...others.slice(acts.length)] };
}
