import { readFileSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '../../../tests/support/free-port';
import { HubOf } from '../../../tests/support/hub-of';
import { until } from '../../../tests/support/until';
import { type Clock, wallClock } from '../../lib/time/clock';

const ADA = { name: 'ada', groups: ['ops'] };
const EVE = { name: 'eve', groups: [] };
const STOP = { deed: 'stop', scope: { kind: 'all' }, reason: 'a bad day' } as const;
const RESUME = { deed: 'resume', scope: { kind: 'all' } } as const;

/** How long an answer to an order is waited for tells nothing here: a busy machine may need longer. */
const patient: Clock = Object.assign(Object.create(wallClock), {
  sleep: (ms: number, signal?: AbortSignal) => wallClock.sleep(30 * ms, signal),
});
const PATIENTLY = { clock: patient };

let rig: HubOf;
beforeEach(() => {
  rig = new HubOf();
});
afterEach(() => rig.close());

/** A member that keeps stops; Eve may do nothing there. `log` has what it did, and for whom. */
function stoppable(log: string[]): RequestListener {
  let isStopped = false;
  return async (request, response) => {
    const { method, url, headers } = request;
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { scope, reason } = JSON.parse(Buffer.concat(parts).toString() || '{}');
    const user = headers['x-user'];
    if (headers['x-plumbline-proxy-secret'] !== 'shared') return response.writeHead(401).end('{}');
    if (url === '/api/v1/status') return response.end(JSON.stringify({ user }));
    if (user === 'eve') return response.writeHead(403).end('{}');
    if (url !== '/api/v1/stop' || headers['content-type'] !== 'application/json')
      return response.writeHead(415).end('{}');
    log.push([method, user, scope.kind, reason].filter(Boolean).join(' '));
    isStopped = method === 'POST';
    response.end(JSON.stringify({ stops: isStopped ? [{ scope: { kind: 'all' } }] : [] }));
  };
}

const statesOf = ({ orders }: Awaited<ReturnType<ReturnType<HubOf['hub']>['order']>>) =>
  Object.fromEntries(
    orders.map(({ name, order: { state, fault } }) => [name, fault ? `${state}: ${fault}` : state]),
  );

describe('an order to many clusters', () => {
  it('is given to each as the person, and says who took it', async () => {
    const logs: Record<string, string[]> = { a: [], b: [] };
    const hub = rig.hub(
      {
        a: await rig.member(stoppable(logs.a ?? [])),
        b: await rig.member(stoppable(logs.b ?? [])),
      },
      PATIENTLY,
    );
    expect(statesOf(await hub.order('all', ADA, STOP))).toEqual({ a: 'taken', b: 'taken' });
    expect(statesOf(await hub.order('b', ADA, RESUME))).toEqual({ b: 'taken' });
    expect(logs).toEqual({ a: ['POST ada all a bad day'], b: ['POST ada all a bad day', 'DELETE ada all'] });
    expect(rig.recorded).toMatchObject([
      { who: 'ada', change: 'clusters-stop', outcome: 'done', detail: 'all: taken by a, b' },
      { who: 'ada', change: 'clusters-resume', outcome: 'done', detail: 'b: taken by b' },
    ]);
  });

  it('is brought to a cluster that was away, as soon as it answers', async () => {
    const log: string[] = [];
    const port = await freePort();
    const hub = rig.hub({ away: `http://127.0.0.1:${port}` });
    expect(statesOf(await hub.order('all', ADA, STOP))).toEqual({ away: 'away: unreachable' });
    expect((await hub.rows(ADA))[0]?.order).toMatchObject({
      deed: 'stop',
      state: 'away',
      fault: 'unreachable',
    });
    await rig.member(stoppable(log), port);
    await until('the stop is taken', async () => (await hub.rows(ADA))[0]?.order?.state === 'taken');
    expect(log).toEqual(['POST ada all a bad day']);
    expect(rig.recorded.map(({ detail }) => detail)).toEqual(['all: not yet taken by away', 'taken by away']);
  });

  it('ends where the cluster refuses the person, and takes nobody else’s place', async () => {
    const log: string[] = [];
    const hub = rig.hub({ a: await rig.member(stoppable(log)) }, PATIENTLY);
    await hub.order('all', ADA, STOP);
    expect(statesOf(await hub.order('all', EVE, RESUME))).toEqual({ a: 'refused: forbidden' });
    expect(log).toEqual(['POST ada all a bad day']);
    expect(rig.recorded.at(-1)).toMatchObject({
      who: 'eve',
      outcome: 'refused',
      detail: 'all: refused by a',
    });
    expect((await hub.rows(ADA))[0]?.order).toMatchObject({ deed: 'stop', state: 'taken' });
    expect((await hub.rows({ name: 'bob', groups: [] }))[0]?.order).toBeUndefined();
  });

  it('is not given to a cluster that takes the person for somebody else', async () => {
    const log: string[] = [];
    const member = stoppable(log);
    const hub = rig.hub(
      {
        a: await rig.member((request, response) =>
          request.url === '/api/v1/status'
            ? response.end('{"user":"shared-admin"}')
            : member(request, response),
        ),
      },
      PATIENTLY,
    );
    expect(statesOf(await hub.order('all', ADA, STOP))).toEqual({ a: 'refused: someone-else' });
    expect(log).toEqual([]);
  });

  it('takes the place of an earlier one of the same person that was not taken', async () => {
    const log: string[] = [];
    const port = await freePort();
    const hub = rig.hub({ away: `http://127.0.0.1:${port}` });
    await hub.order('all', ADA, STOP);
    await hub.order('all', ADA, RESUME);
    await rig.member(stoppable(log), port);
    await until('the resume is taken', async () => (await hub.rows(ADA))[0]?.order?.state === 'taken');
    expect(log).toEqual(['DELETE ada all']);
  });

  it('is told as away with its cluster, also what waits for the stop of somebody else or for another of one’s own', async () => {
    const hub = rig.hub({ a: `http://127.0.0.1:${await freePort()}` });
    const bob = { name: 'bob', groups: [] };
    const inShop = { kind: 'namespace', namespace: 'shop' } as const;
    const away = { state: 'away', fault: 'unreachable' };
    await hub.order('all', ADA, STOP);
    for (const order of [RESUME, { ...STOP, scope: inShop }, { ...RESUME, scope: inShop }]) {
      await hub.order('all', bob, order);
      await until('it is away', async () => (await hub.rows(bob))[0]?.order?.state === 'away');
      expect((await hub.rows(bob))[0]?.order).toMatchObject({ deed: order.deed, ...away });
    }
  });

  it('to resume is dropped where somebody stopped after it', async () => {
    const log: string[] = [];
    const bob = { name: 'bob', groups: [] };
    let isAwayForBob = true;
    const member = stoppable(log);
    const hub = rig.hub({
      a: await rig.member((request, response) =>
        isAwayForBob && request.headers['x-user'] === 'bob'
          ? response.writeHead(503).end('{}')
          : member(request, response),
      ),
    });
    await hub.order('all', bob, RESUME);
    await until('it failed', async () => (await hub.rows(bob))[0]?.order?.fault === 'failing');
    await hub.order('all', ADA, STOP);
    isAwayForBob = false;
    await until('the resume is dropped', async () => (await hub.rows(bob))[0]?.order?.state === 'too-old');
    expect(log).toEqual(['POST ada all a bad day']);
  });

  it.each([
    ['says something else', '{"stops":[]}'],
    ['says nothing', '<html>'],
  ])('is not taken by a cluster that %s', async (_what, body) => {
    const hub = rig.hub(
      {
        liar: await rig.member(({ url }, response) =>
          response.end(url === '/api/v1/status' ? '{"user":"ada"}' : body),
        ),
      },
      PATIENTLY,
    );
    expect(statesOf(await hub.order('all', ADA, STOP))).toEqual({ liar: 'away: unreadable' });
  });

  it('follows no redirect, with the secret of the member least of all', async () => {
    const log: string[] = [];
    const target = await rig.member(stoppable(log));
    const hub = rig.hub(
      {
        a: await rig.member((_request, response) =>
          response.writeHead(307, { location: `${target}/api/v1/stop` }).end(),
        ),
      },
      PATIENTLY,
    );
    expect(statesOf(await hub.order('all', ADA, STOP))).toEqual({ a: 'away: redirects' });
    expect(log).toEqual([]);
  });

  it('is refused for nobody, and for clusters that there are not', async () => {
    const hub = rig.hub({ a: 'http://127.0.0.1:1' });
    await expect(hub.order('all', { name: undefined, groups: [] }, STOP)).rejects.toThrow(
      'does not ask people who they are',
    );
    await expect(hub.order('b', ADA, STOP)).rejects.toThrow('there is no cluster b');
  });

  it('is brought by a hub that started again, also if nobody looks', async () => {
    const log: string[] = [];
    const port = await freePort();
    const away = { away: `http://127.0.0.1:${port}` };
    const former = rig.hub(away);
    await former.order('all', ADA, STOP);
    await former.close();
    const hub = rig.hub(away);
    expect((await hub.rows(ADA))[0]?.order).toMatchObject({ deed: 'stop', state: 'away' });
    await rig.member(stoppable(log), port);
    await until('the stop is taken', () => log.length > 0);
    await until('it is recorded', () => rig.recorded.length > 1);
    expect(log).toEqual(['POST ada all a bad day']);
    expect(rig.recorded.at(-1)).toMatchObject({ who: 'ada', detail: 'taken by away' });
    await hub.close();
    expect((await rig.hub(away).rows(ADA))[0]?.order).toBeUndefined();
  });

  it('is forgotten with the token of its person, which no file has, and the page says so', async () => {
    const away = { away: `http://127.0.0.1:${await freePort()}` };
    const byToken = { signOn: '{ kind: token, sharesTokens: true }' };
    const former = rig.hub(away, byToken);
    await former.order('all', { ...ADA, token: 'of-ada' }, STOP);
    await former.close();
    expect(readFileSync(rig.orderFile, 'utf8')).not.toContain('of-ada');
    for (let start = 0; start < 2; start++) {
      const hub = rig.hub(away, byToken);
      expect((await hub.rows(ADA))[0]?.order).toMatchObject({ deed: 'stop', state: 'forgotten' });
      await hub.close();
    }
    expect(rig.recorded.map(({ detail }) => detail)).toEqual([
      'all: not yet taken by away',
      'not taken by away. The hub started again, and cannot ask as this person.',
    ]);
  });

  it('of a file that somebody else wrote is brought to nobody', async () => {
    const log: string[] = [];
    const port = await freePort();
    const away = { away: `http://127.0.0.1:${port}` };
    const former = rig.hub(away);
    await former.order('all', EVE, STOP);
    await former.close();
    const written = readFileSync(rig.orderFile, 'utf8');
    writeFileSync(rig.orderFile, written.replace('"eve"', '"ada"'));
    await rig.member(stoppable(log), port);
    const hub = rig.hub(away);
    expect((await hub.rows(ADA))[0]?.order?.state).toBe('forgotten');
    expect(statesOf(await hub.order('all', ADA, RESUME))).toEqual({ away: 'taken' });
    expect(log).toEqual(['DELETE ada all']);
    await hub.close();
    writeFileSync(rig.orderFile, '{"orders":[{"member":"away"}]}');
    expect((await rig.hub(away).rows(ADA))[0]).not.toHaveProperty('order');
  });

  it.each(['é'.repeat(64), '', 'short'])('with the proof "%s" is told as forgotten', async (proof) => {
    const away = { away: `http://127.0.0.1:${await freePort()}` };
    const former = rig.hub(away);
    await former.order('all', ADA, STOP);
    await former.close();
    const written = readFileSync(rig.orderFile, 'utf8');
    writeFileSync(rig.orderFile, written.replace(/"proof":"\w+"/, `"proof":"${proof}"`));
    expect((await rig.hub(away).rows(ADA))[0]?.order?.state).toBe('forgotten');
  });

  it('to resume is dropped after a restart as well where somebody stopped after it', async () => {
    const log: string[] = [];
    const bob = { name: 'bob', groups: [] };
    let isAwayForBob = true;
    const member = stoppable(log);
    const address = {
      a: await rig.member((request, response) =>
        isAwayForBob && request.headers['x-user'] === 'bob'
          ? response.writeHead(503).end('{}')
          : member(request, response),
      ),
    };
    const former = rig.hub(address);
    await former.order('all', bob, RESUME);
    await former.order('all', ADA, STOP);
    await former.close();
    isAwayForBob = false;
    const hub = rig.hub(address);
    await until('the resume is dropped', async () => (await hub.rows(bob))[0]?.order?.state === 'too-old');
    expect(log).toEqual(['POST ada all a bad day']);
  });
});
