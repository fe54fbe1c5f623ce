import { atOnce, type Sliced } from '../../lib/time/slices';
import { faultOf, type ObjectFault } from '../../words/object-fault';
import type { Reason } from '../../words/reasons';
import { AskedOfNodes } from './asked-of-nodes';
import { keeping, type Moved, movesOf } from './part-of-change';
import type { ClusterFacts, PlanInput, WorkloadInput } from './plan-input';
import {
  partThatGoes,
  planningWorkload,
  togetherIn,
  unreadable,
  type WorkloadVerdict,
  waiting,
} from './plan-workload';
import type { Plan, PodPlan, VpaPlan } from './planned';
import type { PodFacts } from './pod-facts';
import { nodeGuard } from './policies/node-guard';
import { sharedRestraints } from './policies/shared';
import { isUrgent } from './policies/urgent';
import type { PolicyScope, ProposedUpdate, SharedRestraint } from './policy';
import { withRangeDefaults } from './range-gains';
import { grantedTo } from './refused-part';
import type { PlanSettings } from './settings';
import { isWithdrawal } from './withdrawal';

interface Remembered {
  readonly atMs: number;
  readonly cluster: ClusterFacts;
  readonly asked: AskedOfNodes;
  readonly verdict: WorkloadVerdict;
}

/** The verdict on a PodGroup, made from those on its portions. */
interface Together {
  readonly verdicts: readonly WorkloadVerdict[];
  readonly verdict: WorkloadVerdict;
}

/**
 * Makes plans, each a pure function of its input. What is kept between two plans only saves work: a VPA with
 * the very same input object, in which no clock changes anything and no node what was asked of it, keeps its verdict.
 */
export class Planner {
  private readonly remembered = new WeakMap<WorkloadInput, Remembered>();
  private readonly together = new WeakMap<WorkloadInput, Together>();

  plan(input: PlanInput): Plan {
    return atOnce(this.planning(input));
  }

  /** Like `plan`, with a pause after each pod when others are due. */
  *planning({ nowMs, cluster, workloads, allowances, capacity, nodes }: PlanInput): Sliced<Plan> {
    const scope: PolicyScope = { nowMs, cluster };
    const faults: ObjectFault[] = [];
    const vpas: VpaPlan[] = [];
    const turns: Turn[] = [];
    for (const workload of workloads) {
      const verdict = yield* this.judging(workload, scope);
      for (const fault of verdict.faults) faults.push(fault);
      if (verdict.acting.length > 0) turns.push({ verdict, at: vpas.length });
      vpas.push(verdict.plan);
      yield;
    }
    const proposals = turns.flatMap(({ verdict }) => verdict.acting.map(({ proposal }) => proposal));
    const shared = [
      ...sharedRestraints(allowances, capacity, cluster.nodesCome, nodes),
      ...(capacity?.hasNodes ? [nodeGuard(proposals, capacity, cluster)] : []),
    ];
    // What burns takes what is left before all others, whatever VPA it is of.
    for (const turn of turns)
      if (turn.verdict.acting.some(({ isFirst }) => isFirst)) {
        takeTurn(turn, true, scope, shared, faults);
        yield;
      }
    for (const turn of turns) {
      takeTurn(turn, false, scope, shared, faults);
      vpas[turn.at] = planAfter(turn);
      yield;
    }
    return { atMs: nowMs, vpas, faults };
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
    if (
      former?.cluster === cluster &&
      nowMs >= former.atMs &&
      nowMs < former.verdict.validUntilMs &&
      former.asked.isStillSo()
    )
      return former.verdict;
    const asked = new AskedOfNodes(cluster);
    const verdict = yield* planningWorkload(workload, { ...scope, cluster: asked.facts });
    this.remembered.set(workload, { atMs: nowMs, cluster, asked, verdict });
    return verdict;
  }
}

/** A VPA with changes to make, while the limits that all VPAs share are given away. */
interface Turn {
  readonly verdict: WorkloadVerdict;
  /** Its index in the plan. */
  readonly at: number;
  /** What these limits hold back, by the index of the pod; none until something is. */
  held?: Map<number, PodPlan>;
  /** The pods of which they let only a part of the change go, with why. */
  parts?: Map<number, Pick<PodPlan, 'changes' | 'reasons'>>;
}

/** What of a change in place is asked for now, and what follows. */
interface FirstStep {
  readonly changes: ProposedUpdate['changes'];
  readonly notes: readonly Reason[];
}

/**
 * A kubelet grants a resize as a whole or not at all, so that a raise without room keeps what lowers waiting, in the same
 * resize and in later ones: what lowers goes first and alone, and what raises once it is granted. What burns is raised
 * first. Undefined if a change does only one of both.
 */
