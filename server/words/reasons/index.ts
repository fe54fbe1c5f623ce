import { placeName } from '../container-name';
import type { Decision, Fate } from '../decisions';
import { CHANGE_REASONS } from './change';
import { EFFECT_REASONS } from './effect';
import { HOLD_REASONS } from './hold';
import { LEAVE_REASONS, LEFT_ALONE_BY } from './leave';
import type { Row } from './row';

/**
 * Every reason of the updater, with its sentence and its evidence in words. Events, log, record and pages
 * read them here.
 */
export const REASONS = { ...CHANGE_REASONS, ...EFFECT_REASONS, ...LEAVE_REASONS, ...HOLD_REASONS } as const;

export type ReasonCode = keyof typeof REASONS;

type EvidenceOf<Code extends ReasonCode> =
  (typeof REASONS)[Code] extends Row<infer Evidence> ? Evidence : never;

export type Reason = { [Code in ReasonCode]: { code: Code } & EvidenceOf<Code> }[ReasonCode];

/** The outcome for a pod with this decision and these reasons. */
export function fateOf(decision: Decision, codes: readonly ReasonCode[]): Fate {
  if (decision !== 'leave') return decision;
  const [why] = codes.flatMap((code) => (isLeaving(code) ? [LEFT_ALONE_BY[code]] : []));
  return why ?? 'cannot';
}

function isLeaving(code: ReasonCode): code is keyof typeof LEFT_ALONE_BY {
  return Object.hasOwn(LEFT_ALONE_BY, code);
}

/**
 * The numbers behind a reason as a clause; empty if its sentence says it all. `nowMs` is the cluster's time.
 */
export function evidenceOf(reason: Reason, nowMs: number): string {
  const { evidence } = REASONS[reason.code] as Row<Reason>;
  const container = 'container' in reason ? reason.container : undefined;
  return evidence(
    container === undefined ? reason : ({ ...reason, container: placeName(container) } as Reason),
    nowMs,
  );
}

/** A reason as one sentence with its numbers. `nowMs` is the cluster's time. */
export function reasonText(reason: Reason, nowMs: number): string {
  const evidence = evidenceOf(reason, nowMs);
  const sentence = REASONS[reason.code].sentence.replace(/\.$/, '');
  return evidence ? `${sentence}: ${evidence}.` : `${sentence}.`;
}

/** Several reasons as one text. `nowMs` is the cluster's time. */
export function reasonsText(reasons: readonly Reason[], nowMs: number): string {
  return reasons.map((reason) => reasonText(reason, nowMs)).join(' ');
}
