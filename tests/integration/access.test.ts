import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { root } from '@/bin/root.mjs';
import { LOGIN_LIMIT } from '@/server/access/login-limit';
import type { Config } from '@/server/config';
import type { Handler } from '@/server/host/api/handlers';
import { POST as signIn, DELETE as signOut, GET as whoAmI } from '@/server/host/api/session/route';
import { GET as getStatus } from '@/server/host/api/status/route';
import { POST as press, DELETE as resume } from '@/server/host/api/stop/route';
import { PATCH as save } from '@/server/host/api/vpas/[namespace]/[name]/route';
import { GET as getEvents } from '@/server/host/api/workloads/[namespace]/[name]/events/route';
import { GET as getEvidence } from '@/server/host/api/workloads/[namespace]/[name]/evidence/route';
import { GET as getPast } from '@/server/host/api/workloads/[namespace]/[name]/past/route';
import { GET as getWorkload } from '@/server/host/api/workloads/[namespace]/[name]/route';
import { GET as getWorkloads } from '@/server/host/api/workloads/route';
import type { Runtime } from '@/server/host/runtime';
import type { ErrorBody } from '@/server/lib/report/errors';
import type { KubeObject } from '@/server/objects/types';
import { ApiCluster, VPAS } from '../support/api-cluster';
import { Recommending } from '../support/recommending';
import { until } from '../support/until';

type Headers = Record<string, string>;

const KEY = 'k'.repeat(32);
const STOP_ALL = { scope: { kind: 'all' } };
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const SETTINGS: Partial<Config> = { roles: ['recommender', 'updater'], auth: 'token', leaderElect: false };

let cluster: ApiCluster;
let process: Recommending;
let running: Runtime;
let tokens: { admin: string; limited: string };

/** `limited` may edit everything in `default`, and nothing in `shop`. */
beforeAll(async () => {
  cluster = await ApiCluster.start();
  await cluster.workload('web', ['web-1']);
  await cluster.autoscaler('web');
  await cluster.create(VPAS, {
    apiVersion: 'autoscaling.k8s.io/v1',
    kind: 'VerticalPodAutoscaler',
    metadata: { namespace: 'default', name: 'own' },
    spec: { targetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'own' } },
  } as KubeObject);
  tokens = { admin: tokenOf('admin'), limited: tokenOf('limited') };
  process = await Recommending.start(cluster, { ...SETTINGS, sessionKeys: [KEY] });
  running = process.running;
  await process.firstPass();
  await until('operations', () => running.operations !== undefined);
});
afterAll(async () => {
  await process?.stop();
  await cluster?.close();
});

function tokenOf(user: 'admin' | 'limited'): string {
  const { users } = parse(cluster.kubeconfigOf(user)) as { users: [{ user: { token: string } }] };
  return users[0].user.token;
}

/** A new token of a service account. */
async function issuedToken(namespace: string, name: string): Promise<string | undefined> {
  const issued = await running.cluster?.client.request<{ status: { token: string } }>(
    'POST',
    `/api/v1/namespaces/${namespace}/serviceaccounts/${name}/token`,
    { body: { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} } },
  );
  return issued?.status.token;
}

/** Asks a handler as Next would; a body is sent as it is if it is a text. */
async function ask(
  handler: unknown,
  {
    headers = {},
    body,
    params = {},
    address = 'http://localhost/api',
    method = body ? 'POST' : 'GET',
  }: {
    headers?: Headers;
    body?: unknown;
    params?: object;
    address?: string;
    method?: string;
  } = {},
): Promise<{ status: number; body: Partial<ErrorBody>; text: string; cookie: string }> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const request = new Request(address, { method, headers, ...(body !== undefined && { body: text }) });
  const response = await (handler as Handler)(request, params as never);
  const answered = await response.text();
  const isJson = answered.startsWith('{') || answered.startsWith('[');
  const cookie = response.headers.get('set-cookie') ?? '';
  return { status: response.status, body: isJson ? JSON.parse(answered) : {}, text: answered, cookie };
}

