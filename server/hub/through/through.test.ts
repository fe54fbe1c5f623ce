import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HubOf } from '../../../tests/support/hub-of';
import { PATIENCE } from '../../../tests/support/patience';
import { ManualClock } from '../../lib/time/clock';
import type { Hub } from '..';

const ADA = { name: 'ada', groups: ['dev'] };
const ETAG = 'W/"abc"';

let rig: HubOf;
beforeEach(() => {
  rig = new HubOf();
});
afterEach(() => rig.close());

interface Seen {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage['headers'];
  body: string;
}

/** A member that says whom it takes a person for, and else answers as it is told. */
function memberThat(answers: RequestListener, seen: Seen[] = []): Promise<string> {
  return rig.member(async (request, response) => {
    const { method, url, headers } = request;
    seen.push({ method, url, headers, body: await text(request) });
    if (url !== '/api/v1/status') return answers(request, response);
    const state = { version: '0.1.9', user: headers['x-user'], cluster: { kind: 'connected' } };
    response.end(JSON.stringify({ ...state, kubeconfig: '/tmp/of-the-member', hasSession: false }));
  });
}

const says =
  (status: number, body: unknown, headers = {}): RequestListener =>
  (_, response) =>
    void response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));

const ask = (hub: Hub, address: string, more = {}, asker: Parameters<Hub['pass']>[1] = ADA) => {
  const { pathname, search } = new URL(address, 'http://hub');
  const segments = pathname.slice(1).split('/');
  return hub.pass('a', asker, { method: 'GET', segments, search, ...more }, true);
};

const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => 'none',
    ({ code, message }: { code: string; message: string }) => `${code}: ${message}`,
  );

