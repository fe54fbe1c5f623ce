import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Handler } from '@/server/host/api/handlers';
import { POST as press } from '@/server/host/api/stop/route';
import { ApiCluster } from '../support/api-cluster';
import { everyChange } from '../support/every-change';
import { Recommending } from '../support/recommending';
import { until } from '../support/until';

/** Signing out takes no body. */
const WITHOUT_BODY = new Set(['DELETE api/session']);
const DEPTH = 30_000;
const DEEP = `${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`;
const PARAMS = { namespace: 'shop', name: 'web', id: 'none' };

let cluster: ApiCluster;
let process: Recommending;
let changes: Awaited<ReturnType<typeof everyChange>>;
let token: string;

/** Someone who may do everything sends what no page sends. */
beforeAll(async () => {
  cluster = await ApiCluster.start();
  await cluster.workload('web', ['web-1']);
  await cluster.autoscaler('web');
  const { users } = parse(cluster.kubeconfigOf('admin')) as { users: [{ user: { token: string } }] };
  token = users[0].user.token;
  process = await Recommending.start(cluster, {
    roles: ['recommender', 'updater', 'rules', 'messages'],
    auth: 'token',
    leaderElect: false,
    sessionKeys: ['k'.repeat(32)],
  });
  await until('operations', () => process.running.operations);
  changes = (await everyChange()).filter(({ name }) => !WITHOUT_BODY.has(name));
  expect(changes.length).toBeGreaterThan(10);
});
afterAll(async () => {
  await process?.stop();
  await cluster?.close();
});

async function send(handler: Handler, method: string, body: string | Uint8Array, headers = {}) {
  const request = new Request('http://localhost/api', {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    body: body as BodyInit,
  });
  return handler(request, PARAMS as never);
}

const state = () => ({
  vpas: cluster.registry
    .list('verticalpodautoscalers.autoscaling.k8s.io')
    .map(({ metadata }) => metadata.generation),
  policies: cluster.registry.list('verticalscalingpolicies.plumbline.dev').length,
  approvals: cluster.registry.list('changeapprovals.plumbline.dev').length,
  stops: process.running.operations?.stops.view().stops,
});

describe('a body that no page sends', () => {
  it.each([
    ['nothing', ''],
    ['cut off', '{"scope":{"kind":'],
    ['null', 'null'],
    ['a list', '[]'],
    ['a text', '"all"'],
    ['a number', '1e999'],
    ['bytes that are no text', new Uint8Array([0x7b, 0xff, 0xfe, 0x00])],
    ['very deep', '['.repeat(200_000)],
    ['very deep objects', DEEP],
    ['something very deep where a text belongs', `{"reason":${DEEP},"scope":${DEEP},"mode":${DEEP}}`],
    ['a prototype', '{"__proto__":{"polluted":1,"scope":{"kind":"all"}}}'],
    ['a constructor', '{"constructor":{"prototype":{"polluted":1}}}'],
    ['a prototype further down', '{"scope":{"__proto__":{"kind":"all","polluted":1}}}'],
    ['keys of every object', '{"toString":1,"hasOwnProperty":1,"valueOf":1}'],
  ])('is refused by every change and alters nothing: %s', async (_, body) => {
    const before = state();
    const odd: string[] = [];
    for (const { name, handler, method } of changes) {
      const { status } = await send(handler, method, body);
      if (status < 400 || (status >= 500 && status !== 503)) odd.push(`${name} ${status}`);
    }
    expect(odd).toEqual([]);
    expect(state()).toEqual(before);
    expect('polluted' in {}).toBe(false);
  });

  it('is refused by every change, with the most it may have, if it is too large', async () => {
    const bodyOf = (mebibytes: number) => `{"reason":"${'x'.repeat(mebibytes * 2 ** 20)}"}`;
    const [large, largest] = [bodyOf(1), bodyOf(5)];
    const isWholePod = /admission|recommendation-query/;
    const odd: string[] = [];
    for (const { name, handler, method } of changes) {
      const response = await send(handler, method, isWholePod.test(name) ? largest : large);
      const { message } = (await response.json()) as { message: string };
      const isSaid = response.status === 413 && /at most \d+ bytes/.test(message);
      if (!isSaid && ![404, 503].includes(response.status)) odd.push(`${name} ${response.status} ${message}`);
    }
    expect(odd).toEqual([]);
  });
});

describe('headers that no page sends', () => {
  it.each([
    ['to act as someone else', { 'impersonate-user': 'eve', 'impersonate-group': 'system:masters' }],
    ['as proxies send them', { 'x-remote-user': 'eve', 'x-remote-group': 'system:masters', 'x-user': 'eve' }],
    [
      'as Plumbline sets them',
      { 'x-plumbline-proxy-secret': '', 'x-nonce': 'mine', 'x-plumbline-peer': '127.0.0.1' },
    ],
  ])('change nothing about who the person is: %s', async (_, headers) => {
    const body = JSON.stringify({ scope: { kind: 'vpa', namespace: 'shop', name: 'web' } });
    const stranger = await send(press as unknown as Handler, 'POST', body, { ...headers, authorization: '' });
    expect(stranger.status).toBe(401);
    expect(state().stops).toEqual([]);
  });
});