async function session(user: 'admin' | 'limited'): Promise<Headers> {
  const { cookie } = await ask(signIn, { body: { token: tokens[user] } });
  return { cookie: cookie.split(';')[0] ?? '' };
}

const stops = () => running.operations?.stops.view().stops;
const inShop = { namespace: 'shop', name: 'web' };
const inDefault = { namespace: 'default', name: 'own' };

describe('somebody who did not sign in', () => {
  it('gets nothing from any handler but what the login needs', async () => {
    const open: string[] = [];
    const folders = readdirSync(path.join(root, 'server/host'), { recursive: true, encoding: 'utf8' });
    for (const file of folders.filter((one) => one.endsWith('route.ts'))) {
      const handlers = (await import(path.join(root, 'server/host', file))) as Record<string, unknown>;
      for (const method of METHODS) {
        const body = method === 'GET' ? undefined : '{}';
        if (!handlers[method]) continue;
        const { status } = await ask(handlers[method], { method, body, params: inShop });
        if (status !== 401) open.push(`${method} ${path.dirname(file)} ${status}`);
      }
    }
    expect(open.sort()).toEqual([
      'DELETE api/session 200',
      'GET api/session/callback 404',
      'GET api/session/start 404',
      'POST api/session 422',
    ]);
    expect(stops()).toEqual([]);
  });

  it.each([
    ['made up', 'eyJhbGciOiJkaXIifQ..a.b.c'],
    ['without encryption', `${btoa('{"alg":"none"}')}.${btoa('{"token":"x"}')}.`],
    ['empty', ''],
  ])('is not let in by a cookie %s', async (_, value) => {
    const headers = { cookie: `plumbline_session=${value}` };
    expect((await ask(press, { headers, body: STOP_ALL })).status).toBe(401);
    expect(stops()).toEqual([]);
  });

  it('is not let in by the header of a proxy that is not there', async () => {
    const headers = { 'x-user': 'admin', 'x-forwarded-user': 'admin', 'impersonate-user': 'admin' };
    expect((await ask(press, { headers, body: STOP_ALL })).status).toBe(401);
  });
});

describe('a session', () => {
  it('begins with a token of the cluster, which then is only in the encrypted cookie', async () => {
    const { status, body, text, cookie } = await ask(signIn, { body: { token: ` ${tokens.limited}\n` } });
    const seen = { user: 'limited', groups: ['system:authenticated'], changesAs: 'token' };
    expect([status, body]).toEqual([200, seen]);
    expect(cookie).toMatch(/^plumbline_session=\S+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=3600$/);
    expect(text + cookie).not.toContain(tokens.limited);
    const headers = { cookie: cookie.split(';')[0] ?? '' };
    expect((await ask(whoAmI, { headers })).body).toEqual(seen);
  });

  it('is sent back over https alone once it came over https', async () => {
    const headers = { 'x-forwarded-proto': 'https' };
    expect((await ask(signIn, { headers, body: { token: tokens.admin } })).cookie).toContain('; Secure');
  });

  it('does not begin with a token that the cluster does not know', async () => {
    const { status, body, cookie } = await ask(signIn, { body: { token: 'guessed' } });
    expect([status, body.code, cookie]).toEqual([401, 'unauthenticated', '']);
  });

  it('ends in the browser that signs out', async () => {
    const headers = await session('admin');
    const { status, body, cookie } = await ask(signOut, { headers, method: 'DELETE' });
    expect([status, body, cookie]).toEqual([
      200,
      { next: '/login' },
      expect.stringContaining('plumbline_session=; '),
    ]);
  });

  it('needs no cookie for programs that send the token with each request', async () => {
    const headers = { authorization: `Bearer ${tokens.limited}` };
    expect((await ask(whoAmI, { headers })).body).toMatchObject({ user: 'limited' });
  });

  it('is refused to clients that guess tokens, and to no other', async () => {
    const from = (address: string) => ({ 'x-plumbline-peer': address });
    const guess = (index: number) =>
      ask(signIn, { headers: from('10.0.0.66'), body: { token: `guess-${index}` } });
    for (let index = 0; index < LOGIN_LIMIT; index++) expect((await guess(index)).status).toBe(401);
    const flooding = await guess(LOGIN_LIMIT);
    expect([flooding.status, flooding.body.code]).toEqual([429, 'too-many-logins']);
    await cluster.create('serviceaccounts', {
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { name: 'newcomer', namespace: 'default' },
    });
    const unseen = await issuedToken('default', 'newcomer');
    const first = await ask(signIn, { headers: from('10.0.0.66'), body: { token: unseen } });
    expect([first.status, first.body.code]).toEqual([429, 'too-many-logins']);
    const known = await ask(signIn, { headers: from('10.0.0.66'), body: { token: tokens.admin } });
    expect(known.status).toBe(200);
    const other = await ask(signIn, { headers: from('10.0.0.67'), body: { token: unseen } });
    expect(other.status).toBe(200);
  });
});

