import { atOnce, type Sliced } from '../../lib/time/slices';
import type { Pod } from '../../objects/types';
import type { AwaitedEvent } from '../../words/awaited-events';
import type { Decision } from '../../words/decisions';
import { faultOf, type ObjectFault } from '../../words/object-fault';
import type { Reason } from '../../words/reasons';
import { nextExpiryMs } from '../features/approvals/decisions';
import type { NodeTraits } from '../places/node-traits';
import { heldMode } from '../pods/mode-before-stop';
import { countingPod } from '../pods/quota-scopes';
import { approvalHold, approvedPart } from './approval';
import { changesFor } from './changes';
import { steadyCandidates } from './hpa-jump';
import { duePart, keeping, movesOf, partDespite } from './part-of-change';
import type { WorkloadInput } from './plan-input';
import type { PodPlan, Priority, VpaPlan } from './planned';
import { PodFacts } from './pod-facts';
import { POLICIES } from './policies';
import { neededDifference } from './policies/age';
import { RESIZE_OBSTACLES, resizeObstacle } from './policies/resizable';
import { stopHold } from './policies/stop';
import { heldAtFormer } from './policies/undone';
import { wayFor } from './policies/update-mode';
import { goesFirst } from './policies/urgent';
import type { Candidate, ChangeReason, Hold, Leave, PolicyScope, ProposedUpdate, Way } from './policy';
import { byPriority } from './priority';
import { withRangeDefaults } from './range-gains';
import { refusedPartOf, withoutRefused } from './refused-part';
import { cappedTarget } from './target-caps';
import { isWithdrawal } from './withdrawal';

/** A pod that its own VPA would change. */
export interface Acting {
  readonly proposal: ProposedUpdate;
  /** All that is due, of which the proposal may be a part, and what holds the rest back. */
  readonly due: ProposedUpdate;
  readonly held: readonly Hold[];
  /** Its index in `plan.pods`. */
  readonly index: number;
  /** Whether it takes its turn before those of other VPAs that do not burn. */
  readonly isFirst: boolean;
}

/** The plan for one VPA before the limits that all VPAs share. */
export interface WorkloadVerdict {
  readonly plan: VpaPlan;
  readonly acting: readonly Acting[];
  /** Nothing in it changes before this time unless the input does. */
  readonly validUntilMs: number;
  /** What could not be judged: pods, or the VPA as a whole. */
  readonly faults: readonly ObjectFault[];
}

interface Judged {
  candidate: Candidate;
  changes: ChangeReason[];
  way: Way | undefined;
  /** What the containers would state. */
  planned: PodPlan['changes'];
  holds: readonly Hold[];
  /** What holds the part that is left out of `planned`. */
  heldPart?: Hold;
  /** What caps its target below the need. */
  capped: Reason | undefined;
}

const NO_CHANGES: PodPlan['changes'] = [];
const NO_HOLDS: readonly Hold[] = [];
const NO_EVENTS: readonly AwaitedEvent[] = [];
const NO_PRIORITY: Priority = { outsideRecommendedRange: false, scaleUp: false, resourceDiff: 0 };

/**
 * What should be done to every pod of one VPA, and why; a pure function of its input and the time. A pod that
 * cannot be judged is left alone and costs only itself; if the VPA is at fault, all its pods are left alone.
 */
export function planWorkload(workload: WorkloadInput, scope: PolicyScope): WorkloadVerdict {
  return atOnce(planningWorkload(workload, scope));
}

/** Like `planWorkload`, with a pause after each pod when others are due. */
export function* planningWorkload(workload: WorkloadInput, scope: PolicyScope): Sliced<WorkloadVerdict> {
  if (workload.portions) {
    const verdicts: WorkloadVerdict[] = [];
    for (const portion of workload.portions) verdicts.push(yield* planningWorkload(portion, scope));
    return togetherIn(workload, verdicts);
  }
  try {
    return yield* judging(workload, scope);
  } catch (thrown) {
    const fault = faultOf('VerticalPodAutoscaler', workload.vpa.vpa, thrown);
    return { plan: unreadablePlan(workload, fault), acting: [], validUntilMs: Infinity, faults: [fault] };
  }
}

