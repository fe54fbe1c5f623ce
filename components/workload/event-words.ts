import type { EventRow, EventsAnswer } from '@/server/contract/events';
import { countOf } from '@/server/words/counts';
import type { RequestFailure } from '../api/request';

/** What an event is about, who reported it and how often: `Pod web-1, kubelet, 3 times`. */
export function eventTail({ about, from, count }: Pick<EventRow, 'about' | 'from' | 'count'>): string {
  return [`${about.kind} ${about.name}`, from, count > 1 && countOf(count, 'time')]
    .filter(Boolean)
    .join(', ');
}

/** What became of a pod after admission if the API server refused it, as far as events tell. */
export function eventRefusal(pod: string, answer: EventsAnswer | undefined): string | undefined {
  if (answer?.kind !== 'known') return undefined;
  const event = answer.events.find(
    ({ reason, message }) => reason === 'FailedCreate' && message.includes(`"${pod}"`),
  );
  if (!event) return undefined;
  const by = event.message.includes('exceeded quota') ? 'quota' : 'API server';
  return `Then the ${by} refused it: it was not created.`;
}

/** What is said in place of events, or of those that may be missing; undefined if all is shown. */
export function eventsNote(
  answer: EventsAnswer | undefined,
  failure: RequestFailure | undefined,
): string | undefined {
  if (!answer) {
    if (!failure) return undefined;
    return failure.kind === 'refused'
      ? failure.message
      : 'The events cannot be read now. Plumbline tries again.';
  }
  switch (answer.kind) {
    case 'forbidden':
      return 'Plumbline may not list events in this namespace.';
    case 'unreachable':
      return `The cluster did not answer: ${answer.message}`;
    case 'known':
      if (answer.isCut) return 'This namespace has very many events, so some may be missing here.';
      return answer.events.length === 0 ? 'No events. Kubernetes usually keeps them for an hour.' : undefined;
  }
}
