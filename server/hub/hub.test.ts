import { writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HubOf } from '../../tests/support/hub-of';
import { PATIENCE } from '../../tests/support/patience';
import { TestAuthority } from '../../tests/support/tls';
import { until } from '../../tests/support/until';
import { acceleratedClock, ShiftedClock, wallClock } from '../lib/time/clock';
import { atOnce } from '../lib/time/slices';
import type { Hub } from '.';

const ADA = { name: 'ada', groups: ['dev'] };
const REVISION = 'W/"of-now"';
const EVE = { name: 'eve', groups: [] };
const total = { requested: 4, recommended: 2 };
const sums = {
  vpas: 7,
  totals: { cpu: total, memory: total },
  urgencies: { broken: 1, waits: 2, better: 3 },
};
const digest = (user: unknown, more = {}) => ({
  version: '0.2.0',
  user,
  cluster: { kind: 'connected', version: 'v1.36.0' },
  stops: [{ scope: { kind: 'all' } }],
  ...sums,
  lists: { record: { rows: [], all: 0 } },
  ...more,
});

/** What lasts as long as the test says. */
class SteppedClock extends ShiftedClock {
  atMs = 0;

  override steady(): number {
    return this.atMs;
  }
}

let rig: HubOf;
beforeEach(() => {
  rig = new HubOf();
});
afterEach(() => rig.close());

/** A member that knows whoever the hub names with the secret, and lets Eve read nothing. */
const honest: RequestListener = ({ headers }, response) => {
  const user = headers['x-user'];
  const code = headers['x-plumbline-proxy-secret'] !== 'shared' ? 401 : user === 'eve' ? 403 : 200;
  response.writeHead(code, { etag: REVISION }).end(JSON.stringify(digest(user)));
};

const member = (answer: RequestListener) => rig.member(answer);
const hubOf = (addresses: Record<string, string>, more = '') => rig.hub(addresses, { more });

/** What is shown of each member once each has answered, or failed: the first look waits only for a moment. */
const shownTo = (hub: Hub, asker: typeof ADA) =>
  until('something of every member', async () => {
    const rows = await hub.rows(asker);
    return rows.every(({ fault, answer }) => fault ?? answer) && rows;
  });

const rowsOf = async (hub: Hub, asker = ADA) =>
  Object.fromEntries(
    (await shownTo(hub, asker)).map(({ name, fault, answer }) => [name, fault ?? answer?.vpas]),
  );

