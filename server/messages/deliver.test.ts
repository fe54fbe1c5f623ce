import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PATIENCE_MS } from '@/tests/support/patience';
import { TestReceiver } from '@/tests/support/receiver';
import { wallClock } from '../lib/time/clock';
import { Deliverer } from './deliver';
import type { Receiver } from './receivers';

let receiver: TestReceiver;
let deliverer: Deliverer;

beforeEach(async () => {
  receiver = await TestReceiver.start();
  deliverer = deliveringWithin(PATIENCE_MS);
});
afterEach(async () => {
  await deliverer.close();
  await receiver.close();
});

const deliveringWithin = (timeoutMs: number) => new Deliverer({ wallClock, timeoutMs, proxy: '' });
const to = (address: string): Receiver => {
  const url = new URL(address);
  return { key: 'k', url, host: url.host, format: 'json' };
};
const post = (address = receiver.url()) => deliverer.post(to(address), '{}', { 'x-test': 'yes' });

describe('a delivery', () => {
  it('posts the body with its header fields, and user and password of the address', async () => {
    expect(await post(receiver.url('/a?b=c').replace('//', '//ada:s%40crit@'))).toEqual({
      code: 'delivered',
    });
    expect(receiver.received[0]).toMatchObject({
      path: '/a?b=c',
      text: '{}',
      headers: { 'x-test': 'yes', authorization: `Basic ${btoa('ada:s@crit')}` },
    });
  });

  it.each([
    [204, {}, { code: 'delivered' }],
    [302, { location: '/other' }, { code: 'redirected' }],
    [400, {}, { code: 'refused' }],
    [404, {}, { code: 'refused' }],
    [408, {}, { code: 'receiver-failed' }],
    [429, {}, { code: 'slow-down' }],
    [429, { 'retry-after': '7' }, { code: 'slow-down', retryAfterMs: 7000 }],
    [429, { 'retry-after': 'soon' }, { code: 'slow-down' }],
    [503, { 'retry-after': '2' }, { code: 'receiver-failed', retryAfterMs: 2000 }],
  ])('that is answered by %i with %j is %j', async (status, headers, outcome) => {
    receiver.answer = () => ({ status, headers });
    expect(await post()).toEqual(outcome);
  });

  it('waits until the date that the receiver names', async () => {
    receiver.answer = () => ({
      status: 429,
      headers: { 'retry-after': new Date(Date.now() + 3_600_000).toUTCString() },
    });
    const outcome = await post();
    expect(outcome).toMatchObject({ code: 'slow-down' });
    expect('retryAfterMs' in outcome && outcome.retryAfterMs).toBeGreaterThan(3_500_000);
  });

  it('follows a redirect on the same host, and none to another or in a circle', async () => {
    receiver.answer = ({ path }) =>
      path === '/hook' ? { status: 307, headers: { location: '/moved' } } : { status: 200 };
    expect(await post()).toEqual({ code: 'delivered' });
    const other = await TestReceiver.start();
    receiver.answer = () => ({ status: 308, headers: { location: other.url() } });
    expect(await post()).toEqual({ code: 'redirected' });
    expect(other.received).toEqual([]);
    await other.close();
    receiver.answer = () => ({ status: 307, headers: { location: '/hook' } });
    expect(await post()).toEqual({ code: 'redirected' });
  });

  it('ends in time at a receiver that says nothing, hangs up or is not there', async () => {
    receiver.answer = () => 'silence';
    const soon = deliveringWithin(300);
    expect(await soon.post(to(receiver.url()), '{}', {})).toEqual({ code: 'not-answered' });
    await soon.close();
    receiver.answer = () => 'hang-up';
    expect(await post()).toEqual({ code: 'unreachable' });
    expect(await post('http://127.0.0.1:9/')).toEqual({ code: 'unreachable' });
    expect(await post('http://%zz:x@127.0.0.1:9/'.replace('%zz', '%25zz'))).toEqual({ code: 'unreachable' });
  });
});
