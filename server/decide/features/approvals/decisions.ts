import type { ChangeApproval } from '../../../objects/plumbline-types';
import { amountFrom, isQuantity } from '../../../objects/quantity';
import { type Amounts, REQUESTED_RESOURCES, type RequestedResource } from '../../../objects/units';
import type { ApprovalRules } from './rules';

export const APPROVAL_DECISIONS = ['Approved', 'Rejected'] as const;

export interface ChangeDecision {
  /** The name of its object. */
  readonly name: string;
  readonly vpa: string;
  readonly decision: (typeof APPROVAL_DECISIONS)[number];
  /** The requests it is about, per container. */
  readonly targets: ReadonlyMap<string, Amounts>;
  readonly reason?: string;
  /** Who, as the object states it. */
  readonly by?: string;
  /** The program that made the object, as the API server noted it. */
  readonly manager?: string;
  readonly madeMs: number;
  /** As the object states it. */
  readonly expiresMs?: number;
}

/** @throws RangeError naming what cannot be read */
export function readDecision({ metadata, spec }: ChangeApproval): ChangeDecision {
  const decision = APPROVAL_DECISIONS.find((one) => one === spec?.decision);
  if (!decision) throw new RangeError(`spec.decision must be ${APPROVAL_DECISIONS.join(' or ')}`);
  if (typeof spec.vpa !== 'string' || spec.vpa === '') throw new RangeError('spec.vpa names no VPA');
  if (!Array.isArray(spec.containers)) throw new RangeError('spec.containers is no list');
  const targets = new Map<string, Amounts>();
  for (const [index, container] of spec.containers.entries()) {
    const name: unknown = container?.name;
    if (typeof name !== 'string') throw new RangeError(`spec.containers[${index}].name is no name`);
    targets.set(name, amountsOf(container.target, index));
  }
  const expiresMs = timeOf(spec.expiresAt);
  if (Number.isNaN(expiresMs)) throw new RangeError('spec.expiresAt is no time');
  return {
    name: metadata.name,
    vpa: spec.vpa,
    decision,
    targets,
    ...(spec.reason && { reason: String(spec.reason) }),
    ...(spec.by && { by: String(spec.by) }),
    ...(metadata.managedFields?.[0]?.manager && { manager: metadata.managedFields[0].manager }),
    madeMs: timeOf(metadata.creationTimestamp) || 0,
    ...(expiresMs !== undefined && { expiresMs }),
  };
}

function amountsOf(target: Readonly<Record<string, unknown>> | undefined, index: number): Amounts {
  const amounts: Partial<Record<RequestedResource, number>> = {};
  for (const resource of REQUESTED_RESOURCES) {
    const value = target?.[resource];
    if (value === undefined) continue;
    if (!isQuantity(value))
      throw new RangeError(`spec.containers[${index}].target.${resource} is no quantity`);
    amounts[resource] = amountFrom(resource, value);
  }
  return amounts as Amounts;
}

function timeOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Date.parse(text);
}

/** When a decision ceases to count: as it says itself, at the latest as the rules of the VPA do. */
export function expiryOf({ madeMs, expiresMs }: ChangeDecision, { expiresAfterMs }: ApprovalRules): number {
  return Math.min(expiresMs ?? Number.POSITIVE_INFINITY, madeMs + expiresAfterMs);
}

/** The decisions that count now: a rejection takes back what was approved before it. */
export interface InForce {
  readonly approvals: readonly ChangeDecision[];
  readonly rejection?: ChangeDecision;
}

/** @param decisions all those about one VPA, newest first */
export function inForce(decisions: readonly ChangeDecision[], rules: ApprovalRules, nowMs: number): InForce {
  const counts = (one: ChangeDecision) => nowMs < expiryOf(one, rules);
  const end = decisions.findIndex(({ decision }) => decision === 'Rejected');
  const rejection = decisions[end];
  return {
    approvals: (end < 0 ? decisions : decisions.slice(0, end)).filter(counts),
    ...(rejection && counts(rejection) && { rejection }),
  };
}

/** Newest first; of one second, in which the API server dates all, a rejection counts as the newest. */
export function byAge(a: ChangeDecision, b: ChangeDecision): number {
  const turn = ({ decision }: ChangeDecision) => APPROVAL_DECISIONS.indexOf(decision);
  return b.madeMs - a.madeMs || turn(b) - turn(a) || (a.name < b.name ? -1 : 1);
}

/** When what counts changes next without any news. */
export function nextExpiryMs(
  decisions: readonly ChangeDecision[],
  rules: ApprovalRules,
  nowMs: number,
): number {
  return decisions.reduce((next, one) => {
    const atMs = expiryOf(one, rules);
    return atMs > nowMs ? Math.min(next, atMs) : next;
  }, Number.POSITIVE_INFINITY);
}