/** The verdict on a PodGroup from those on its portions, in the same order. */
export function togetherIn(workload: WorkloadInput, verdicts: readonly WorkloadVerdict[]): WorkloadVerdict {
  const acts: (Omit<Acting, 'index'> & { pod: PodPlan })[] = [];
  const rest: PodPlan[] = [];
  for (const { plan, acting } of verdicts) {
    for (const [index, pod] of plan.pods.entries()) {
      const act = acting[index];
      if (act) acts.push({ ...act, pod });
      else rest.push(pod);
    }
  }
  acts.sort((a, b) => byPriority(a.proposal.priority, b.proposal.priority));
  const waits = rest.filter(({ decision }) => decision === 'wait');
  const leaves = rest.filter(({ decision }) => decision !== 'wait');
  return {
    plan: vpaPlan(workload, [...acts.map(({ pod }) => pod), ...waits, ...leaves]),
    acting: acts.map(({ pod: _pod, ...act }, index) => ({ ...act, index })),
    validUntilMs: Math.min(...verdicts.map(({ validUntilMs }) => validUntilMs)),
    faults: verdicts.flatMap(({ faults }) => faults),
  };
}

function* judging(workload: WorkloadInput, scope: PolicyScope): Sliced<WorkloadVerdict> {
  const leaves: PodPlan[] = [];
  const judged: Judged[] = [];
  const faults: ObjectFault[] = [];
  const candidateOf = steadyCandidates(workload, scope);
  const pods: PodFacts[] = [];
  for (const pod of workload.pods) {
    yield;
    try {
      const facts = new PodFacts(pod);
      pods.push(facts);
      const finding = judgePod(facts, workload, scope, candidateOf);
      if ('decision' in finding) leaves.push(finding);
      else judged.push(finding);
    } catch (thrown) {
      const fault = faultOf('Pod', pod, thrown);
      faults.push(fault);
      leaves.push(unreadable(pod, fault));
    }
  }
  const urgency = ({ changes }: Judged) => {
    const reasons = changes.map(({ reason }) => reason);
    return goesFirst(reasons, scope) ? 0 : 1;
  };
  judged.sort((a, b) => urgency(a) - urgency(b) || byPriority(a.candidate.priority, b.candidate.priority));
  return yield* weighing(workload, scope, pods, judged, { leaves, faults });
}

function judgePod(
  facts: PodFacts,
  workload: WorkloadInput,
  scope: PolicyScope,
  candidateOf: (facts: PodFacts) => Candidate,
): Judged | PodPlan {
  const excluded = exclusionOf(facts, workload, scope);
  if (excluded) return podPlan(facts, 'leave', [excluded], NO_PRIORITY);
  const candidate = candidateOf(facts);
  const { changes, holds, leave } = findingsOf(candidate, scope);
  if (leave) {
    // That former requests are held is why a kill changes nothing.
    const held = leave.reason.code === 'oom-without-change' ? heldAtFormer(candidate) : undefined;
    return podPlan(facts, 'leave', held ? [held, leave.reason] : [leave.reason], candidate.priority);
  }
  const capped = cappedTarget(candidate);
  if (changes.length === 0 && holds.length === 0)
    return podPlan(
      facts,
      'leave',
      [heldAtFormer(candidate) ?? capped ?? withinBounds(candidate, scope)],
      candidate.priority,
    );
  const way = wayFor(facts, workload, changes);
  const fixed = way === 'resize' ? changes.find((one) => one.changes) : undefined;
  if (fixed?.changes)
    return { candidate, changes: [fixed], way, planned: fixed.changes, holds: NO_HOLDS, capped };
  const whole = way && changes.length > 0 ? plannedChanges(candidate, way, changes, scope) : NO_CHANGES;
  const due = way === 'resize' ? passingPart(candidate, whole, changes, scope) : whole;
  const planned = way === 'evict' ? due : withRangeDefaults(due, candidate);
  return aroundObstacle({ candidate, changes, way, planned, holds, capped }, scope);
}

/** What is due and the kubelet has not refused already. */
function passingPart(
  candidate: Candidate,
  whole: PodPlan['changes'],
  changes: readonly ChangeReason[],
  scope: PolicyScope,
): PodPlan['changes'] {
  const part = scope.cluster.settings.resourcesApart ? refusedPartOf(candidate.facts) : undefined;
  if (!part) return duePart(candidate, whole, changes, scope);
  const causes = changes.filter(({ reason }) => reason.code !== 'resize-part-refused');
  const due = causes.length > 0 ? duePart(candidate, whole, causes, scope) : NO_CHANGES;
  return withoutRefused(candidate.facts, due, part);
}

