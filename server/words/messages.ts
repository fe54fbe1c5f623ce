import { countOf } from './counts';
import type { ProblemCode } from './problems';

/** What people may want to be told of; the setting PLUMBLINE_TELL_EVENTS names them. */
export const TOPICS = [
  'not-working',
  'problem',
  'stop',
  'broken-loop',
  'approval',
  'first-eviction',
] as const;
export type Topic = (typeof TOPICS)[number];

export const TOPIC_WORDS: Readonly<Record<Topic, string>> = {
  'not-working': 'Recommending, admission or updating stands still, and works again',
  problem: 'Something else is broken or waits for a person, and no longer is',
  stop: 'Someone stops, lifts a stop, or leaves one for more than a day',
  'broken-loop': 'Evicted pods come back without the target',
  approval: 'Changes wait for approval',
  'first-eviction': 'Pods of a workload are evicted for the first time',
};

interface NewsRow {
  /** Undefined for what is told whatever the settings. */
  topic: Topic | undefined;
  /** What happened to `count` objects; those are listed after it. */
  sentence(count: number): string;
}

const workloads = (count: number) => countOf(count, 'workload');

/** Everything people are told, most urgent first, each with its sentence. */
export const NEWS = {
  test: { topic: undefined, sentence: () => 'This is a test message of Plumbline' },
  stopped: { topic: 'stop', sentence: () => 'Plumbline was stopped' },
  resumed: { topic: 'stop', sentence: () => 'A stop was lifted' },
  'not-working': {
    topic: 'not-working',
    sentence: (count) =>
      count === 1 ? 'A part of Plumbline does not work' : `${count} parts of Plumbline do not work`,
  },
  'works-again': {
    topic: 'not-working',
    sentence: (count) =>
      count === 1 ? 'A part of Plumbline works again' : `${count} parts of Plumbline work again`,
  },
  'loop-broken': {
    topic: 'broken-loop',
    sentence: (count) =>
      `Evictions of ${workloads(count)} stopped: evicted pods came back without the target`,
  },
  'problem-appeared': {
    topic: 'problem',
    sentence: (count) => (count === 1 ? 'A problem appeared' : `${countOf(count, 'problem')} appeared`),
  },
  'problem-cleared': {
    topic: 'problem',
    sentence: (count) => (count === 1 ? 'A problem is gone' : `${countOf(count, 'problem')} are gone`),
  },
  'approval-waiting': {
    topic: 'approval',
    sentence: (count) => `Changes of ${workloads(count)} wait for approval`,
  },
  'stop-is-old': {
    topic: 'stop',
    sentence: (count) => `${countOf(count, 'stop has', 'stops have')} been in force for more than a day`,
  },
  'first-eviction': {
    topic: 'first-eviction',
    sentence: (count) => `Pods of ${workloads(count)} were evicted for the first time`,
  },
} as const satisfies Record<string, NewsRow>;

export type NewsCode = keyof typeof NEWS;

export function topicOf(code: NewsCode): Topic | undefined {
  return NEWS[code].topic;
}

/** While these last, recommending, admission or updating stands still. */
const STANDING_STILL: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'cluster-unreachable',
  'credentials-refused',
  'crds-not-installed',
  'metrics-not-installed',
  'metrics-unavailable',
  'webhook-not-registered',
  'webhook-address-unknown',
  'webhook-certificate-unusable',
  'webhook-not-serving',
  'admission-lease-not-renewed',
  'lease-held-by-stranger',
  'role-not-started',
  'pass-overdue',
]);

/** Not worth a message; the pages list them. */
const NOT_TOLD: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'messages-not-delivered',
  'messages-not-shared',
  'sample-absurd',
  'prometheus-incomplete',
  'prometheus-partial',
  'prometheus-young',
  'checkpoint-unusable',
  'checkpoint-row-unusable',
  'checkpoint-not-removed',
  'hpa-differs',
  'hpa-minimum-idle',
  'problems-left-out',
]);

/** Under which topic a problem is told; undefined for one that is not. */
export function topicOfProblem(code: ProblemCode): 'not-working' | 'problem' | undefined {
  if (NOT_TOLD.has(code)) return undefined;
  return STANDING_STILL.has(code) ? 'not-working' : 'problem';
}

/** What came of an attempt to deliver a message. */
export const DELIVERIES = {
  delivered: 'Delivered.',
  refused: 'The receiver refuses the message; it is not sent again.',
  redirected: 'The receiver redirects to another address, which is not followed.',
  'slow-down': 'The receiver asks to send less often.',
  'receiver-failed': 'The receiver answered with a server error.',
  'not-answered': 'The receiver does not answer in time.',
  unreachable: 'The receiver cannot be reached.',
  'certificate-unusable': 'The certificate of the receiver cannot be trusted.',
  'gave-up': 'Given up: it could not be delivered in time.',
} as const;

export type DeliveryCode = keyof typeof DELIVERIES;
