import type { AwaitedEvent, Decision, Reason } from '../../words/reasons';
import { candidates } from './candidate';
import { changesFor } from './changes';
import type { WorkloadInput } from './plan-input';
import type { PodPlan, Priority, VpaPlan } from './plan-types';
import { PodFacts } from './pod-facts';
import { POLICIES } from './policies';
import { wayFor } from './policies/update-mode';
import type { Candidate, Change, Hold, Leave, PolicyScope, Proposal, Way } from './policy';
import { byPriority } from './priority';

/** A pod that would be acted on as far as its own VPA is concerned. */
export interface Acting {
  readonly proposal: Proposal;
  /** Where it stands in `plan.pods`. */
  readonly index: number;
}

/** The plan for one VPA before what all VPAs share is asked. */
export interface WorkloadVerdict {
  readonly plan: VpaPlan;
  readonly acting: readonly Acting[];
  /** Nothing about it changes before this time unless the input does. */
  readonly validUntilMs: number;
}

interface Judged {
  candidate: Candidate;
  changes: Change[];
  way: Way | undefined;
  holds: Hold[];
}

const NO_CHANGES: PodPlan['changes'] = [];
const NO_EVENTS: readonly AwaitedEvent[] = [];
const NO_PRIORITY: Priority = { outsideRecommendedRange: false, scaleUp: false, resourceDiff: 0 };

/** What should be done to every pod of one VPA, and why; a pure function of its input and the time. */
export function planWorkload(workload: WorkloadInput, scope: PolicyScope): WorkloadVerdict {
  const leaves: PodPlan[] = [];
  const judged: Judged[] = [];
  const candidateOf = candidates(workload);
  const pods = workload.pods.map((pod) => new PodFacts(pod));
  for (const facts of pods) {
    const excluded = exclusionOf(facts, workload, scope);
    if (excluded) {
      leaves.push(podPlan(facts, 'leave', [excluded], NO_PRIORITY));
      continue;
    }
    const candidate = candidateOf(facts);
    const { changes, holds, leave } = findingsOf(candidate, scope);
    if (leave) leaves.push(podPlan(facts, 'leave', [leave.reason], candidate.priority));
    else if (changes.length > 0 || holds.length > 0)
      judged.push({ candidate, changes, way: wayFor(facts, workload, changes), holds });
    else leaves.push(podPlan(facts, 'leave', [withinBounds(candidate, scope)], candidate.priority));
  }
  judged.sort((a, b) => byPriority(a.candidate.priority, b.candidate.priority));
  return verdictOf(workload, scope, pods, judged, leaves);
}

function findingsOf(candidate: Candidate, scope: PolicyScope) {
  const changes: Change[] = [];
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

function verdictOf(
  workload: WorkloadInput,
  scope: PolicyScope,
  pods: readonly PodFacts[],
  judged: readonly Judged[],
  leaves: readonly PodPlan[],
): WorkloadVerdict {
  const { vpa } = workload;
  const acts: PodPlan[] = [];
  const acting: Acting[] = [];
  const waits: PodPlan[] = [];
  let validUntilMs = Number.POSITIVE_INFINITY;
  const tallies = POLICIES.restraints.map((restraint) => ({
    restraint,
    tally: judged.length > 0 ? restraint.begin(workload, scope, pods) : undefined,
  }));
  for (const one of judged) {
    const { facts, priority } = one.candidate;
    const reasons = one.changes.map((change) => change.reason);
    const changes = one.way && reasons.length > 0 ? changesFor(one.candidate, one.way) : NO_CHANGES;
    if (!one.way || reasons.length === 0 || isHeldByItself(one)) {
      waits.push(waiting(facts, reasons, one.holds, priority, changes));
      validUntilMs = earliest(validUntilMs, one.holds);
      continue;
    }
    const proposal = proposalOf(one.candidate, one.way, reasons, changes);
    const holds = tallies.flatMap(({ restraint, tally }) => restraint.review(proposal, scope, tally) ?? []);
    validUntilMs = earliest(validUntilMs, [...holds, ...one.holds]);
    if (holds.length > 0) {
      waits.push(waiting(facts, reasons, holds, priority, proposal.changes));
      continue;
    }
    for (const { restraint, tally } of tallies) restraint.take?.(proposal, tally);
    acting.push({ proposal, index: acts.length });
    const decision = proposal.way === 'evict' ? 'evict' : 'resize';
    const notes = one.holds.map((hold) => hold.reason);
    acts.push({ ...podPlan(facts, decision, [...reasons, ...notes], priority), changes: proposal.changes });
  }
  const { kind = '', name = '' } = vpa.vpa.spec.targetRef ?? {};
  return {
    plan: {
      namespace: vpa.namespace,
      name: vpa.name,
      updateMode: vpa.vpa.spec.updatePolicy?.updateMode ?? 'Recreate',
      target: { kind, name },
      pods: [...acts, ...waits, ...leaves],
    },
    acting,
    validUntilMs,
  };
}

function proposalOf(
  { facts, workload, capped, recommended, priority, breaches, contested }: Candidate,
  way: Way,
  reasons: Proposal['reasons'],
  changes: Proposal['changes'],
): Proposal {
  // Not by spreading: V8 makes a new hidden class of every copy that properties are added to.
  return { facts, workload, capped, recommended, priority, breaches, contested, way, reasons, changes };
}

/** A resize that is still under way, or was refused, holds back further changes of the same pod in place. */
function isHeldByItself({ way, holds }: Judged): boolean {
  return (
    way !== 'evict' &&
    holds.some(({ reason }) =>
      ['resize-under-way', 'resize-infeasible', 'resize-failed', 'resize-refused'].includes(reason.code),
    )
  );
}

function earliest(known: number, holds: readonly Hold[]): number {
  return holds.reduce((least, { untilMs }) => Math.min(least, untilMs ?? least), known);
}

function withinBounds({ priority }: Candidate, { cluster }: PolicyScope): Reason {
  return {
    code: 'within-bounds',
    difference: priority.resourceDiff,
    threshold: cluster.settings.podUpdateThreshold,
  };
}

/** The plan of a pod that waits: why it should change, what holds it back, and the latest time all clocks allow it. */
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
