import * as z from 'zod';
import type { TestView } from '../contract/messages';
import type { MessagesHandle } from '../messages/handle';
import { audited } from '../operations/audited';
import { DELIVERIES } from '../words/messages';
import type { Runtime } from './runtime';

export const testMessageSchema = z.strictObject({});

/** Sends a test message to every receiver, for the record too. */
export function sendTest(
  { store, clock }: Pick<Runtime, 'store' | 'clock'>,
  messages: MessagesHandle,
  who: string,
): Promise<TestView> {
  const change = { who, change: 'test-message', namespace: '', name: '', before: null, after: null };
  return audited(
    { store, clock },
    change,
    () => messages.test(),
    ({ results }) => ({
      detail: results.map(({ host, outcome }) => `${host}: ${DELIVERIES[outcome]}`).join(' '),
      after: Object.fromEntries(results.map(({ host, outcome }) => [host, outcome])),
    }),
  );
}
