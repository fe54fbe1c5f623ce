import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Config } from '@/server/config';
import type { Handler } from '@/server/host/api/handlers';
import { GET as callback } from '@/server/host/api/session/callback/route';
import { DELETE as signOut, GET as whoAmI } from '@/server/host/api/session/route';
import { GET as start } from '@/server/host/api/session/start/route';
import { POST as press } from '@/server/host/api/stop/route';
import { GET as getWorkload } from '@/server/host/api/workloads/[namespace]/[name]/route';
import { access } from '@/server/host/runtime';
import type { KubeObject } from '@/server/objects/types';
import { ApiCluster } from '../support/api-cluster';
import { IdentityProvider, PlainBrowser } from '../support/identity-provider';
import { Recommending } from '../support/recommending';
import { until } from '../support/until';

const HOST = 'plumbline.example.com';
const SITE = `https://${HOST}`;
const CALLBACK = `${SITE}/api/session/callback`;
const REGISTRATION = { redirectUri: CALLBACK, signedOutUri: `${SITE}/login` };
const RBAC = 'rbac.authorization.k8s.io';
/** As a proxy in front that ends TLS sends them. */
const BEHIND_TLS = { host: HOST, 'x-forwarded-proto': 'https' };

let cluster: ApiCluster;
let provider: IdentityProvider;
let process: Recommending;
let visits = 0;

beforeAll(async () => {
  provider = await IdentityProvider.start();
  provider.register(REGISTRATION);
  provider.people.set('ann', { email: 'ann@example.com', email_verified: true, groups: ['ops'] });
  provider.people.set('eve', { email: 'eve@example.com', email_verified: false, groups: ['ops'] });
  provider.people.set('max', { email: 'max@example.com', groups: ['system:masters'] });
  provider.people.set('joe', {
    email: 'joe@example.com',
    groups: Array.from({ length: 500 }, (_, index) => `team-${index}`),
  });
  cluster = await ApiCluster.start();
  await cluster.workload('web', ['web-1']);
  await cluster.autoscaler('web');
  await cluster.create(`clusterrolebindings.${RBAC}`, {
    apiVersion: `${RBAC}/v1`,
    kind: 'ClusterRoleBinding',
    metadata: { name: 'ops' },
    roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: 'view' },
    subjects: [{ kind: 'Group', name: 'ops' }],
  } as KubeObject);
  process = await run();
});
afterAll(async () => {
  await process?.stop();
  await cluster?.close();
  await provider?.close();
});

async function run(settings: Partial<Config> = {}): Promise<Recommending> {
  const started = await Recommending.start(cluster, {
    roles: ['recommender', 'updater'],
    leaderElect: false,
    sessionKeys: ['k'.repeat(32)],
    ...provider.settings,
    ...settings,
  });
  await started.firstPass();
  await until('operations', () => started.running.operations);
  return started;
}

async function ask(
  handler: unknown,
  path: string,
  { cookie = '', body }: { cookie?: string; body?: object } = {},
) {
  const init = { method: body ? 'POST' : 'GET', ...(body && { body: JSON.stringify(body) }) };
  const request = new Request(`http://10.0.0.1:3000${path}`, {
    ...init,
    // Each from a place of its own, so that the failures of all are not too many.
    headers: { ...BEHIND_TLS, cookie, 'x-plumbline-peer': `10.0.${++visits >> 8}.${visits & 255}` },
  });
  const params = { namespace: 'shop', name: 'web' } as never;
  const response = await (handler as Handler)(request, params);
  return {
    status: response.status,
    location: response.headers.get('location') ?? '',
    cookies: response.headers.getSetCookie(),
    text: await response.text(),
  };
}

const held = (cookies: string[]) => cookies.map((each) => each.split(';')[0]).join('; ');
const pathOf = (address: string) => address.slice(SITE.length);

/** Begins a login, and comes back from the provider with a code. */
async function cameBack(user: string, next = '/') {
  const begun = await ask(start, `/api/session/start?${new URLSearchParams({ next })}`);
  const cookie = held(begun.cookies);
  const back = await new PlainBrowser().signIn(begun.location, user);
  return { begun, cookie, back: pathOf(back) };
}

async function signedIn(user: string, next?: string) {
  const { cookie, back } = await cameBack(user, next);
  return ask(callback, back, { cookie });
}

