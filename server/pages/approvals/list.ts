import type { VisibleNamespaces } from '../../access';
import {
  AGES,
  type ApprovalRow,
  type ApprovalsMissing,
  type ChangeDirection,
  type DecisionRow,
  DIRECTIONS,
} from '../../contract/approvals';
import { expiryOf, inForce } from '../../decide/features/approvals/decisions';
import { type ApprovalChange, type ApprovalFacts, directionOf } from '../../decide/features/approvals/judge';
import { changeApproval, decidedTargets } from '../../decide/features/approvals/object';
import { waitsSinceMs } from '../../decide/features/approvals/waiting';
import type { WorkloadInput } from '../../decide/running/plan-input';
import type { VpaPlan } from '../../decide/running/planned';
import { waitingChange } from '../../decide/running/waiting-change';
import { MadeOnce } from '../../lib/memo/made-once';
import type { Sliced } from '../../lib/time/slices';
import { sorting } from '../../lib/time/sorting';
import type { Planned } from '../../updater/shown-plan';
import { compareTexts, naturalKey } from '../../words/natural-order';
import { countBy, hasWords, isValue, type ListSpec, type Tallies } from '../list';
import type { KnownValues } from '../list-query';
import { Sheet } from '../sheet';

/** A change that waits, with what it is searched and sorted by. */
export interface ListedApproval {
  readonly row: ApprovalRow;
  readonly text: string;
  readonly key: string;
}

/** Everything about approvals in one plan. */
export interface Approvals {
  readonly sheet: Sheet<ListedApproval>;
  readonly atMs: number;
  readonly missing?: ApprovalsMissing;
  readonly within: MadeOnce<VisibleNamespaces, ApprovalsWithin>;
}

interface ApprovalsWithin {
  /** How many VPAs ask for approvals. */
  readonly asking: number;
  /** The newest decisions, newest first. */
  readonly recent: readonly DecisionRow[];
}

const MOST_RECENT = 20;
/** Of a name that becomes part of another. */
const LONGEST_BASE = 200;

export const KNOWN_OF_APPROVALS: KnownValues = {
  direction: (value) => DIRECTIONS.some((each) => each === value),
  age: (value) => Object.hasOwn(AGES, value),
};

/** What waits for a person in a plan, and what was decided. */
export function* listedApprovals(
  { plan, workloads }: Planned,
  former: Sheet<ListedApproval> | undefined,
): Sliced<Approvals> {
  const listed: ListedApproval[] = [];
  const decided = new Map<string, { asking: number; recent: DecisionRow[] }>();
  let missing: ApprovalsMissing | undefined;
  for (const [index, vpaPlan] of plan.vpas.entries()) {
    const workload = workloads[index];
    yield;
    if (!workload?.approvals || workload.overruledBy !== undefined) continue;
    missing ??= workload.approvals.missing;
    const row = approvalRow(vpaPlan, workload);
    if (row) listed.push(listedApproval(row));
    const own = decided.get(vpaPlan.namespace) ?? { asking: 0, recent: [] };
    const decisions = decisionRows(workload, workload.approvals, plan.atMs);
    decided.set(vpaPlan.namespace, { asking: own.asking + 1, recent: newest([...own.recent, ...decisions]) });
  }
  const rows = yield* sorting(listed, (a, b) => compareTexts(a.key, b.key));
  const within = new MadeOnce<VisibleNamespaces, ApprovalsWithin>({
    make: async (reach) => {
      const reached = [...decided].filter(([namespace]) => reach.covers(namespace)).map(([, own]) => own);
      return {
        asking: reached.reduce((sum, { asking }) => sum + asking, 0),
        recent: newest(reached.flatMap(({ recent }) => recent)),
      };
    },
  });
  return { sheet: new Sheet(rows, former), atMs: plan.atMs, ...(missing && { missing }), within };
}

function newest(decisions: DecisionRow[]): DecisionRow[] {
  return decisions.sort((a, b) => b.madeMs - a.madeMs).slice(0, MOST_RECENT);
}

