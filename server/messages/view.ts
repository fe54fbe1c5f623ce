import type { MessagesView, ReceiverView } from '../contract/messages';
import type { Ledger, Message, ReceiverFailures } from './ledger';
import type { Receiver } from './receivers';
import type { MessageSettings } from './settings';
import { HOUR_MS } from './settle';

/** Whether somebody may read what is in a namespace; undefined stands for what is in none. */
export type Covers = (namespace: string | undefined) => boolean;

interface ViewFacts {
  readonly receivers: readonly Receiver[];
  readonly config: MessageSettings;
  readonly isSigned: boolean;
  readonly isAlone: boolean;
  /** The cluster's time, real time, and cluster milliseconds per real one. */
  readonly nowMs: number;
  readonly wallMs: number;
  readonly speed: number;
  /** Absent for all. */
  readonly covers?: Covers | undefined;
}

export function viewOf(ledger: Ledger, facts: ViewFacts): MessagesView {
  const { receivers, config, isSigned, isAlone, wallMs, covers } = facts;
  const isPartial = covers !== undefined && !covers(undefined);
  const within = <M extends Told>(message: M) => (isPartial ? partOf(message, covers) : [message]);
  const hostOf = new Map(receivers.map(({ key, host }) => [key, host]));
  const hosts = (keys: readonly string[]) => keys.flatMap((key) => hostOf.get(key) ?? []);
  return {
    isPartial,
    receivers: receivers.map(({ key, host, format }): ReceiverView => {
      const waiting = ledger.queue.filter(({ to }) => to.includes(key)).length;
      const line = ledger.lines[key];
      return { key, host, format, waiting, ...(line && { failing: failingOf(line, waiting > 0, facts) }) };
    }),
    topics: [...config.tellEvents],
    isSigned,
    externalUrl: config.externalUrl,
    graceMs: config.tellGraceMs,
    minIntervalMs: config.tellMinIntervalMs,
    perHour: config.tellPerHour,
    giveUpMs: config.tellGiveUpMs,
    madeLastHour: ledger.made.filter((ms) => ms > wallMs - HOUR_MS).length,
    waiting: ledger.queue.flatMap(within).map(({ id, code, count, items, atMs, to }) => ({
      id,
      code,
      count,
      about: items.map(({ about }) => about),
      atMs,
      hosts: hosts(to),
    })),
    deliveries: ledger.deliveries.flatMap(within).flatMap(({ receiver, places: _, ...delivery }) => {
      const host = hostOf.get(receiver);
      return host === undefined ? [] : [{ ...delivery, host }];
    }),
    dropped: ledger.dropped,
    isAlone,
  };
}

type Told = Pick<Message, 'count' | 'places'> & Partial<Pick<Message, 'items'>>;

/** What a message says about some namespaces; none if it says nothing about them. */
function partOf<M extends Told>(message: M, covers: Covers): M[] {
  let count = 0;
  for (const [namespace, objects] of Object.entries(message.places ?? {}))
    if (covers(namespace)) count += objects;
  if (count === 0) return [];
  const items = message.items?.filter(({ namespace }) => namespace !== undefined && covers(namespace));
  return [{ ...message, count, ...(items && { items }) }];
}

/** The next attempt, in the cluster's time. */
function failingOf(
  { failures, why, nextMs }: ReceiverFailures,
  waits: boolean,
  { nowMs, wallMs, speed }: ViewFacts,
): ReceiverView['failing'] {
  const inMs = (nextMs - wallMs) * speed;
  // Rounded, so that the answer is the same until something changes.
  return { failures, why, ...(waits && nextMs > 0 && { nextMs: Math.round((nowMs + inMs) / 1000) * 1000 }) };
}
