import type { ReceiverView, WaitingView } from '@/server/contract/messages';
import { countOf } from '@/server/words/counts';
import { DELIVERIES, type DeliveryCode, NEWS, type NewsCode } from '@/server/words/messages';

/** How a receiver fares, in a word and a colour. */
export function receiverState({ failing, waiting }: ReceiverView): {
  tone: 'good' | 'warning' | 'bad';
  words: string;
} {
  if (failing) {
    const tries = failing.failures > 0 ? ` ${countOf(failing.failures, 'attempt')} failed in a row.` : '';
    return { tone: 'bad', words: `${DELIVERIES[failing.why]}${tries}` };
  }
  return waiting > 0
    ? { tone: 'warning', words: 'Messages are on their way.' }
    : { tone: 'good', words: 'Nothing is wrong.' };
}

export function deliveryTone(outcome: DeliveryCode): 'good' | 'bad' {
  return outcome === 'delivered' ? 'good' : 'bad';
}

export function messageWords(code: NewsCode, count: number): string {
  return NEWS[code].sentence(count);
}

/** The objects of a message: the first by name. */
export function objectsWords({ about, count }: Pick<WaitingView, 'about' | 'count'>): string {
  const more = count - about.length;
  if (about.length === 0) return '';
  return [about.join(', '), more > 0 && `and ${more.toLocaleString('en-US')} more`].filter(Boolean).join(' ');
}