describe('somebody who signs in with an identity provider', () => {
  it('goes there with a challenge, a state and a nonce, none of which a page can read', async () => {
    const { status, location, cookies } = await ask(start, '/api/session/start');
    const asked = new URL(location).searchParams;
    expect([status, asked.get('response_type'), asked.get('code_challenge_method')]).toEqual([
      303,
      'code',
      'S256',
    ]);
    expect(asked.get('redirect_uri')).toBe(CALLBACK);
    for (const secret of ['state', 'nonce', 'code_challenge']) {
      expect(asked.get(secret)).toMatch(/^[\w-]{43}$/);
      expect(cookies.join()).not.toContain(asked.get(secret));
    }
    expect(cookies).toEqual([
      expect.stringMatching(
        /^__Host-plumbline_login=\S+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600; Secure$/,
      ),
    ]);
  });

  it('comes back to the page they came for, as the claims name them, with the rights of the cluster', async () => {
    const { status, location, cookies } = await signedIn('ann', '/changes?q=web');
    expect([status, location]).toEqual([303, '/changes?q=web']);
    expect(cookies).toEqual([
      expect.stringMatching(/^__Host-plumbline_session=\S+; .*HttpOnly; SameSite=Lax; Max-Age=3600; Secure$/),
      expect.stringMatching(/^__Host-plumbline_login=; .*Max-Age=0; Secure$/),
    ]);
    const cookie = held(cookies);
    const seen = JSON.parse((await ask(whoAmI, '/api/session', { cookie })).text);
    expect(seen).toEqual({ user: 'ann@example.com', groups: ['ops'], changesAs: 'impersonated' });
    expect((await ask(getWorkload, '/api/workloads/shop/web', { cookie })).status).toBe(200);
    const stop = await ask(press, '/api/stop', { cookie, body: { scope: { kind: 'all' } } });
    expect([stop.status, stop.text]).toEqual([
      403,
      expect.stringContaining('ann@example.com lacks the right to stop stops.plumbline.dev'),
    ]);
  });

  it('needs no secret at the provider, and no claims in its token', async () => {
    provider.register({ ...REGISTRATION, isPublic: true, hasFullTokens: false });
    const open = await run({ oidcClientSecret: '' });
    const cookie = held((await signedIn('ann')).cookies);
    const seen = JSON.parse((await ask(whoAmI, '/api/session', { cookie })).text);
    expect(seen).toMatchObject({ user: 'ann@example.com', groups: ['ops'] });
    await open.stop();
    provider.register(REGISTRATION);
    process = await run();
  });

  it.each([
    ['whose address is not verified', 'eve', 'nameless'],
    ['without the claim', 'nobody', 'nameless'],
    ['with more groups than fit a cookie', 'joe', 'too-many-groups'],
  ])('is told why there is no session: one %s', async (_, user, problem) => {
    const { status, location, cookies } = await signedIn(user);
    expect([status, location, cookies]).toEqual([303, `/login?problem=${problem}`, []]);
  });

  it('is in no group that Kubernetes keeps for itself', async () => {
    const cookie = held((await signedIn('max')).cookies);
    expect((await ask(getWorkload, '/api/workloads/shop/web', { cookie })).status).toBe(403);
  });

  it('signs out here, and is sent to sign out there', async () => {
    const response = await (signOut as unknown as Handler)(
      new Request('http://10.0.0.1:3000/api/session', { method: 'DELETE', headers: BEHIND_TLS }),
      {} as never,
    );
    const { next } = (await response.json()) as { next: string };
    const asked = new URL(next);
    expect(response.headers.get('set-cookie')).toContain('__Host-plumbline_session=; ');
    expect([asked.origin, asked.searchParams.get('post_logout_redirect_uri')]).toEqual([
      provider.issuer,
      `${SITE}/login`,
    ]);
  });
});