describe('a hub', () => {
  it('shows what each cluster says to the person who asks', async () => {
    const [row] = await shownTo(hubOf({ a: await member(honest) }), ADA);
    expect(row).toEqual({
      name: 'a',
      labels: {},
      seenMs: expect.any(Number),
      answer: {
        plumbline: '0.2.0',
        kubernetes: 'v1.36.0',
        ...sums,
        isStopped: true,
        otherStops: 0,
      },
    });
  });

  it('shows nobody what another person may see', async () => {
    const hub = hubOf({ a: await member(honest) });
    expect(await rowsOf(hub, ADA)).toEqual({ a: 7 });
    expect(await rowsOf(hub, EVE)).toEqual({ a: 'forbidden' });
    expect(await rowsOf(hub, ADA)).toEqual({ a: 7 });
  });

  it.each([
    {
      that: 'sends sums alone if asked to',
      sendsLists: false,
      seconds: [0, 0, 60, 90, 120],
      asked: ['?lists=none anew', ' anew', ' all', ' all', ' all'],
    },
    {
      that: 'always sends its lists, as older ones do',
      sendsLists: true,
      seconds: [0, 30, 60, 90, 120],
      asked: ['?lists=none anew', ' all', ' all', ' all', ' all'],
    },
  ])(
    'asks a member twice a minute that $that, however many pages look',
    async ({ that: _that, sendsLists, ...then }) => {
      const asked: string[] = [];
      const seconds: number[] = [];
      const clock = new SteppedClock(wallClock, { offMs: 0 });
      const hub = rig.hub(
        {
          a: await member(({ url = '', headers }, response) => {
            const [, query] = url.split('/digest');
            const known = headers['if-none-match'];
            asked.push(`${query} ${known === undefined ? 'anew' : known.slice(1, -1)}`);
            seconds.push(clock.atMs / 1_000);
            const isAll = query === '' || sendsLists;
            const { lists, ...told } = digest('ada');
            if (known === '"all"' && isAll) response.writeHead(304).end();
            else
              response
                .writeHead(200, { etag: isAll ? '"all"' : '"sums"' })
                .end(JSON.stringify(isAll ? { ...told, lists } : told));
          }),
        },
        { clock },
      );
      for (let second = 0; second <= 120; second++) {
        clock.atMs = second * 1_000;
        await Promise.all([hub.rows(ADA), hub.rows(ADA), hub.told(ADA)]);
        const due = then.seconds.filter((one) => one <= second).length;
        await vi.waitFor(async () => {
          await hub.settled();
          expect(asked).toHaveLength(due);
          expect(atOnce((await hub.told(ADA)).listOf('a', 'record'))).toBeDefined();
        }, PATIENCE);
      }
      expect({ seconds, asked }).toEqual(then);
      expect(await rowsOf(hub)).toEqual({ a: 7 });
    },
  );

  it('shows the sums of a cluster before it sent its lists, and does not say that it has none', async () => {
    let send: () => void = () => undefined;
    const hub = hubOf({
      a: await member(({ url }, response) => {
        const { lists, ...told } = digest('ada');
        if (url?.endsWith('?lists=none')) response.end(JSON.stringify(told));
        else send = () => response.end(JSON.stringify({ ...told, lists }));
      }),
    });
    expect(await rowsOf(hub)).toEqual({ a: 7 });
    expect((await hub.told(ADA)).rows).toEqual([{ name: 'a', labels: {}, seenMs: expect.any(Number) }]);
    send();
    await vi.waitFor(
      async () => expect(await hub.told(ADA)).toMatchObject({ rows: [{ answer: { vpas: 7 } }] }),
      PATIENCE,
    );
  });

  it('reads of lists what pages can show, and nothing that breaks them', async () => {
    const entry = {
      kind: 'change',
      id: '1',
      atMs: 5,
      who: 'x'.repeat(9_000),
      change: 'stop',
      namespace: '',
      name: '',
      outcome: 'done',
      detail: '',
      before: { __proto__: null, deep: JSON.parse('['.repeat(50) + ']'.repeat(50)) },
      after: 1e300,
    };
    const record = { rows: [entry, { ...entry, id: 7 }, { kind: 'of later versions' }, null], all: 9 };
    const lists = { record, plan: 'none', workloads: { rows: [{ row: {} }], all: 1 }, other: {} };
    const said = JSON.stringify(digest('ada', { lists }));
    const hub = hubOf({ a: await member((_, response) => void response.end(said)) });
    const { listOf, record: told } = await until('its lists', async () => {
      const { listOf } = await hub.told(ADA);
      const record = atOnce(listOf('a', 'record'));
      return record && { listOf, record };
    });
    const { rows, all } = told;
    expect(all).toBe(9);
    expect(rows).toMatchObject([{ id: '1', who: 'x'.repeat(4_000), after: 1e18 }]);
    expect(atOnce(listOf('a', 'plan'))).toBeUndefined();
    expect(atOnce(listOf('a', 'workloads'))).toEqual({ rows: [], all: 1 });
    expect(atOnce((await hub.told(EVE)).listOf('a', 'record'))).toBeUndefined();
  });

  it('shows the others when members are broken, each with what is wrong', async () => {
    const elsewhere = vi.fn(honest);
    const target = await member(elsewhere);
    const says = (code: number, body: unknown, headers = {}) =>
      member((_, response) => response.writeHead(code, headers).end(JSON.stringify(body)));
    // The silent one is given up in a quarter of the time.
    const clock = acceleratedClock(wallClock.now(), 4);
    const hub = rig.hub(
      {
        fine: await member(honest),
        away: 'http://127.0.0.1:1',
        redirects: await says(302, '', { location: `${target}/latest/meta-data` }),
        old: await says(404, {}),
        failing: await says(503, {}),
        stranger: await says(401, {}),
        page: await member((_, response) => response.end('<html>')),
        wide: await member((_, response) =>
          response.end(JSON.stringify(digest('ada', { x: Array(300_000).fill(1) }))),
        ),
        garbage: await says(200, { version: [], urgencies: 'none' }),
        boundless: await member((_, response) =>
          response.end(JSON.stringify(digest('ada', { vpas: 1e308 }))),
        ),
        endless: await member((_, response) => {
          const more = () => {
            while (response.write('x'.repeat(1024 * 1024)));
          };
          response.on('drain', more);
          more();
        }),
        liar: await member((_, response) => response.end(JSON.stringify(digest('root')))),
        noise: await member(({ socket }) => socket.end('\0\0\0 not HTTP \r\n\r\n')),
        silent: await member(() => undefined),
      },
      { clock },
    );
    await vi.waitFor(async () => {
      expect(await rowsOf(hub)).toEqual({
        fine: 7,
        away: 'unreachable',
        redirects: 'redirects',
        old: 'older',
        failing: 'failing',
        stranger: 'stranger',
        page: 'unreadable',
        wide: 'too-large',
        garbage: 'unreadable',
        boundless: 'unreadable',
        endless: 'too-large',
        liar: 'someone-else',
        noise: 'unreadable',
        silent: 'slow',
      });
    }, PATIENCE);
    expect(elsewhere).not.toHaveBeenCalled();
  });

  it('keeps the sums of members that break or lie when they are to send their lists, and the lists of others', async () => {
    const elsewhere = vi.fn(honest);
    const target = await member(elsewhere);
    const { lists: _lists, ...told } = digest('ada');
    /** Sums as of an honest one; then, this. */
    const then = (answer: RequestListener) =>
      member((request, response) =>
        request.url?.endsWith('?lists=none') ? response.end(JSON.stringify(told)) : answer(request, response),
      );
    const megabyte = 'x'.repeat(1024 * 1024);
    const hub = hubOf({
      fine: await member(honest),
      liar: await then((_, response) => response.end(JSON.stringify(digest('eve')))),
      redirects: await then((_, response) =>
        response.writeHead(307, { location: `${target}/api/v1/digest` }).end(),
      ),
      endless: await then((_, response) => {
        let left = 100;
        const more = () => {
          while (left-- > 0 && response.write(megabyte));
          if (left <= 0) response.end();
        };
        response.on('drain', more);
        more();
      }),
      bomb: await then((_, response) =>
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(JSON.stringify(digest('ada')))),
      ),
      drips: await then((_, response) => {
        response.write('{');
        const drip = setInterval(() => response.write(' '), 100);
        response.on('close', () => clearInterval(drip));
      }),
      unchanged: await then((_, response) => response.writeHead(304).end()),
      headers: await then((_, response) =>
        response.writeHead(200, { etag: `"${'x'.repeat(60_000)}"` }).end('{}'),
      ),
      none: await then((_, response) => response.end(JSON.stringify(told))),
    });
    expect(Object.values(await rowsOf(hub))).toEqual(Array(9).fill(7));
    await vi.waitFor(async () => {
      const { rows } = await hub.told(ADA);
      expect(
        Object.fromEntries(rows.map(({ name, fault, answer }) => [name, [fault, answer?.vpas]])),
      ).toEqual({
        fine: [undefined, 7],
        liar: ['someone-else', undefined],
        redirects: ['redirects', undefined],
        endless: ['too-large', undefined],
        bomb: ['unreadable', undefined],
        drips: ['slow', undefined],
        unchanged: ['redirects', undefined],
        headers: ['unreadable', undefined],
        none: [undefined, 7],
      });
    }, PATIENCE);
    expect(await rowsOf(hub)).toMatchObject({ fine: 7, liar: 'someone-else', none: 7 });
    const { listOf } = await hub.told(ADA);
    expect(atOnce(listOf('fine', 'record'))).toEqual({ rows: [], all: 0 });
    for (const name of ['liar', 'endless', 'none']) expect(atOnce(listOf(name, 'record'))).toBeUndefined();
    const kept = (await hub.rows(ADA)).filter(({ answer }) => answer).map(({ name }) => name);
    expect(kept).toEqual(['fine', 'redirects', 'endless', 'bomb', 'drips', 'unchanged', 'headers', 'none']);
    expect(elsewhere).not.toHaveBeenCalled();
  });

  it.each([
    ['another revision each time', () => `"${Math.random()}"`],
    ['a revision that is none', () => 'of; today'],
    ['none', () => undefined],
  ])('asks a member that sends %s no more often than others', async (_what, etag) => {
    const clock = new SteppedClock(wallClock, { offMs: 0 });
    let asked = 0;
    const hub = rig.hub(
      {
        a: await member((_, response) => {
          asked++;
          const revision = etag();
          response
            .writeHead(200, revision === undefined ? {} : { etag: revision })
            .end(JSON.stringify(digest('ada')));
        }),
      },
      { clock },
    );
    for (let second = 0; second < 60; second++) {
      clock.atMs = second * 1_000;
      await Promise.all([hub.rows(ADA), hub.told(ADA)]);
    }
    await vi.waitFor(() => expect(asked).toBe(2), PATIENCE);
    expect(await rowsOf(hub)).toEqual({ a: 7 });
  });

  it('believes a certificate of the authority that is named, and no other', async () => {
    const authority = await TestAuthority.create();
    const { cert, key } = await authority.issue('member');
    const url = `https://${await rig.listen(createTlsServer({ cert, key }, honest))}`;
    writeFileSync(path.join(rig.folder, 'ca.pem'), authority.pem);
    expect(await rowsOf(hubOf({ a: url }, ', ca: ca.pem'))).toEqual({ a: 7 });
    expect(await rowsOf(hubOf({ a: url }))).toEqual({ a: 'certificate' });
  });
});