/** A change that waits, ready to be listed. */
export function listedApproval(row: ApprovalRow): ListedApproval {
  const { namespace, name, target, changes } = row;
  const containers = changes.map(({ container }) => container).join(' ');
  return {
    row,
    text: `${namespace}/${name} ${target.kind} ${target.name} ${containers}`.toLowerCase(),
    key: naturalKey(`${namespace}/${name}`),
  };
}

/** What of a VPA waits for a person; undefined if nothing does. */
export function approvalRow(plan: VpaPlan, { vpa, approvals }: WorkloadInput): ApprovalRow | undefined {
  const waiting = waitingChange(plan.pods);
  if (!waiting) return undefined;
  const { namespace, name, target, updateMode, heldMode } = plan;
  const sinceMs = waitsSinceMs(vpa.vpa);
  return {
    namespace,
    name,
    target,
    updateMode,
    ...(heldMode && { heldMode }),
    ...waiting,
    direction: directionOfAll(waiting.changes),
    ...(sinceMs !== undefined && { sinceMs }),
    ...(approvals?.fault !== undefined && { fault: approvals.fault }),
  };
}

function directionOfAll(changes: readonly ApprovalChange[]): ChangeDirection {
  const directions = new Set(changes.map(directionOf));
  const [only = 'growing'] = directions;
  return directions.size > 1 ? 'both' : only;
}

/** The object that approves what a row shows. */
export function approvalOf({ namespace, name, changes }: ApprovalRow): object {
  const metadata = { namespace, generateName: `${name.slice(0, LONGEST_BASE)}-` };
  return changeApproval(metadata, { vpa: name, decision: 'Approved', containers: decidedTargets(changes) });
}

/** The decisions about a VPA, newest first. */
export function decisionRows(
  { vpa: { namespace, name: vpa } }: Pick<WorkloadInput, 'vpa'>,
  { decisions, rules }: ApprovalFacts,
  nowMs: number,
): DecisionRow[] {
  if (decisions.length === 0) return [];
  const { approvals, rejection } = inForce(decisions, rules, nowMs);
  return decisions.map((one) => {
    const { name, decision, targets, by, manager, reason, madeMs } = one;
    const untilMs = expiryOf(one, rules);
    const counts = one === rejection || approvals.includes(one);
    return {
      namespace,
      vpa,
      name,
      decision,
      containers: [...targets].map(([container, target]) => ({ name: container, target })),
      ...(by !== undefined && { by }),
      ...(manager !== undefined && { manager }),
      ...(reason !== undefined && { reason }),
      madeMs,
      untilMs,
      state: counts ? 'counts' : untilMs <= nowMs ? 'expired' : 'taken-back',
    };
  });
}

/** The largest share by which a request would change; a request that is not stated changes by all of it. */
function largestShare({ changes }: ApprovalRow): number {
  return Math.max(...changes.map(({ from = 0, to }) => Math.abs(to - from) / Math.max(1, from)));
}

/** The list of what waits, of a plan made at `atMs`. */
export function approvalListSpec(atMs: number, pageSize = 50) {
  const agedMs = ({ sinceMs }: ApprovalRow) => atMs - (sinceMs ?? atMs);
  return {
    pageSize,
    parts: (one) => [one],
    namespaceOf: ({ row }) => row.namespace,
    filters: {
      q: hasWords<ListedApproval, ListedApproval>(({ text }) => text),
      namespace: isValue<ListedApproval, ListedApproval>(({ row }) => row.namespace),
      vpa: isValue<ListedApproval, ListedApproval>(({ row }) => row.name),
      direction: isValue<ListedApproval, ListedApproval>(({ row }) => row.direction),
      age: (value) => (one) => (agedMs(one.row) >= AGES[value as keyof typeof AGES] ? one : undefined),
    },
    tallies: {
      namespace: countBy<ListedApproval, ListedApproval>(({ row }) => row.namespace),
      direction: countBy<ListedApproval, ListedApproval>(({ row }) => row.direction),
    },
    sorts: {
      age: ({ row }) => agedMs(row),
      name: ({ row }) => naturalKey(row.name),
      namespace: ({ key }) => key,
      pods: ({ row }) => row.pods,
      change: ({ row }) => largestShare(row),
    },
  } satisfies ListSpec<ListedApproval, ListedApproval, Tallies<ListedApproval, ListedApproval>>;
}
