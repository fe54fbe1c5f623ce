import { writeFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HubOf } from '../../tests/support/hub-of';
import { TestAuthority } from '../../tests/support/tls';
import type { Hub } from '.';

const ADA = { name: 'ada', groups: ['dev'] };
const EVE = { name: 'eve', groups: [] };
const total = { requested: 4, recommended: 2 };
const status = (user: unknown) => ({
  version: '0.2.0',
  user,
  cluster: { kind: 'connected', version: 'v1.36.0' },
  urgencies: { broken: 1, waits: 2, better: 3 },
  stops: { stops: [{ scope: { kind: 'all' } }] },
});
const overview = { vpas: 7, totals: { cpu: total, memory: total } };

let rig: HubOf;
beforeEach(() => {
  rig = new HubOf();
});
afterEach(() => rig.close());

/** A member that knows whoever the hub names with the secret, and lets Eve read nothing. */
const honest: RequestListener = ({ url, headers }, response) => {
  const user = headers['x-user'];
  const code = headers['x-plumbline-proxy-secret'] !== 'shared' ? 401 : user === 'eve' ? 403 : 200;
  const body = url === '/api/v1/status' ? status(user) : overview;
  response.writeHead(code).end(JSON.stringify(body));
};

const member = (answer: RequestListener) => rig.member(answer);
const hubOf = (addresses: Record<string, string>, more = '') => rig.hub(addresses, { more });

const rowsOf = async (hub: Hub, asker = ADA) =>
  Object.fromEntries((await hub.rows(asker)).map(({ name, fault, answer }) => [name, fault ?? answer?.vpas]));

describe('a hub', () => {
  it('shows what each cluster says to the person who asks', async () => {
    const [row] = await hubOf({ a: await member(honest) }).rows(ADA);
    expect(row).toEqual({
      name: 'a',
      labels: {},
      seenMs: expect.any(Number),
      answer: {
        plumbline: '0.2.0',
        kubernetes: 'v1.36.0',
        urgencies: { broken: 1, waits: 2, better: 3 },
        ...overview,
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

  it('asks a member twice for all that look within a minute', async () => {
    const asked: IncomingMessage[] = [];
    const hub = hubOf({
      a: await member((request, response) => {
        asked.push(request);
        honest(request, response);
      }),
    });
    await Promise.all([hub.rows(ADA), hub.rows(ADA)]);
    await hub.rows(ADA);
    expect(asked.map(({ url }) => url)).toEqual(['/api/v1/status', '/api/v1/overview']);
  });

  it('shows the others when members are broken, each with what is wrong', async () => {
    const elsewhere = vi.fn(honest);
    const target = await member(elsewhere);
    const says = (code: number, body: unknown, headers = {}) =>
      member((_, response) => response.writeHead(code, headers).end(JSON.stringify(body)));
    const hub = hubOf({
      fine: await member(honest),
      away: 'http://127.0.0.1:1',
      redirects: await says(302, '', { location: `${target}/latest/meta-data` }),
      old: await says(404, {}),
      failing: await says(503, {}),
      stranger: await says(401, {}),
      page: await member((_, response) => response.end('<html>')),
      garbage: await says(200, { version: [], urgencies: 'none' }),
      boundless: await member(({ url }, response) =>
        response.end(JSON.stringify(url === '/api/v1/status' ? status('ada') : { ...overview, vpas: 1e308 })),
      ),
      endless: await member((_, response) => {
        const more = () => {
          while (response.write('x'.repeat(1024 * 1024)));
        };
        response.on('drain', more);
        more();
      }),
      liar: await member(({ url }, response) =>
        response.end(JSON.stringify(url === '/api/v1/status' ? status('root') : overview)),
      ),
      noise: await member(({ socket }) => socket.end('\0\0\0 not HTTP \r\n\r\n')),
      silent: await member(() => undefined),
    });
    await vi.waitFor(
      async () => {
        expect(await rowsOf(hub)).toEqual({
          fine: 7,
          away: 'unreachable',
          redirects: 'redirects',
          old: 'older',
          failing: 'failing',
          stranger: 'stranger',
          page: 'unreadable',
          garbage: 'unreadable',
          boundless: 'unreadable',
          endless: 'too-large',
          liar: 'someone-else',
          noise: 'unreadable',
          silent: 'slow',
        });
      },
      { timeout: 30_000, interval: 200 },
    );
    expect(elsewhere).not.toHaveBeenCalled();
  }, 60_000);

  it('believes a certificate of the authority that is named, and no other', async () => {
    const authority = await TestAuthority.create();
    const { cert, key } = await authority.issue('member');
    const url = `https://${await rig.listen(createTlsServer({ cert, key }, honest))}`;
    writeFileSync(path.join(rig.folder, 'ca.pem'), authority.pem);
    expect(await rowsOf(hubOf({ a: url }, ', ca: ca.pem'))).toEqual({ a: 7 });
    expect(await rowsOf(hubOf({ a: url }))).toEqual({ a: 'certificate' });
  });
});
