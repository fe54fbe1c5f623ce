import type { RequestListener } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HubOf } from '../../tests/support/hub-of';
import { PATIENCE } from '../../tests/support/patience';
import { ShiftedClock, wallClock } from '../lib/time/clock';
import { AnswerCapacity } from './answer-capacity';
import { MemberClient, memberFaultOf } from './member-client';

const MIB = 1024 * 1024;
const MOST_IN_ALL = 32 * MIB;
const FULL = Buffer.from(`"${'x'.repeat(4 * MIB - 2)}"`);

/** A clock that stands until the test lets it go on. */
class StandingClock extends ShiftedClock {
  private atMs = 0;
  private readonly tasks = new Map<() => void, number>();

  override after(ms: number, task: () => void): () => void {
    const once = () => task();
    this.tasks.set(once, this.atMs + ms);
    return () => this.tasks.delete(once);
  }

  passes(ms: number): void {
    this.atMs += ms;
    vi.advanceTimersByTime(ms);
    for (const [task, dueMs] of this.tasks) if (dueMs <= this.atMs && this.tasks.delete(task)) task();
  }
}

let rig: HubOf;
let clock: StandingClock;
let capacity: AnswerCapacity;
let count = 0;
const clients: MemberClient[] = [];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  rig = new HubOf();
  clock = new StandingClock(wallClock, { offMs: 0 });
  capacity = new AnswerCapacity(clock);
});
afterEach(async () => {
  vi.useRealTimers();
  for (const client of clients.splice(0)) await client.close();
  await rig.close();
});

/** Asks a member that answers like this; what it says is its JSON, or the fault. */
async function asked(answer: RequestListener, read: (said: unknown) => unknown = (said) => said) {
  const name = `m-${count++}`;
  const client = new MemberClient({ name, url: await rig.member(answer) }, clock, {
    own: capacity,
    peoples: capacity,
  });
  clients.push(client);
  const news = client.getIfNew('/digest', {}, undefined, async (said) => read(await said()));
  return { said: news.then((one) => 'said' in one && one.said, memberFaultOf) };
}

/** A member that announces much, and sends it once it is due. */
const late =
  (due: Promise<unknown>): RequestListener =>
  (_, response) => {
    response.writeHead(200, { 'content-length': FULL.length }).flushHeaders();
    void due.then(() => response.end(FULL));
  };
const NEVER = new Promise<never>(() => undefined);

describe('what members answer a hub', () => {
  it.each([
    ['say how long it is', true],
    ['do not', false],
  ])('is all received where they %s, and never more at a time than there is room for', async (_, says) => {
    const held: number[] = [];
    const all = await Promise.all(
      Array.from({ length: 20 }, () =>
        asked(
          (_request, response) =>
            response.writeHead(200, says ? { 'content-length': FULL.length } : {}).end(FULL),
          (said) => {
            held.push(capacity.bytes);
            return String(said).length;
          },
        ),
      ),
    );
    expect(await Promise.all(all.map(({ said }) => said))).toEqual(Array(20).fill(FULL.length - 2));
    expect(held).toHaveLength(20);
    expect(Math.max(...held)).toBeLessThanOrEqual(MOST_IN_ALL);
    expect(Math.min(...held)).toBeGreaterThanOrEqual(FULL.length);
    expect(capacity.bytes).toBe(0);
  });

  it.each([
    ['say how long it is', true],
    ['do not', false],
  ])('is bounded for people too, whatever comes, where they %s', async (_, says) => {
    const held: number[] = [];
    const client = async () => {
      const answer: RequestListener = (_request, response) =>
        response.writeHead(200, says ? { 'content-length': FULL.length } : {}).end(FULL);
      const own = new MemberClient({ name: `m-${count++}`, url: await rig.member(answer) }, clock, {
        own: new AnswerCapacity(clock),
        peoples: capacity,
      });
      clients.push(own);
      return own;
    };
    const all = await Promise.all(Array.from({ length: 5 }, client));
    const lengths = await Promise.all(
      all.flatMap((one) =>
        Array.from({ length: 4 }, () =>
          one.pass({ method: 'GET', route: '/inbox', headers: {} }, async ({ bytes }) => {
            held.push(capacity.bytes);
            return bytes.length;
          }),
        ),
      ),
    );
    expect(lengths).toEqual(Array(20).fill(FULL.length));
    expect(Math.max(...held)).toBeLessThanOrEqual(MOST_IN_ALL);
    expect(capacity.bytes).toBe(0);
  });

  it('keeps its room until it is read', async () => {
    let done: () => void = () => undefined;
    const { said } = await asked(
      (_, response) => response.end('7'),
      () => new Promise<void>((resolve) => (done = resolve)),
    );
    await vi.waitFor(() => expect(capacity.bytes).toBeGreaterThan(0), PATIENCE);
    await new Promise(setImmediate);
    expect(capacity.bytes).toBeGreaterThan(0);
    done();
    await said;
    expect(capacity.bytes).toBe(0);
  });

  it('waits for nothing if it is small', async () => {
    let send: (value?: unknown) => void = () => undefined;
    const due = new Promise((resolve) => (send = resolve));
    const slow = await Promise.all(Array.from({ length: 9 }, () => asked(late(due))));
    await vi.waitFor(() => expect(capacity.bytes).toBe(24 * MIB), PATIENCE);
    expect(await (await asked((_, response) => response.end('7'))).said).toBe(7);
    send();
    expect(await Promise.all(slow.map(({ said }) => said))).toEqual(
      Array(9).fill(FULL.toString().slice(1, -1)),
    );
    expect(capacity.bytes).toBe(0);
  });

  it('has the room of others that arrive too slowly', async () => {
    const slow = await Promise.all(Array.from({ length: 6 }, () => asked(late(NEVER))));
    await vi.waitFor(() => expect(capacity.bytes).toBe(24 * MIB), PATIENCE);
    let came = false;
    const { said } = await asked((_, response) => {
      came = true;
      response.writeHead(200, { 'content-length': FULL.length }).end(FULL);
    });
    const passing = setInterval(() => came && clock.passes(500), 20);
    expect(await Promise.race(slow.map((one) => one.said))).toBe('slow');
    clearInterval(passing);
    expect(await said).toHaveLength(FULL.length - 2);
  });

  it.each([
    ['announces too much', 'too-large', { 'content-length': 4 * MIB + 1 }, ''],
    ['is too deep', 'unreadable', {}, '['.repeat(200)],
    ['has too many values', 'too-large', {}, `[${'1,'.repeat(260_000)}`],
  ])('is given up before its end comes if it %s', async (_, fault, headers, beginning) => {
    const { said } = await asked((_request, response) => {
      response.writeHead(200, headers).flushHeaders();
      response.write(beginning);
    });
    expect(await said).toBe(fault);
    expect(capacity.bytes).toBe(0);
  });
});