describe('tokens guessed all at once', () => {
  const from = { 'x-plumbline-peer': '10.0.0.68' };

  it('are refused unread after as many as one after the other', async () => {
    const guesses = Array.from({ length: 5 * LOGIN_LIMIT }, (_, index) =>
      ask(signIn, { headers: from, body: { token: `at-once-${index}` } }),
    );
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(LOGIN_LIMIT);
    expect(statuses.filter((status) => status === 429)).toHaveLength(4 * LOGIN_LIMIT);
  });

  it('do not count if they are good, however many programs send theirs at once', async () => {
    const headers = { 'x-plumbline-peer': '10.0.0.69' };
    await cluster.create('serviceaccounts', {
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { name: 'program', namespace: 'default' },
    });
    const tokensOf = await Promise.all(
      Array.from({ length: 2 * LOGIN_LIMIT }, () => issuedToken('default', 'program')),
    );
    const all = await Promise.all(
      tokensOf.map((token) => ask(whoAmI, { headers: { ...headers, authorization: `Bearer ${token}` } })),
    );
    expect(all.map(({ status }) => status)).toEqual(all.map(() => 200));
  });
});

describe('somebody who may act in one namespace', () => {
  let headers: Headers;
  beforeAll(async () => {
    headers = await session('limited');
  });

  it.each([
    ['the page of a workload', getWorkload],
    ['its histograms and evidence', getEvidence],
    ['its events', getEvents],
    ['its past', getPast],
  ])('does not read %s in another, and learns which right is missing', async (_, handler) => {
    const { status, body } = await ask(handler, { headers, params: inShop });
    expect([status, body.message]).toEqual([
      403,
      'You may not do this: limited lacks the right to list verticalpodautoscalers.autoscaling.k8s.io in shop',
    ]);
  });

  it('reads what is in its own', async () => {
    expect((await ask(getWorkload, { headers, params: inDefault })).status).toBe(200);
  });

  it('changes no policy in another', async () => {
    const before = cluster.vpa('web');
    const edit = { updateMode: 'Off' };
    const { status, body } = await ask(save, { headers, params: inShop, body: edit, method: 'PATCH' });
    expect([status, body.code]).toEqual([403, 'forbidden']);
    expect(body.message).toContain('patch verticalpodautoscalers.autoscaling.k8s.io in shop');
    expect(cluster.vpa('web')).toEqual(before);
  });

  it('stops its own namespace, and nothing else', async () => {
    const all = await ask(press, { headers, body: STOP_ALL });
    expect([all.status, all.body.message]).toEqual([
      403,
      'You may not do this: limited lacks the right to stop stops.plumbline.dev in the whole cluster',
    ]);
    expect(stops()).toEqual([]);
    const scope = { kind: 'namespace', namespace: 'default' };
    expect((await ask(press, { headers, body: { scope } })).status).toBe(200);
    expect(stops()).toMatchObject([{ scope, who: 'limited' }]);
    expect((await ask(resume, { headers, body: { scope }, method: 'DELETE' })).status).toBe(200);
  });

  it('sees no stop of another namespace in the status', async () => {
    const admin = await session('admin');
    const scope = { kind: 'namespace', namespace: 'shop' };
    expect((await ask(press, { headers: admin, body: { scope } })).status).toBe(200);
    expect((await ask(getStatus, { headers: admin })).text).toContain('"shop"');
    const { status, text } = await ask(getStatus, { headers });
    expect([status, text.includes('shop')]).toEqual([200, false]);
    await ask(resume, { headers: admin, body: { scope }, method: 'DELETE' });
  });
});