describe('a cluster that is looked at through a hub', () => {
  it('answers the person, and is told nothing else of their request', async () => {
    const seen: Seen[] = [];
    const hub = rig.hub({ a: await memberThat(says(200, { rows: [] }, { etag: ETAG }), seen) });
    const { status, headers, body } = await ask(hub, '/workloads?sort=waste', {
      revision: 'W/"old"',
      prefer: 'wait=1',
    });
    expect([status, String(body)]).toEqual([200, '{"rows":[]}']);
    expect(headers).toEqual({
      etag: ETAG,
      'cache-control': 'private, no-cache',
      'content-type': 'application/json',
    });
    const [, asked] = seen;
    expect(asked).toMatchObject({ method: 'GET', url: '/api/v1/workloads?sort=waste' });
    expect(Object.keys(asked?.headers ?? {}).sort()).toEqual([
      'accept',
      'connection',
      'host',
      'if-none-match',
      'prefer',
      'x-groups',
      'x-plumbline-proxy-secret',
      'x-user',
    ]);
    expect(asked?.headers).toMatchObject({ 'x-user': 'ada', 'x-groups': 'dev', 'if-none-match': 'W/"old"' });
  });

  it('gets a change as it was sent, once it is known whom it takes the person for', async () => {
    const seen: Seen[] = [];
    const hub = rig.hub({ a: await memberThat(says(200, { decided: 1 }), seen) });
    await ask(hub, '/approvals', { method: 'POST', body: '{"approve":true}' });
    await ask(hub, '/stop', { method: 'DELETE', body: '{}' });
    expect(seen.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['GET', '/api/v1/status', ''],
      ['POST', '/api/v1/approvals', '{"approve":true}'],
      ['GET', '/api/v1/status', ''],
      ['DELETE', '/api/v1/stop', '{}'],
    ]);
  });

  it('may take half a minute for what a person asks', async () => {
    const clock = new ManualClock(0);
    const waiting: ServerResponse[] = [];
    const hub = rig.hub({ a: await memberThat((_, response) => waiting.push(response)) }, { clock });
    const asked = ask(hub, '/overview');
    const lost = refusal(ask(hub, '/plan'));
    await vi.waitFor(() => expect(waiting).toHaveLength(2), PATIENCE);
    await clock.advance(29_000);
    waiting.find(({ req }) => req.url?.endsWith('/overview'))?.end('{}');
    expect((await asked).status).toBe(200);
    await clock.advance(1_000);
    expect(await lost).toMatch(/^cluster-away/);
  });

  it('is asked whom it takes a person for once a minute while they look', async () => {
    const seen: Seen[] = [];
    const hub = rig.hub({ a: await memberThat(says(200, {}), seen) });
    await Promise.all([ask(hub, '/overview'), ask(hub, '/workloads')]);
    await ask(hub, '/plan');
    expect(seen.filter(({ url }) => url === '/api/v1/status')).toHaveLength(1);
  });

  it('shows its state without what is only true on its machine', async () => {
    const hub = rig.hub({ a: await memberThat(says(200, {})) });
    expect(JSON.parse(String((await ask(hub, '/status')).body))).toEqual({
      version: '0.1.9',
      user: 'ada',
      cluster: { kind: 'connected' },
      hasSession: true,
      offersTour: false,
      isHub: true,
      through: { cluster: 'a', labels: {}, version: '0.2.0' },
    });
  });

  it('says that nothing changed, in as few bytes', async () => {
    const hub = rig.hub({ a: await memberThat(says(304, '', { etag: ETAG })) });
    expect(await ask(hub, '/overview', { revision: ETAG })).toMatchObject({ status: 304, body: null });
  });

  it('gives a file to keep under its name, and of no type that a browser runs', async () => {
    const html = '<script>alert(1)</script>';
    const sent = { 'content-type': 'text/html', 'content-disposition': 'inline; filename="costs.csv"' };
    const hub = rig.hub({ a: await memberThat(says(200, html, sent)) });
    expect((await ask(hub, '/costs.csv')).headers).toEqual({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename="a-costs.csv"',
      'cache-control': 'private, no-store',
    });
  });

  it('passes on no cookie and no header of its choice', async () => {
    const chosen = {
      'set-cookie': 'session=stolen',
      'content-security-policy': 'script-src *',
      'access-control-allow-origin': '*',
      'content-type': 'text/html',
      etag: '"a\tb"',
      refresh: '0; url=https://example.com',
    };
    const hub = rig.hub({ a: await memberThat(says(200, {}, chosen)) });
    expect((await ask(hub, '/overview')).headers).toEqual({
      'cache-control': 'private, no-cache',
      'content-type': 'application/json',
    });
  });

  it('refuses in its own words, cut to a length', async () => {
    const error = { code: 'forbidden', message: 'You may not do this: ada lacks a right', fields: [] };
    const long = { ...error, message: 'x'.repeat(100_000) };
    const forbidden = rig.hub({ a: await memberThat(says(403, error)) });
    expect(await refusal(ask(forbidden, '/nodes'))).toBe('forbidden: You may not do this: ada lacks a right');
    const endless = rig.hub({ a: await memberThat(says(403, long)) });
    expect((await refusal(ask(endless, '/nodes'))).length).toBeLessThan(2_100);
  });

  it.each([
    ['a page', says(200, '<html><script>alert(1)</script>'), 'is not Plumbline'],
    ['nobody known', says(401, { code: 'unauthenticated', message: 'Sign in first' }), 'does not know you'],
    ['no such route', says(404, '<h1>404</h1>'), 'has no API of this version'],
    ['a failure', says(500, 'oops'), 'fails, or is still starting'],
    ['a code of its own', says(418, { code: 'teapot', message: 'short', fields: [] }), 'is not Plumbline'],
    [
      'a code of another status',
      says(500, { code: 'unauthenticated', message: 'Sign in first', fields: [] }),
      'fails, or is still starting',
    ],
    ['four megabytes and one', says(200, `"${'x'.repeat(4 * 1024 * 1024)}"`), 'longer than any'],
  ])('with %s costs only itself, and says so', async (_, answers, words) => {
    const hub = rig.hub({ a: await memberThat(answers) });
    expect(await refusal(ask(hub, '/overview'))).toMatch(new RegExp(`^cluster-away: .* a: .*${words}`));
  });

  it('leads nowhere else by a redirect', async () => {
    const elsewhere = vi.fn(says(200, { secret: 'of the machine' }));
    const location = `${await rig.member(elsewhere)}/latest/meta-data`;
    const hub = rig.hub({ a: await memberThat(says(307, '', { location })) });
    expect(await refusal(ask(hub, '/overview'))).toContain('another address, which the hub does not follow');
    expect(await refusal(ask(hub, '/stop', { method: 'POST', body: '{}' }))).toContain('another address');
    expect(elsewhere).not.toHaveBeenCalled();
  });

  it('is shown to nobody whom it takes for another', async () => {
    const seen: string[] = [];
    const url = await rig.member(({ url = '' }, response) => {
      seen.push(url);
      response.end(JSON.stringify({ version: '0.2.0', user: 'root', cluster: { kind: 'connected' } }));
    });
    const hub = rig.hub({ a: url });
    const words = 'It answers for someone other than you';
    expect(await refusal(ask(hub, '/overview'))).toContain(words);
    expect(await refusal(ask(hub, '/stop', { method: 'POST', body: '{}' }))).toContain(words);
    expect(new Set(seen)).toEqual(new Set(['/api/v1/status']));
  });

  it('is asked for nobody without a name, and for no account of another cluster', async () => {
    const seen: Seen[] = [];
    const hub = rig.hub({ a: await memberThat(says(200, {}), seen) });
    const robot = { name: 'system:serviceaccount:ci:robot', groups: [] };
    expect(await refusal(ask(hub, '/overview', {}, { name: undefined, groups: [] }))).toContain(
      'cannot ask on their behalf',
    );
    expect(await refusal(ask(hub, '/overview', {}, robot))).toContain('an account of another cluster');
    expect(seen).toEqual([]);
  });

  it('that is away does not make a change look refused', async () => {
    const url = await memberThat(({ socket }) => socket.destroy());
    const asked = ask(rig.hub({ a: url }), '/approvals', { method: 'POST', body: '{}' });
    expect(await refusal(asked)).toContain('Whether the change was made is not known');
  });
});
