import { topicOfProblem } from './messages';
import type { ProblemCode } from './problems';

/** What is wrong asks of people, the most urgent first. */
export const URGENCIES = {
  broken: 'Broken',
  waits: 'Waits for you',
  better: 'Could be better',
} as const;

export type Urgency = keyof typeof URGENCIES;

export const URGENCY_ORDER = Object.keys(URGENCIES) as readonly Urgency[];

export type UrgencyCounts = Record<Urgency, number>;

/** These stop a part of Plumbline, though it recommends, admits and updates. */
const PARTS_BROKEN: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'kubeconfig-missing',
  'kubeconfig-malformed',
  'database-unavailable',
  'database-damaged',
  'checkpoints-away',
  'prometheus-unavailable',
  'status-not-written',
  'loop-failed',
  'unforeseen-error',
]);

/**
 * Of a problem of Plumbline itself: what stands still is broken, what is not worth a message could be better, and so is
 * what was undone, which is tried again without a person.
 */
export function urgencyOfProblem(code: ProblemCode): Urgency {
  if (code === 'undone') return 'better';
  const topic = topicOfProblem(code);
  if (topic === 'not-working' || PARTS_BROKEN.has(code)) return 'broken';
  return topic === undefined && code !== 'messages-not-delivered' ? 'better' : 'waits';
}

/** `1 broken, 2 wait for you, 3 could be better`. */
export function urgencyWords({ broken, waits, better }: UrgencyCounts): string {
  const wait = waits === 1 ? 'waits' : 'wait';
  return [broken, waits, better].every((count) => count === 0)
    ? 'Nothing is broken, nothing waits for you, and nothing is known that could be better.'
    : `${count(broken)} broken, ${count(waits)} ${wait} for you, ${count(better)} could be better.`;
}

function count(of: number): string {
  return of.toLocaleString('en-US');
}