describe('somebody on call, who may stop and nothing else', () => {
  it('stops everything, and neither resumes nor reads', async () => {
    const api = 'rbac.authorization.k8s.io';
    await cluster.create(`clusterroles.${api}`, {
      apiVersion: `${api}/v1`,
      kind: 'ClusterRole',
      metadata: { name: 'on-call' },
      rules: [{ apiGroups: ['plumbline.dev'], resources: ['stops'], verbs: ['stop'] }],
    } as KubeObject);
    await cluster.create('serviceaccounts', {
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { name: 'on-call', namespace: 'shop' },
    });
    await cluster.create(`clusterrolebindings.${api}`, {
      apiVersion: `${api}/v1`,
      kind: 'ClusterRoleBinding',
      metadata: { name: 'on-call' },
      roleRef: { apiGroup: api, kind: 'ClusterRole', name: 'on-call' },
      subjects: [{ kind: 'ServiceAccount', name: 'on-call', namespace: 'shop' }],
    } as KubeObject);
    const headers = { authorization: `Bearer ${await issuedToken('shop', 'on-call')}` };
    expect((await ask(press, { headers, body: STOP_ALL })).status).toBe(200);
    expect((await ask(resume, { headers, body: STOP_ALL, method: 'DELETE' })).status).toBe(403);
    expect((await ask(getWorkloads, { headers })).status).toBe(403);
    expect(stops()).toMatchObject([{ scope: { kind: 'all' }, who: 'system:serviceaccount:shop:on-call' }]);
    const admin = await session('admin');
    expect((await ask(resume, { headers: admin, body: STOP_ALL, method: 'DELETE' })).status).toBe(200);
  });
});

describe('a body that is none', () => {
  it.each([
    ['too large', JSON.stringify({ ...STOP_ALL, reason: 'x'.repeat(2 ** 20) }), 413],
    ['cut off', '{"scope":', 400],
    ['a list', '[]', 422],
    ['with a prototype', '{"__proto__":{"scope":{"kind":"all"}}}', 422],
    ['with a constructor', '{"scope":{"kind":"all"},"constructor":{"prototype":{"polluted":1}}}', 422],
  ])('is refused: %s', async (_, body, status) => {
    const headers = await session('admin');
    expect((await ask(press, { headers, body })).status).toBe(status);
    expect(stops()).toEqual([]);
    expect('polluted' in {}).toBe(false);
  });
});

describe('a process with other keys', () => {
  it('takes none of the former sessions once the key is gone, and all while it is kept', async () => {
    const former = await session('admin');
    const rotated = await Recommending.start(cluster, { ...SETTINGS, sessionKeys: ['n'.repeat(32), KEY] });
    expect((await ask(whoAmI, { headers: former })).status).not.toBe(401);
    await rotated.stop();
    const replaced = await Recommending.start(cluster, { ...SETTINGS, sessionKeys: ['n'.repeat(32)] });
    expect((await ask(whoAmI, { headers: former })).status).toBe(401);
    expect((await ask(press, { headers: former, body: STOP_ALL })).status).toBe(401);
    await replaced.stop();
  });
});
