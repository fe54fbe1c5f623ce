import type { DeliveryCode, NewsCode } from '../words/messages';
import type { Fact } from './fact';

/** One object of a message. */
export type NewsItem = Omit<Fact, 'code' | 'key'>;

/** How many objects of a message are in each namespace; of many namespaces, those with the most. */
export type ObjectCounts = Readonly<Record<string, number>>;

/** What people are told at once: alike things, the first by name. */
export interface Message {
  /** Of what it says: the same in every attempt, so that a receiver can tell a repetition. */
  readonly id: string;
  readonly code: NewsCode;
  readonly atMs: number;
  /** When it was made, by the wall clock. */
  readonly madeMs: number;
  readonly count: number;
  readonly items: readonly NewsItem[];
  readonly places?: ObjectCounts;
  /** Earlier messages that had no room and were never sent. */
  readonly dropped: number;
  /** Keys of the receivers that still have to get it. */
  readonly to: readonly string[];
}

/** What people were told to last; over when no process sees it any more. */
export interface Lasting extends Pick<Fact, 'code' | 'about' | 'path' | 'problem' | 'namespace'> {
  /** Until when it counts as seen, by process; wall clock, in Unix milliseconds. */
  readonly by: Readonly<Record<string, number>>;
}

/** Failures in a row of one receiver, and when it is tried again, by the wall clock. */
export interface ReceiverFailures {
  readonly failures: number;
  readonly nextMs: number;
  readonly why: DeliveryCode;
}

/** What came of one message at one receiver in the end. */
export interface Delivery {
  readonly id: string;
  readonly receiver: string;
  readonly code: NewsCode;
  readonly count: number;
  readonly places?: ObjectCounts;
  readonly outcome: DeliveryCode;
  /** Of the cluster clock. */
  readonly atMs: number;
  readonly attempts: number;
}

/** What all processes of a cluster know of what people were told. Plain data, replaced and never changed. */
export interface Ledger {
  /** What happened before is not told; Unix milliseconds of the cluster clock. */
  readonly sinceMs: number;
  /** Messages ever made. */
  readonly serial: number;
  readonly lasting: Readonly<Record<string, Lasting>>;
  /** What happened once and was told, with its time. */
  readonly once: Readonly<Record<string, number>>;
  /** Messages on their way, oldest first. */
  readonly queue: readonly Message[];
  readonly lines: Readonly<Record<string, ReceiverFailures>>;
  /** When the messages of the last hour were made, by the wall clock. */
  readonly made: readonly number[];
  /** Messages dropped for want of room since a message said so. */
  readonly dropped: number;
  /** The last ones, newest first. */
  readonly deliveries: readonly Delivery[];
}

/** All annotations of an object together may have 256 KiB; these bounds keep the ledger well below. */
export const MOST_BYTES = 200 * 1024;
export const MOST_LASTING_BYTES = 120 * 1024;
export const MOST_QUEUED = 40;
export const MOST_OBJECTS_NAMED = 5;
export const MOST_PLACES = 20;
export const MOST_ONCE = 1000;
export const MOST_DELIVERIES = 20;
/** Of what one source sees to last, and of all that is remembered to last. */
export const MOST_LASTING = 150;
export const MOST_LASTING_IN_ALL = 400;

/** The ledger of a cluster in which nobody was ever told anything. */
export function freshLedger(nowMs: number): Ledger {
  return {
    sinceMs: nowMs,
    serial: 0,
    lasting: {},
    once: {},
    queue: [],
    lines: {},
    made: [],
    dropped: 0,
    deliveries: [],
  };
}

export function ledgerBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** The ledger without the oldest messages on their way that it is too large for. */
export function withinSize(ledger: Ledger): Ledger {
  const { queue } = ledger;
  let bytes = ledgerBytes(ledger);
  if (bytes <= MOST_BYTES) return ledger;
  const kept = queue.slice();
  let { dropped } = ledger;
  while (bytes > MOST_BYTES && kept.length > 1) {
    const [oldest] = kept.splice(0, 1);
    bytes -= ledgerBytes(oldest);
    dropped += 1 + (oldest?.dropped ?? 0);
  }
  return { ...ledger, queue: kept, dropped };
}