describe('a return from the provider', () => {
  const problem = async (path: string, cookie: string) => (await ask(callback, path, { cookie })).location;

  it('without the cookie of the login is none', async () => {
    const { back } = await cameBack('ann');
    expect(await problem(back, '')).toBe('/login?problem=expired');
  });

  it.each([
    ['without the cookie of a login', '10.250.0.1', () => ''],
    ['with a forged one', '10.250.0.2', (cookie: string) => `${cookie.slice(0, -8)}AAAAAAAA`],
    ['with one that is no token', '10.250.0.3', (cookie: string) => cookie.replace(/=.*/, '=forged')],
  ])('%s locks nobody out, however often it comes', async (_what, place, forged) => {
    const { cookie, back } = await cameBack('ann');
    const from = (path: string, cookies: string) =>
      (callback as unknown as Handler)(
        new Request(`http://10.0.0.1:3000${path}`, {
          headers: { ...BEHIND_TLS, cookie: cookies, 'x-plumbline-peer': place },
        }),
        {} as never,
      );
    for (let count = 0; count < 15; count++)
      expect(
        (await from(`/api/session/callback?code=x&state=${count}`, forged(cookie))).headers.get('location'),
      ).toBe('/login?problem=expired');
    expect((await from(back, cookie)).headers.get('location')).toBe('/');
  });

  it('with the cookie of another login is none, as if somebody sent a link to their own', async () => {
    const mine = await cameBack('ann');
    const theirs = await cameBack('max');
    expect(await problem(theirs.back, mine.cookie)).toBe('/login?problem=untrusted');
  });

  it('with the cookie of a session in place of the login is none', async () => {
    const session = held((await signedIn('ann')).cookies).replace('plumbline_session=', 'plumbline_login=');
    const { back } = await cameBack('ann');
    expect(await problem(back, session)).toBe('/login?problem=expired');
  });

  it('with the cookie of a login in place of a session is none', async () => {
    const { cookie } = await cameBack('ann');
    const forged = cookie.replace('plumbline_login=', 'plumbline_session=');
    expect((await ask(whoAmI, '/api/session', { cookie: forged })).status).toBe(401);
  });

  it('counts once', async () => {
    const { cookie, back } = await cameBack('ann');
    expect((await ask(callback, back, { cookie })).location).toBe('/');
    expect(await problem(back, cookie)).toBe('/login?problem=untrusted');
  });

  it.each([
    ['a code that was made up', (back: string) => back.replace(/code=[^&]+/, 'code=guessed')],
    ['another state', (back: string) => back.replace(/state=[^&]+/, 'state=guessed')],
    ['two states', (back: string) => `${back}&state=guessed`],
    ['another issuer', (back: string) => back.replace(/iss=[^&]+/, 'iss=https%3A%2F%2Fevil.example')],
    ['nothing at all', () => '/api/session/callback'],
  ])('with %s is none', async (_, forge) => {
    const { cookie, back } = await cameBack('ann');
    expect(await problem(forge(back), cookie)).toMatch(/^\/login\?problem=(untrusted|refused)$/);
  });

  it('with a refusal says so, and repeats nothing of it', async () => {
    const { cookie, back } = await cameBack('ann');
    const state = new URLSearchParams(back.split('?')[1]).get('state');
    const refusal = `/api/session/callback?error=access_denied&error_description=%3Cb%3E&state=${state}&iss=${encodeURIComponent(provider.issuer)}`;
    expect(await problem(refusal, cookie)).toBe('/login?problem=refused');
  });

  it('never leads to another site', async () => {
    expect((await signedIn('ann', 'https://evil.example/')).location).toBe('/');
    expect((await signedIn('ann', '//evil.example/')).location).toBe('/');
  });
});

it('says that the provider does not answer, and asks it again the next time', async () => {
  const away = await run({ oidcIssuer: 'http://127.0.0.1:9' });
  expect((await ask(start, '/api/session/start')).location).toBe('/login?problem=unreachable');
  expect((await ask(start, '/api/session/start')).location).toBe('/login?problem=unreachable');
  await away.stop();
  process = await run();
});

it('says that the provider does not take the secret', async () => {
  const other = await run({ oidcClientSecret: 'another-secret' });
  expect((await signedIn('ann')).location).toBe('/login?problem=not-accepted');
  await other.stop();
  process = await run();
});

it.each([
  ['names no provider', { oidcIssuer: '' }, /PLUMBLINE_OIDC_ISSUER/],
  ['has no name at the provider', { oidcClientId: '' }, /PLUMBLINE_OIDC_CLIENT_ID/],
  ['speaks to it without TLS', { oidcIssuer: 'http://id.example.com' }, /https/],
])('does not start while it %s', async (_, settings, why) => {
  await expect(run(settings)).rejects.toThrow(why);
  expect(access()?.mode).toBe('oidc');
});