/** A resize that would be refused: InPlaceOrRecreate evicts instead, InPlace does what passes and waits. */
function aroundObstacle(judged: Judged, scope: PolicyScope): Judged {
  const { candidate, changes, way, planned, holds } = judged;
  const { facts, workload } = candidate;
  const obstacleTo = (change: PodPlan['changes']) =>
    way === 'resize' && change.length > 0
      ? resizeObstacle(facts.pod, change, {
          limits: workload.limits,
          quotas: countingPod(workload.quotas, facts.pod.spec),
          node: traitsOfNode(facts, scope),
        })
      : undefined;
  const reason = obstacleTo(planned);
  if (!reason) return judged;
  if (workload.vpa.mode === 'InPlace' && reason.code === 'memory-limit-stays') {
    const part = withoutMemory(candidate, planned, scope);
    if (part.length > 0 && !obstacleTo(part))
      return { ...judged, planned: part, heldPart: { kind: 'hold', reason, awaits: 'something-changed' } };
  }
  // A new pod would not be allowed to state it either.
  const gainsNothing =
    reason.code === 'container-without-request' && movesOf(facts, planned).every(({ lowers }) => lowers);
  if (workload.vpa.mode === 'InPlace' || reason.code === 'resize-not-allowed' || gainsNothing)
    return { ...judged, holds: [...holds, { kind: 'hold', reason, awaits: 'something-changed' }] };
  return {
    ...judged,
    changes: [...changes, { kind: 'change', by: 'evict', reason }],
    way: 'evict',
    planned: plannedChanges(candidate, 'evict', changes, scope),
  };
}

/** The rest of a change whose memory limits the kubelet does not lower; empty where it depends on them. */
function withoutMemory(
  { facts }: Candidate,
  planned: PodPlan['changes'],
  { cluster }: PolicyScope,
): PodPlan['changes'] {
  if (!cluster.settings.resourcesApart || facts.podLevel) return NO_CHANGES;
  return keeping(planned, (_, resource) => resource !== 'memory');
}

function traitsOfNode({ pod }: PodFacts, { cluster }: PolicyScope): NodeTraits | undefined {
  const { nodeName } = pod.spec;
  return nodeName === undefined ? undefined : cluster.traitsOf?.(nodeName);
}

function plannedChanges(
  candidate: Candidate,
  way: Way,
  causes: readonly ChangeReason[],
  { nowMs }: PolicyScope,
): PodPlan['changes'] {
  const reasons = causes.map(({ reason }) => reason);
  return changesFor(candidate, way, nowMs, approvedPart(candidate.workload, { way, reasons }, nowMs));
}

function findingsOf(candidate: Candidate, scope: PolicyScope) {
  const changes: ChangeReason[] = [];
  const holds: Hold[] = [];
  let leave: Leave | undefined;
  for (const trigger of POLICIES.triggers) {
    for (const finding of trigger.review(candidate, scope)) {
      if (finding.kind === 'change') changes.push(finding);
      else if (finding.kind === 'hold') holds.push(finding);
      else leave = finding;
    }
  }
  return { changes, holds, leave };
}

function exclusionOf(facts: PodFacts, workload: WorkloadInput, scope: PolicyScope): Reason | undefined {
  for (const exclusion of POLICIES.exclusions) {
    const found = exclusion.review(facts, workload, scope);
    if (found) return found.reason;
  }
  return undefined;
}

