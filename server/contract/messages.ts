import type { BodyFormat } from '../config/messages';
import type { DeliveryCode, NewsCode, Topic } from '../words/messages';

/** What the page shows of telling people: plain data, times in Unix milliseconds of the cluster clock. */

/** One place where messages go. */
export interface ReceiverView {
  key: string;
  /** All that is shown of its address. */
  host: string;
  format: BodyFormat;
  /** Messages that wait for it. */
  waiting: number;
  /** Failed attempts in a row, why the last failed, and when the next follows. */
  failing?: { failures: number; why: DeliveryCode; nextMs?: number };
}

interface MessageView {
  id: string;
  code: NewsCode;
  count: number;
  /** The first objects. */
  about: string[];
}

export interface WaitingView extends MessageView {
  atMs: number;
  hosts: string[];
}

export interface DeliveryView extends Omit<MessageView, 'about'> {
  host: string;
  outcome: DeliveryCode;
  atMs: number;
  attempts: number;
}

/** GET /api/messages */
export interface MessagesView {
  /** Whether the messages are only what they say about some namespaces, which the person may read. */
  isPartial: boolean;
  /** None if nobody is told. */
  receivers: ReceiverView[];
  topics: Topic[];
  isSigned: boolean;
  /** Where links in messages lead; empty if there are none. */
  externalUrl: string;
  graceMs: number;
  minIntervalMs: number;
  perHour: number;
  giveUpMs: number;
  madeLastHour: number;
  /** Oldest first. */
  waiting: WaitingView[];
  /** Newest first. */
  deliveries: DeliveryView[];
  /** Messages that were dropped since one said so. */
  dropped: number;
  /** Whether this process tells by itself, since it cannot agree with the others. */
  isAlone: boolean;
}

/** POST /api/messages/test */
export interface TestView {
  results: { host: string; outcome: DeliveryCode }[];
}
