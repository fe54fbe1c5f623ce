import type { Ledger, Line } from './ledger';
import type { Receiver } from './receivers';
import type { TellingSettings } from './settings';
import { HOUR_MS } from './settle';
import type { ReceiverView, TellingView } from './views';

interface ViewFacts {
  readonly receivers: readonly Receiver[];
  readonly config: TellingSettings;
  readonly isSigned: boolean;
  readonly isAlone: boolean;
  /** The cluster's time, real time, and cluster milliseconds per real one. */
  readonly nowMs: number;
  readonly wallMs: number;
  readonly speed: number;
}

/** What the page shows of the ledger. */
export function viewOf(ledger: Ledger, facts: ViewFacts): TellingView {
  const { receivers, config, isSigned, isAlone, wallMs } = facts;
  const hostOf = new Map(receivers.map(({ key, host }) => [key, host]));
  const hosts = (keys: readonly string[]) => keys.flatMap((key) => hostOf.get(key) ?? []);
  return {
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
    waiting: ledger.queue.map(({ id, code, count, items, atMs, to }) => ({
      id,
      code,
      count,
      about: items.map(({ about }) => about),
      atMs,
      hosts: hosts(to),
    })),
    deliveries: ledger.deliveries.flatMap(({ receiver, ...delivery }) => {
      const host = hostOf.get(receiver);
      return host === undefined ? [] : [{ ...delivery, host }];
    }),
    dropped: ledger.dropped,
    isAlone,
  };
}

/** The next attempt, in the cluster's time. */
function failingOf(
  { failures, why, nextMs }: Line,
  waits: boolean,
  { nowMs, wallMs, speed }: ViewFacts,
): ReceiverView['failing'] {
  const inMs = (nextMs - wallMs) * speed;
  // Rounded, so that the answer is the same until something changes.
  return { failures, why, ...(waits && nextMs > 0 && { nextMs: Math.round((nowMs + inMs) / 1000) * 1000 }) };
}
