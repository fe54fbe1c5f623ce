import { describe, expect, it } from 'vitest';
import type { ReceiverView } from '@/server/contract/messages';
import { objectsWords, receiverState } from './message-words';

const receiver = (over: Partial<ReceiverView>): ReceiverView => ({
  key: 'k',
  host: 'chat.example.com',
  format: 'json',
  waiting: 0,
  ...over,
});

describe('a receiver', () => {
  it.each([
    [{}, 'good', 'Nothing is wrong.'],
    [{ waiting: 2 }, 'warning', 'Messages are on their way.'],
    [
      { waiting: 2, failing: { failures: 3, why: 'not-answered' } },
      'bad',
      'The receiver does not answer in time. 3 attempts failed in a row.',
    ],
    [
      { failing: { failures: 0, why: 'refused' } },
      'bad',
      'The receiver refuses the message; it is not sent again.',
    ],
  ] as const)('with %j is %s: %s', (over, tone, words) => {
    expect(receiverState(receiver(over))).toEqual({ tone, words });
  });
});

it('a message that waits names its first objects, and counts the others', () => {
  expect(objectsWords({ about: ['shop/web', 'shop/api'], count: 2 })).toBe('shop/web, shop/api');
  expect(objectsWords({ about: ['shop/web'], count: 1200 })).toBe('shop/web and 1,199 more');
  expect(objectsWords({ about: [], count: 1 })).toBe('');
});
