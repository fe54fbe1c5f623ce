import { countOf } from './counts';
import { NEED_URGENCIES, NEEDS, NEEDS_OF_MANY, type NeedCode } from './needs';
import { PROBLEM_TABLE, type ProblemCode } from './problems';
import { type Urgency, urgencyOfProblem } from './urgency';

/** What waits for a person, besides problems and what workloads need. */
export const DECISIONS_DUE = {
  'approval-due': 'A change waits for approval',
  'stopped-long': 'A stop has been in force for more than a day',
} as const;

/** What a line of the inbox tells. */
export type InboxCode = NeedCode | ProblemCode | keyof typeof DECISIONS_DUE;

/** The sentences of all lines. */
export const INBOX_SENTENCES: Readonly<Record<InboxCode, string>> = {
  ...(Object.fromEntries(
    Object.entries(PROBLEM_TABLE).map(([code, { sentence }]) => [code, sentence]),
  ) as Record<ProblemCode, string>),
  ...NEEDS,
  ...DECISIONS_DUE,
};

/** Several things of one code: `7 workloads` `leak memory`; where nothing better is known, `7 ×` before the sentence of one. */
export function wordsOfMany(code: InboxCode, count: number): { subject: string; predicate: string } {
  if (isNeed(code)) return { subject: countOf(count, 'workload'), predicate: NEEDS_OF_MANY[code] };
  const found = OF_MANY[code];
  return found
    ? { subject: countOf(count, found.noun), predicate: found.predicate }
    : { subject: `${count.toLocaleString('en-US')} ×`, predicate: INBOX_SENTENCES[code] };
}

const OF_MANY: Partial<Record<InboxCode, { noun: string; predicate: string }>> = {
  'memory-leak': { noun: 'container', predicate: 'leak memory' },
  'approval-due': { noun: 'workload', predicate: 'wait for approval of a change' },
  'stopped-long': { noun: 'stop', predicate: 'have been in force for more than a day' },
  'hpa-sees-no-container': { noun: 'HPA', predicate: 'do not see a container that is full' },
  'hpa-target-shared': { noun: 'HPA', predicate: 'share their target with another' },
  'hpa-contested': { noun: 'HPA', predicate: 'are scaled by another controller too' },
  'goes-back-and-forth': { noun: 'pod', predicate: 'have requests that change again and again' },
  'evictions-held': { noun: 'workload', predicate: 'have pods that have been held back for more than a day' },
  'pods-unpatched': { noun: 'workload', predicate: 'have pods that start without the recommendation' },
  'policy-invalid': { noun: 'VPA', predicate: 'have a policy that cannot be used' },
};

export function isNeed(code: InboxCode): code is NeedCode {
  return Object.hasOwn(NEEDS, code);
}

function isDecision(code: InboxCode): code is keyof typeof DECISIONS_DUE {
  return Object.hasOwn(DECISIONS_DUE, code);
}

/** What a line asks of people. */
export function urgencyOfCode(code: InboxCode): Urgency {
  if (isDecision(code)) return 'waits';
  return isNeed(code) ? NEED_URGENCIES[code] : urgencyOfProblem(code);
}
