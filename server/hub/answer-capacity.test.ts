import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Deadline, deadline } from '../lib/time/deadline';
import { AnswerCapacity, MOST_BYTES } from './answer-capacity';

const LARGE_AT_ONCE = 6;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Nobody looks, and nothing is over, by itself. */
const CLOCK = { after: () => () => {} };

async function receiving(capacity: AnswerCapacity, member: string, length?: number) {
  const time: Deadline = deadline(CLOCK, 1, undefined);
  const reserved = capacity.reserveFor(member, time, 1);
  await reserved.begin(length);
  return { time, reserved };
}

it('leaves an answer that waits for room to grow the place that it has', async () => {
  const capacity = new AnswerCapacity(CLOCK);
  const others = await Promise.all(
    Array.from({ length: LARGE_AT_ONCE }, (_, at) => receiving(capacity, `other-${at}`, MOST_BYTES)),
  );
  for (const { reserved } of others) reserved.arrived();
  const { time, reserved } = await receiving(capacity, 'growing');
  await vi.advanceTimersByTimeAsync(1_200);
  let hasGrown = false;
  const growing = reserved.grow(70_000).then(() => {
    hasGrown = true;
  });
  await Promise.resolve();
  expect([time.signal.aborted, hasGrown]).toEqual([false, false]);
  others[0]?.reserved.leave();
  await growing;
  expect([time.signal.aborted, hasGrown]).toEqual([false, true]);
});