function* weighing(
  workload: WorkloadInput,
  scope: PolicyScope,
  pods: readonly PodFacts[],
  judged: readonly Judged[],
  { leaves, faults }: { leaves: PodPlan[]; faults: ObjectFault[] },
): Sliced<WorkloadVerdict> {
  const acts: PodPlan[] = [];
  const acting: Acting[] = [];
  const waits: PodPlan[] = [];
  const { approvals } = workload;
  let validUntilMs = approvals
    ? nextExpiryMs(approvals.decisions, approvals.rules, scope.nowMs)
    : Number.POSITIVE_INFINITY;
  const stopped = stopHold(workload);
  const tallies = POLICIES.restraints.map((restraint) => ({
    restraint,
    tally: judged.length > 0 ? restraint.begin(workload, scope, pods) : undefined,
  }));
  if (judged.length > 0)
    for (const { restraint, tally } of tallies)
      validUntilMs = Math.min(validUntilMs, restraint.changesMs?.(scope, tally) ?? validUntilMs);
  const weigh = (one: Judged) => {
    const { facts, priority } = one.candidate;
    for (const { untilMs } of one.changes) validUntilMs = Math.min(validUntilMs, untilMs ?? validUntilMs);
    const causes = one.changes.map((change) => change.reason);
    // What is changed anyway is not too young for it.
    const own = causes.length > 0 ? one.holds.filter(isNoPatience) : one.holds;
    const noted = one.heldPart ? [...own, one.heldPart] : own;
    if (!one.way || causes.length === 0 || isHeldByItself(one)) {
      const held = stopped ? [stopped, ...own] : own;
      waits.push(waiting(facts, withCap(causes, one.capped, held), held, priority, one.planned));
      validUntilMs = earliest(validUntilMs, one.holds);
      return;
    }
    const bare = proposalOf(one.candidate, one.way, causes, one.planned);
    const told = tallies.flatMap(({ restraint, tally }) => restraint.tell?.(bare, scope, tally) ?? []);
    const reasons = told.length > 0 ? [...causes, ...told] : causes;
    const proposal = told.length > 0 ? proposalOf(one.candidate, one.way, reasons, one.planned) : bare;
    const isBack = isWithdrawal(reasons);
    const asking = tallies.filter(({ restraint }) =>
      isBack ? restraint.isForAll : facts.isScheduled || !restraint.isForRunning,
    );
    const holdsOf = (change: ProposedUpdate) => {
      const found = asking.flatMap(({ restraint, tally }) => restraint.review(change, scope, tally) ?? []);
      const asked = isBack ? undefined : approvalHold(change, scope, found);
      return asked ? [...found, asked] : found;
    };
    const { goes, holds } = partThatGoes(proposal, holdsOf, scope);
    validUntilMs = earliest(validUntilMs, [...holds, ...one.holds]);
    if (!goes) {
      waits.push(waiting(facts, withCap(reasons, one.capped, holds), holds, priority, proposal.changes));
      return;
    }
    for (const { restraint, tally } of asking) restraint.choose?.(goes, tally);
    acting.push({
      proposal: goes,
      due: proposal,
      held: holds,
      index: acts.length,
      isFirst: goesFirst(reasons, scope),
    });
    const decision = goes.way === 'evict' ? 'evict' : 'resize';
    const notes = [...holds, ...noted].map((hold) => hold.reason);
    acts.push({ ...podPlan(facts, decision, [...reasons, ...notes], priority), changes: goes.changes });
  };
  for (const one of judged) {
    yield;
    try {
      weigh(one);
    } catch (thrown) {
      const { pod } = one.candidate.facts;
      const fault = faultOf('Pod', pod, thrown);
      faults.push(fault);
      leaves.push(unreadable(pod, fault));
    }
  }
  const plan = vpaPlan(workload, [...acts, ...waits, ...leaves]);
  return { plan, acting, validUntilMs, faults };
}

/** What of a change nothing holds back, which may be a part of it, and what holds the rest. */
export function partThatGoes(
  proposal: ProposedUpdate,
  holdsOf: (change: ProposedUpdate) => readonly Hold[],
  scope: PolicyScope,
): { readonly goes?: ProposedUpdate; readonly holds: readonly Hold[] } {
  const holds = [...holdsOf(proposal)];
  let goes = proposal;
  let open: readonly Hold[] = holds;
  while (open.length > 0) {
    const changes = partDespite(goes, open, scope);
    if (!changes) return { holds };
    goes = proposalOf(goes, goes.way, goes.reasons, changes);
    open = holdsOf(goes);
    holds.push(...open.filter(({ reason }) => !holds.some((known) => known.reason.code === reason.code)));
  }
  if (goes !== proposal && goes.way === 'resize')
    goes = proposalOf(goes, goes.way, goes.reasons, withRangeDefaults(goes.changes, goes));
  return { goes, holds };
}

/** The reasons of a waiting pod, with the cap on its target unless a hold tells of it. */
function withCap(
  reasons: readonly Reason[],
  capped: Reason | undefined,
  holds: readonly Hold[],
): readonly Reason[] {
  const isTold = holds.some(({ reason }) => reason.code === 'exceeds-largest-node');
  return capped && !isTold ? [...reasons, capped] : reasons;
}