function lowersFirst(
  proposal: ProposedUpdate,
  { resourcesApart }: Pick<PlanSettings, 'resourcesApart'>,
): FirstStep | undefined {
  const { way, facts, changes, reasons } = proposal;
  if (way !== 'resize' || !resourcesApart) return undefined;
  const moves = movesOf(facts, changes);
  // What a pod states as a whole bounds its containers, so that a resource that rises anywhere moves together.
  const isLater = (one: Moved) =>
    facts.podLevel ? moves.some((other) => other.resource === one.resource && isRaise(other)) : isRaise(one);
  const raises = moves.filter(isLater);
  const lowers = moves.filter((one) => one.lowers && !isLater(one) && !isGranted(one, facts));
  if (raises.length === 0 || lowers.length === 0) return undefined;
  const burns = isUrgent(reasons);
  const later = burns ? lowers : raises;
  const first = keeping(
    changes,
    (container, resource) => !later.some((one) => one.container === container && one.resource === resource),
  );
  const follow = raises.filter(isRaise).map(({ container, resource }) => ({ container, resource }));
  return {
    changes: withRangeDefaults(first, proposal),
    notes: burns ? [] : [{ code: 'lowered-first', raises: follow }],
  };
}

/** Whether a request only goes back to what the kubelet granted: that takes nothing from anyone. */
function isGranted({ container, resource, to }: Moved, facts: PodFacts): boolean {
  return to !== undefined && grantedTo(facts, container)?.requests[resource] === to;
}

/** What the API server fills in where nothing was stated is none. */
function isRaise({ lowers, from, to, fromLimit, toLimit }: Moved): boolean {
  return !lowers && (isMore(to, from) || isMore(toLimit, fromLimit));
}

function isMore(next: number | undefined, was: number | undefined): boolean {
  return next !== undefined && was !== undefined && next > was;
}

/** A pod that the limits cannot be asked about costs only itself. */
function takeTurn(
  turn: Turn,
  isFirst: boolean,
  scope: PolicyScope,
  restraints: readonly SharedRestraint[],
  faults: ObjectFault[],
): void {
  const hold = (index: number, pod: PodPlan) => {
    turn.held ??= new Map();
    turn.held.set(index, pod);
  };
  for (const { proposal, due, held, index, isFirst: burns } of turn.verdict.acting) {
    if (burns !== isFirst) continue;
    try {
      // What is taken back waits for nobody, but may end no neighbours either.
      const isBack = isWithdrawal(proposal.reasons);
      const asking = isBack ? restraints.filter(({ name }) => name === 'critical') : restraints;
      const holdsOf = (one: ProposedUpdate) =>
        asking.flatMap((restraint) => restraint.review(one, scope) ?? []);
      const { goes, holds } = partThatGoes(proposal, holdsOf, scope);
      if (!goes) {
        hold(index, waiting(due.facts, due.reasons, [...held, ...holds], due.priority, due.changes));
        continue;
      }
      const step = isBack ? undefined : lowersFirst(goes, scope.cluster.settings);
      const now = step ? { ...goes, changes: step.changes } : goes;
      for (const restraint of asking) restraint.choose(now);
      if (now === proposal) continue;
      turn.parts ??= new Map();
      turn.parts.set(index, {
        changes: now.changes,
        reasons: [...holds.map(({ reason }) => reason), ...(step?.notes ?? [])],
      });
    } catch (thrown) {
      const { pod } = proposal.facts;
      const fault = faultOf('Pod', pod, thrown);
      faults.push(fault);
      hold(index, unreadable(pod, fault));
    }
  }
}

function planAfter({ verdict, held, parts }: Turn): VpaPlan {
  const plan = parts ? withParts(verdict.plan, parts) : verdict.plan;
  const { acting } = verdict;
  if (!held) return plan;
  const others = plan.pods.filter((_pod, index) => !held.has(index));
  const acts = others.slice(0, acting.length - held.size);
  const waits = [...held.values()].filter(({ decision }) => decision === 'wait');
  const left = [...held.values()].filter(({ decision }) => decision === 'leave');
  return { ...plan, pods: [...acts, ...waits, ...others.slice(acts.length), ...left] };
}

function withParts(plan: VpaPlan, parts: NonNullable<Turn['parts']>): VpaPlan {
  const pods = plan.pods.map((pod, index) => {
    const part = parts.get(index);
    return part ? { ...pod, changes: part.changes, reasons: [...pod.reasons, ...part.reasons] } : pod;
  });
  return { ...plan, pods };
}
