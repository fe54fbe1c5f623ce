import { type Amounts, REQUESTED_RESOURCES, type RequestedResource } from '../../../objects/units';
import { type ChangeDecision, expiryOf, inForce } from './decisions';
import type { ApprovalRules, Direction, Threshold } from './rules';

/** So far a target may move beyond what was decided about it and still count as the same. */
export const SLACK = 0.05;

/** What the plan must know about approvals of one VPA. */
export interface ApprovalFacts {
  readonly rules: ApprovalRules;
  readonly fault?: string;
  /** All decisions about the VPA, newest first. */
  readonly decisions: readonly ChangeDecision[];
  /** Why no decision can be given here: without their kind in the cluster, or the right to read them. */
  readonly missing?: 'not-installed' | 'forbidden';
}

/** A request as it is and as it would be, in millicores or bytes. */
export interface ApprovalChange {
  readonly container: string;
  readonly resource: RequestedResource;
  /** Absent if none is stated. */
  readonly from?: number;
  readonly to: number;
  /** The limit that changes with it, to be seen by whoever decides: decisions are about requests. */
  readonly limit?: { readonly from?: number; readonly to: number };
}

/** What one container states now and would state. */
interface ContainerChange {
  readonly container: string;
  readonly from: Amounts;
  readonly to: Amounts;
  readonly limits: Amounts;
  readonly formerLimits?: Amounts;
}

export function directionOf({ from = 0, to }: Pick<ApprovalChange, 'from' | 'to'>): Direction {
  return to < from ? 'shrinking' : 'growing';
}

/** The requests among these changes that a person must approve. */
export function requiring(rules: ApprovalRules, changes: readonly ContainerChange[]): ApprovalChange[] {
  return changes.flatMap((change) =>
    REQUESTED_RESOURCES.flatMap((resource): ApprovalChange[] => {
      const from = change.from[resource];
      const to = change.to[resource];
      const one = {
        container: change.container,
        resource,
        ...(from !== undefined && { from }),
        ...limitOf(change, resource),
      };
      if (to !== undefined) return isRequired(rules, { ...one, to }) ? [{ ...one, to }] : [];
      // Only its limit changes: that counts where everything does.
      if (change.limits[resource] === undefined || from === undefined || !isAlways(rules, resource))
        return [];
      return [{ ...one, to: from }];
    }),
  );
}

function limitOf(
  { limits, formerLimits = {} }: ContainerChange,
  resource: RequestedResource,
): Pick<ApprovalChange, 'limit'> {
  const [from, to] = [formerLimits[resource], limits[resource]];
  if (to === undefined || to === from) return {};
  return { limit: { ...(from !== undefined && { from }), to } };
}

function isAlways({ growing, shrinking }: ApprovalRules, resource: RequestedResource): boolean {
  const all = (threshold: Threshold) =>
    threshold !== undefined && 'share' in threshold && threshold.share === 0;
  return all(growing[resource]) && all(shrinking[resource]);
}

export function isRequired(rules: ApprovalRules, change: ApprovalChange): boolean {
  const { from = 0, to, resource } = change;
  const threshold = rules[directionOf(change)][resource];
  if (!threshold) return false;
  const by = Math.abs(to - from);
  return 'share' in threshold ? by > threshold.share * from : by > threshold.amount;
}

/** Whether a decision is about this change, and it goes no further than what was decided. */
export function covers({ targets }: Pick<ChangeDecision, 'targets'>, change: ApprovalChange): boolean {
  const { from = 0, to } = change;
  const decided = targets.get(change.container)?.[change.resource];
  if (decided === undefined) return false;
  const isTooMuch = to >= from && to > decided * (1 + SLACK);
  const isTooLittle = to <= from && to < decided * (1 - SLACK);
  return !isTooMuch && !isTooLittle;
}

/**
 * How far a change may go by what was decided: to its target if that covers it, else the amount decided if that lies on
 * the way. Undefined if it may not begin.
 */
export function stepTowards(
  decision: Pick<ChangeDecision, 'targets'>,
  change: ApprovalChange,
): number | undefined {
  if (covers(decision, change)) return change.to;
  const { container, resource, from = 0, to } = change;
  const decided = decision.targets.get(container)?.[resource];
  if (decided === undefined || Math.abs(decided - from) <= SLACK * decided) return undefined;
  return decided > Math.min(from, to) && decided < Math.max(from, to) ? decided : undefined;
}

/**
 * What a request may become now: its target, or what was approved of it if the target has gone further since, so that
 * nobody's approval is outrun.
 */
export function asFarAsApproved(
  { rules, decisions }: Pick<ApprovalFacts, 'rules' | 'decisions'>,
  change: ApprovalChange,
  nowMs: number,
): number {
  if (!isRequired(rules, change)) return change.to;
  const steps = inForce(decisions, rules, nowMs).approvals.flatMap((one) => stepTowards(one, change) ?? []);
  if (steps.length === 0) return change.to;
  return directionOf(change) === 'growing' ? Math.max(...steps) : Math.min(...steps);
}

/** Whether a change is still the one that was decided about: its target has hardly moved. */
export function isSameAs(
  { targets }: Pick<ChangeDecision, 'targets'>,
  { container, resource, to }: ApprovalChange,
): boolean {
  const decided = targets.get(container)?.[resource];
  return decided !== undefined && Math.abs(to - decided) <= SLACK * decided;
}

export type ApprovalVerdict =
  | { readonly kind: 'passes' }
  | { readonly kind: 'awaits'; readonly changes: readonly ApprovalChange[] }
  | {
      readonly kind: 'rejected';
      readonly changes: readonly ApprovalChange[];
      readonly rejection: ChangeDecision;
      readonly untilMs: number;
    };

const PASSES: ApprovalVerdict = { kind: 'passes' };

/** Whether a change of a pod may go on. Each request that needs it must be covered by an approval that counts. */
export function judgeChange(
  { rules, decisions }: Pick<ApprovalFacts, 'rules' | 'decisions'>,
  changes: readonly ContainerChange[],
  nowMs: number,
): ApprovalVerdict {
  const required = requiring(rules, changes);
  if (required.length === 0) return PASSES;
  const { approvals, rejection } = inForce(decisions, rules, nowMs);
  const open = required.filter((change) => !approvals.some((approval) => covers(approval, change)));
  if (open.length === 0) return PASSES;
  if (rejection && open.every((change) => isSameAs(rejection, change)))
    return { kind: 'rejected', changes: open, rejection, untilMs: expiryOf(rejection, rules) };
  return { kind: 'awaits', changes: open };
}

/** Whether a request may become what is recommended, for a pod that is made anew. */
export function mayBecome(
  { rules, decisions }: Pick<ApprovalFacts, 'rules' | 'decisions'>,
  change: ApprovalChange,
  nowMs: number,
): boolean {
  return (
    !isRequired(rules, change) ||
    inForce(decisions, rules, nowMs).approvals.some((one) => covers(one, change))
  );
}