function vpaPlan({ vpa, overruledBy }: WorkloadInput, pods: PodPlan[]): VpaPlan {
  const { targetRef, updatePolicy } = vpa.vpa.spec;
  const { kind = '', name = '' } = targetRef ?? {};
  return {
    namespace: vpa.namespace,
    name: vpa.name,
    updateMode: updatePolicy?.updateMode ?? 'Recreate',
    heldMode: heldMode(vpa.vpa),
    target: { kind, name },
    ...(overruledBy !== undefined && { overruledBy }),
    pods,
  };
}

function proposalOf(
  { facts, workload, capped, recommended, spared, priority, breaches, contested }: Candidate,
  way: Way,
  reasons: ProposedUpdate['reasons'],
  changes: ProposedUpdate['changes'],
): ProposedUpdate {
  // Not by spreading: V8 makes a new hidden class for every copy that gains properties.
  return {
    facts,
    workload,
    capped,
    recommended,
    spared,
    priority,
    breaches,
    contested,
    way,
    reasons,
    changes,
  };
}

/**
 * A resize that is still in progress, or was refused, holds back further changes of the same pod in place; nothing is
 * done to a pod for which a node may come.
 */
function isHeldByItself({ way, holds, planned }: Judged): boolean {
  return holds.some(
    ({ reason: { code } }) =>
      code === 'node-may-come' ||
      (code === 'resize-part-refused' && way === 'resize' && planned.length === 0) ||
      (way !== 'evict' &&
        [...RESIZE_OBSTACLES, 'resize-under-way', 'resize-infeasible', 'resize-refused'].some(
          (one) => one === code,
        )),
  );
}

/** Patience is what asks only for time, of requests that nothing else is wrong with. */
function isNoPatience({ reason }: Hold): boolean {
  return !['too-young', 'changed-recently', 'lower-only-now', 'moves-for-room'].includes(reason.code);
}

function earliest(known: number, holds: readonly Hold[]): number {
  return holds.reduce((least, { untilMs }) => Math.min(least, untilMs ?? least), known);
}

function withinBounds(candidate: Candidate, scope: PolicyScope): Reason {
  const difference = candidate.priority.resourceDiff;
  return { code: 'within-bounds', difference, ...neededDifference(candidate, scope) };
}

/**
 * The plan of a waiting pod: why it should change, what holds it back, and the time from which all clocks
 * allow it.
 */
export function waiting(
  facts: PodFacts,
  reasons: readonly Reason[],
  holds: readonly Hold[],
  priority: Priority,
  changes: PodPlan['changes'],
): PodPlan {
  let notBeforeMs: number | undefined;
  const awaits: AwaitedEvent[] = [];
  for (const hold of holds) {
    if (hold.awaits === undefined) notBeforeMs = Math.max(notBeforeMs ?? 0, hold.untilMs ?? 0);
    else if (!awaits.includes(hold.awaits)) awaits.push(hold.awaits);
  }
  return {
    name: facts.name,
    uid: facts.uid,
    decision: 'wait',
    reasons: [...reasons, ...holds.map((hold) => hold.reason)],
    priority,
    changes,
    notBeforeMs,
    awaits,
  };
}

function podPlan(facts: PodFacts, decision: Decision, reasons: Reason[], priority: Priority): PodPlan {
  return {
    name: facts.name,
    uid: facts.uid,
    decision,
    reasons,
    priority,
    changes: NO_CHANGES,
    awaits: NO_EVENTS,
  };
}

/** A plan that leaves everything alone. */
function unreadablePlan(workload: WorkloadInput, fault: ObjectFault): VpaPlan {
  return vpaPlan(
    workload,
    workload.pods.map((pod) => unreadable(pod, fault)),
  );
}

/** The plan of a pod that cannot be judged. */
export function unreadable({ metadata: { name, uid = '' } }: Pod, { about, message }: ObjectFault): PodPlan {
  return {
    name,
    uid,
    decision: 'leave',
    reasons: [{ code: 'unreadable', object: about, message }],
    priority: NO_PRIORITY,
    changes: NO_CHANGES,
    awaits: NO_EVENTS,
  };
}
