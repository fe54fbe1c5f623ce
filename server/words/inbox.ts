import { NEED_URGENCIES, NEEDS, type NeedCode } from './needs';
import { PROBLEM_TABLE, type ProblemCode } from './problems';
import { type Urgency, urgencyOfProblem } from './urgency';

/** What waits for a person, besides problems and what workloads need. */
export const DECISIONS_DUE = {
  'approval-due': 'A change waits for approval',
  'stopped-long': 'A stop has been in force for more than a day',
} as const;

export type InboxCode = NeedCode | ProblemCode | keyof typeof DECISIONS_DUE;

/** The sentences of all lines. */
export const INBOX_SENTENCES: Readonly<Record<InboxCode, string>> = {
  ...(Object.fromEntries(
    Object.entries(PROBLEM_TABLE).map(([code, { sentence }]) => [code, sentence]),
  ) as Record<ProblemCode, string>),
  ...NEEDS,
  ...DECISIONS_DUE,
};

export function isNeed(code: InboxCode): code is NeedCode {
  return Object.hasOwn(NEEDS, code);
}

function isDecision(code: InboxCode): code is keyof typeof DECISIONS_DUE {
  return Object.hasOwn(DECISIONS_DUE, code);
}

export function urgencyOfCode(code: InboxCode): Urgency {
  if (isDecision(code)) return 'waits';
  return isNeed(code) ? NEED_URGENCIES[code] : urgencyOfProblem(code);
}
