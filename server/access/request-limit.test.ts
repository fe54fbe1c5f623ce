import { expect, it } from 'vitest';
import { ManualClock } from '../lib/time/clock';
import { RequestLimit } from './request-limit';

function passed(limit: RequestLimit, client: string, requests: number): number {
  let count = 0;
  for (let index = 0; index < requests; index++) {
    try {
      limit.check(client);
      count++;
    } catch (thrown) {
      expect(thrown).toMatchObject({ code: 'too-many-requests', status: 429 });
    }
  }
  return count;
}

it('lets a client ask for ten seconds at once, then for its share of each second', async () => {
  const clock = new ManualClock(0);
  const limit = new RequestLimit(5, clock);
  expect(passed(limit, 'one', 60)).toBe(50);
  await clock.advance(1_000);
  expect(passed(limit, 'one', 60)).toBe(5);
  await clock.advance(3_600_000);
  expect(passed(limit, 'one', 60)).toBe(50);
});

it('takes from no client what another asked for', () => {
  const limit = new RequestLimit(5, new ManualClock(0));
  passed(limit, 'one', 1_000);
  expect(passed(limit, 'two', 10)).toBe(10);
});

it('knows no limit if none is set', () => {
  expect(passed(new RequestLimit(0, new ManualClock(0)), 'one', 10_000)).toBe(10_000);
});

it('remembers a bounded number of clients', () => {
  const limit = new RequestLimit(1, new ManualClock(0));
  passed(limit, 'first', 10);
  for (let index = 0; index < 10_001; index++) limit.check(`client-${index}`);
  expect(passed(limit, 'first', 20)).toBe(10);
});
