import { backoffMs } from '../lib/time/backoff';
import type { DeliveryCode } from '../words/messages';
import { type Delivery, type Ledger, type Message, MOST_DELIVERIES, type ReceiverFailures } from './ledger';

export type SendingOutcome =
  | { readonly code: 'delivered' | 'refused' | 'redirected' }
  | {
      readonly code: Exclude<DeliveryCode, 'delivered' | 'refused' | 'redirected' | 'gave-up'>;
      /** How long the receiver asks to wait. */
      readonly retryAfterMs?: number;
    };

export interface SendingAttempt {
  readonly receiver: string;
  readonly message: Message;
}

export type Attempted = SendingAttempt & { readonly outcome: SendingOutcome };

const FINAL: ReadonlySet<DeliveryCode> = new Set<DeliveryCode>(['delivered', 'refused', 'redirected']);
const BACKOFF = { firstMs: 2_000, longestMs: 5 * 60_000 };
/** A receiver that asks for more is asked again by then all the same. */
const LONGEST_PAUSE_MS = 60 * 60_000;

/** The next message of each receiver that may be tried now: messages to one go one after the other. */
export function dueAttempts(
  { queue, lines }: Ledger,
  { receivers, wallMs }: { receivers: readonly string[]; wallMs: number },
): SendingAttempt[] {
  return receivers.flatMap((receiver) => {
    if ((lines[receiver]?.nextMs ?? 0) > wallMs) return [];
    const message = queue.find(({ to }) => to.includes(receiver));
    return message ? [{ receiver, message }] : [];
  });
}

interface SendRules {
  readonly nowMs: number;
  readonly wallMs: number;
  readonly giveUpMs: number;
  /** From 0 up to 1. */
  readonly random: () => number;
}

/** The ledger after these attempts. A receiver that fails is tried again later, with all that waits for it. */
export function afterAttempts(ledger: Ledger, attempted: readonly Attempted[], rules: SendRules): Ledger {
  let next = ledger;
  for (const one of attempted) next = afterAttempt(next, one, rules);
  return next;
}

/** The ledger without the messages that nobody could be given for too long. */
export function withoutStale(ledger: Ledger, { nowMs, wallMs, giveUpMs }: Omit<SendRules, 'random'>): Ledger {
  const stale = ledger.queue.filter(({ madeMs }) => wallMs - madeMs >= giveUpMs);
  let next = ledger;
  for (const message of stale)
    for (const receiver of message.to)
      next = ended(next, { message, receiver }, 'gave-up', {
        nowMs,
        attempts: next.lines[receiver]?.failures ?? 0,
      });
  return next;
}

/** The ledger after a test: a receiver that got it is tried at once with what waits. */
export function afterTest(ledger: Ledger, { receiver, message, outcome }: Attempted, nowMs: number): Ledger {
  const { [receiver]: _former, ...others } = ledger.lines;
  const lines = outcome.code === 'delivered' ? others : ledger.lines;
  return ended({ ...ledger, lines }, { message, receiver }, outcome.code, { nowMs, attempts: 1 });
}

function afterAttempt(ledger: Ledger, { receiver, message, outcome }: Attempted, rules: SendRules): Ledger {
  const { nowMs, wallMs, random } = rules;
  const failures = ledger.lines[receiver]?.failures ?? 0;
  const attempts = failures + 1;
  if (FINAL.has(outcome.code)) {
    const { [receiver]: _former, ...others } = ledger.lines;
    const lines: Record<string, ReceiverFailures> =
      outcome.code === 'delivered'
        ? others
        : { ...others, [receiver]: { failures: 0, nextMs: 0, why: outcome.code } };
    return ended({ ...ledger, lines }, { message, receiver }, outcome.code, { nowMs, attempts });
  }
  const askedMs = ('retryAfterMs' in outcome && outcome.retryAfterMs) || 0;
  const ownMs = backoffMs(BACKOFF, attempts) * (1 - random() / 2);
  const nextMs = wallMs + Math.min(LONGEST_PAUSE_MS, Math.max(askedMs, ownMs));
  return {
    ...ledger,
    lines: { ...ledger.lines, [receiver]: { failures: attempts, nextMs, why: outcome.code } },
  };
}

function ended(
  ledger: Ledger,
  { message: { id, code, count, places }, receiver }: SendingAttempt,
  outcome: DeliveryCode,
  { nowMs, attempts }: { nowMs: number; attempts: number },
): Ledger {
  const delivery: Delivery = {
    id,
    receiver,
    code,
    count,
    ...(places && { places }),
    outcome,
    atMs: nowMs,
    attempts,
  };
  const queue = ledger.queue.flatMap((one) => {
    if (one.id !== id) return [one];
    const to = one.to.filter((other) => other !== receiver);
    return to.length > 0 ? [{ ...one, to }] : [];
  });
  return { ...ledger, queue, deliveries: [delivery, ...ledger.deliveries].slice(0, MOST_DELIVERIES) };
}
