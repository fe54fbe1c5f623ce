import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { POST as review } from '@/app/api/admission/review/route';
import { POST as tryPod } from '@/app/api/admission/try/route';
import { GET as getMatching } from '@/app/api/approvals/matching/route';
import { POST as decide, GET as getApprovals } from '@/app/api/approvals/route';
import { GET as getAudit } from '@/app/api/audit/route';
import { POST as previewBulk } from '@/app/api/bulk/preview/route';
import { GET as getRealised } from '@/app/api/costs/realised/route';
import { GET as getCosts } from '@/app/api/costs/route';
import { GET as getCostsFile } from '@/app/api/costs.csv/route';
import { GET as getExport } from '@/app/api/export/route';
import { PATCH as changeHpa } from '@/app/api/hpas/[namespace]/[name]/route';
import { GET as getHpas } from '@/app/api/hpas/route';
import { GET as getNamespaces } from '@/app/api/namespaces/route';
import { GET as getNodes } from '@/app/api/nodes/route';
import { GET as getOverview } from '@/app/api/overview/route';
import { GET as getPlan } from '@/app/api/plan/route';
import { PATCH as changePolicy, DELETE as deletePolicy } from '@/app/api/policies/[name]/route';
import { GET as getPolicies } from '@/app/api/policies/route';
import { POST as createPolicy } from '@/app/api/policy-drafts/route';
import { GET as getProblems } from '@/app/api/problems/route';
import { POST as getRecommendation } from '@/app/api/recommendation-query/route';
import { POST as cancelReplay } from '@/app/api/replays/[id]/cancel/route';
import { GET as getReplay } from '@/app/api/replays/[id]/route';
import { GET as getReplays, POST as startReplay } from '@/app/api/replays/route';
import { GET as getRights } from '@/app/api/rights/route';
import { GET as getStatus } from '@/app/api/status/route';
import { POST as revert } from '@/app/api/stop/revert/route';
import { GET as getStops, POST as press, DELETE as resume } from '@/app/api/stop/route';
import { GET as getTelling } from '@/app/api/telling/route';
import { POST as sendTest } from '@/app/api/telling/test/route';
import { PATCH as changeVpa } from '@/app/api/vpas/[namespace]/[name]/route';
import { GET as getVpas } from '@/app/api/vpas/route';
import { GET as getTable } from '@/app/api/workloads/export/route';
import { GET as getMatchingWorkloads } from '@/app/api/workloads/matching/route';
import { GET as getWorkloads } from '@/app/api/workloads/route';
import { GET as getSearch } from '@/app/api/workloads/search/route';
import { root } from '@/bin/root.mjs';
import type { KubeObject } from '@/server/kube/types';
import { ApiCluster, VPAS } from '../support/api-cluster';
import { askHandler } from '../support/asked-handler';
import { Recommending } from '../support/recommending';
import { until } from '../support/until';

const HPAS = 'horizontalpodautoscalers.autoscaling';
const ROLES = ['recommender', 'updater', 'horizontal', 'nodes', 'fleet', 'telling'];
/** A name that stands in nothing but what is in the namespace `shop`. */
const SECRET = 'ledger';

let cluster: ApiCluster;
let process: Recommending;
let admin: Record<string, string>;
let limited: Record<string, string>;
let viewer: Record<string, string>;
/** Whom the cluster knows, and who may do nothing. */
let stranger: Record<string, string>;

/** `limited` may do everything in `default`, and nothing in `shop`; `viewer` may read all and change nothing. */
beforeAll(async () => {
  cluster = await ApiCluster.start();
  for (const [namespace, name] of [
    ['shop', SECRET],
    ['default', 'own'],
  ] as const) {
    await cluster.create(VPAS, {
      apiVersion: 'autoscaling.k8s.io/v1',
      kind: 'VerticalPodAutoscaler',
      metadata: { namespace, name, annotations: { 'plumbline.dev/approvals': '{"require": 5}' } },
      spec: { targetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name } },
    } as KubeObject);
    await cluster.create(HPAS, {
      apiVersion: 'autoscaling/v2',
      kind: 'HorizontalPodAutoscaler',
      metadata: { namespace, name },
      spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name }, maxReplicas: 3 },
    } as KubeObject);
  }
  admin = bearer('admin');
  limited = bearer('limited');
  viewer = bearer('viewer');
  process = await Recommending.start(cluster, { roles: ROLES, auth: 'token', leaderElect: false });
  await until('the first pass', () => process.running.handles.recommender?.lastPass);
  stranger = await serviceAccount('stranger');
  await until('the plan', async () => (await ask(getPlan, admin)).status === 200);
  for (const namespace of ['shop', 'default']) {
    const scope = { kind: 'namespace', namespace };
    await askHandler(press, {
      headers: admin,
      body: { scope, reason: namespace === 'shop' ? SECRET : 'own' },
    });
  }
  await process.running.store.flushed();
});
afterAll(async () => {
  await process?.stop();
  await cluster?.close();
});

function bearer(user: 'admin' | 'viewer' | 'limited'): Record<string, string> {
  const { users } = parse(cluster.kubeconfigOf(user)) as { users: [{ user: { token: string } }] };
  return { authorization: `Bearer ${users[0].user.token}` };
}

async function serviceAccount(name: string): Promise<Record<string, string>> {
  const metadata = { name, namespace: 'default' };
  await cluster.create('serviceaccounts', { apiVersion: 'v1', kind: 'ServiceAccount', metadata });
  const issued = await process.running.cluster?.client.request<{ status: { token: string } }>(
    'POST',
    `/api/v1/namespaces/default/serviceaccounts/${name}/token`,
    { body: { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} } },
  );
  return { authorization: `Bearer ${issued?.status.token}` };
}

const ask = (handler: unknown, headers: Record<string, string>, query = '') =>
  askHandler(handler, { headers, address: `http://localhost/api${query}` });

const LISTS = [
  ['the workloads', getWorkloads, ''],
  ['the workloads with and without VPAs', getWorkloads, '?vpa=all'],
  ['the workloads that match', getMatchingWorkloads, ''],
  ['the workloads as a file', getTable, '?format=csv'],
  ['the search', getSearch, '?q=e'],
  ['the overview', getOverview, ''],
  ['the namespaces', getNamespaces, ''],
  ['the plan', getPlan, ''],
  ['the approvals', getApprovals, ''],
  ['the approvals that match', getMatching, ''],
  ['the audit', getAudit, ''],
  ['the costs', getCosts, ''],
  ['the costs by namespace', getCosts, '?by=namespace'],
  ['the costs as a file', getCostsFile, ''],
  ['the realised costs', getRealised, ''],
  ['the HPAs', getHpas, ''],
  ['the problems', getProblems, ''],
  ['the replays', getReplays, ''],
  ['the stops', getStops, ''],
  ['the VPAs', getVpas, ''],
] as const;

describe('somebody who may read one namespace', () => {
  it.each(LISTS)('sees of %s what is in it alone', async (_, handler, query) => {
    const { status, text } = await ask(handler, limited, query);
    expect([status, text.match(/shop|ledger/g)]).toEqual([200, null]);
  });

  it.each(LISTS)('learns which right lacks to see %s of another', async (name, handler, query) => {
    const { status, body } = await ask(handler, limited, `${query || '?'}&namespace=shop`);
    const kind = name === 'the HPAs' ? HPAS : VPAS;
    expect([status, body.message]).toEqual([
      403,
      `You may not do this: limited lacks the right to list ${kind} in shop`,
    ]);
  });

  it.each([
    ['the workloads', getWorkloads, ''],
    ['the workloads as a file', getTable, '?format=csv'],
    ['the search', getSearch, '?q=e'],
    ['the namespaces', getNamespaces, ''],
    ['the plan', getPlan, ''],
    ['the audit', getAudit, ''],
    ['the costs', getCosts, ''],
    ['the costs by namespace', getCosts, '?by=namespace'],
    ['the costs as a file', getCostsFile, ''],
    ['the HPAs', getHpas, ''],
    ['the stops', getStops, ''],
    ['the VPAs', getVpas, ''],
  ] as const)('sees %s of their own, and others see both', async (_, handler, query) => {
    expect((await ask(handler, limited, query)).text).toMatch(/default/);
    expect((await ask(handler, admin, query)).text).toMatch(/shop/);
  });

  it('gets sums and counts of it alone', async () => {
    const sums = async (headers: Record<string, string>) => {
      const workloads = (await ask(getWorkloads, headers)).body as { all?: number; overview?: object };
      const overview = (await ask(getOverview, headers)).body as { vpas?: number };
      const costs = (await ask(getCosts, headers)).body as { all?: number; leftOut?: object };
      const hpas = (await ask(getHpas, headers)).body as { all?: number; tallies?: { namespace: object } };
      return [workloads.all, overview.vpas, costs.all, hpas.all, Object.keys(hpas.tallies?.namespace ?? {})];
    };
    expect(await sums(limited)).toEqual([1, 1, 1, 1, ['default']]);
    expect(await sums(admin)).toEqual([2, 2, 2, 2, ['default', 'shop']]);
  });

  it.each([
    ['twice, its own first', '?namespace=default&namespace=shop'],
    ['in a search', '?q=shop'],
    ['as another kind of filter', '?policy=shop'],
  ])('gets nothing of another by naming it %s', async (_, query) => {
    for (const handler of [getWorkloads, getPlan, getAudit, getCosts, getCostsFile, getHpas, getProblems]) {
      const { status, text } = await ask(handler, limited, query);
      if (status === 200) expect(text.replace(/"q":"shop"/, '')).not.toMatch(/shop|ledger/);
      else expect(status).toBe(400);
    }
  });

  it('exports no patches for another', async () => {
    expect(await ask(getExport, limited, '?of=shop/ledger')).toMatchObject({ status: 403 });
    expect(await ask(getExport, admin, '?of=shop/ledger')).not.toMatchObject({ status: 403 });
  });

  it('sees no effect on the VPAs of another', async () => {
    const steps = [{ kind: 'mode', namespace: 'shop', name: SECRET, mode: 'Off' }];
    const { text } = await askHandler(previewBulk, { headers: limited, body: { steps } });
    expect(JSON.parse(text)).toEqual({
      results: [expect.objectContaining({ kind: 'skipped', reason: 'forbidden' })],
    });
  });

  it('does not get the cached page of others for its revision', async () => {
    const { etag } = await ask(getWorkloads, admin);
    const { status, text } = await ask(getWorkloads, { ...limited, 'if-none-match': String(etag) });
    expect([status, text.includes('shop')]).toEqual([200, false]);
  });

  it.each([
    ['nodes', getNodes],
    ['policies', getPolicies],
    ['who is told what', getTelling],
  ])('needs to read the whole cluster to see %s', async (_, handler) => {
    const { status, body } = await ask(handler, limited);
    expect([status, body.message]).toEqual([403, expect.stringContaining('in the whole cluster')]);
    expect((await ask(handler, admin)).status).toBe(200);
  });

  it('is recommended nothing for the VPAs of another', async () => {
    const query = (namespace: string, name: string) =>
      askHandler(getRecommendation, { headers: limited, body: { vpa: { namespace, name } } });
    expect(await query('shop', SECRET)).toMatchObject({ status: 403 });
    expect(await query('shop', 'no-such')).toMatchObject({ status: 403 });
    expect(await query('default', 'own')).not.toMatchObject({ status: 403 });
  });

  it('tries no pod in another', async () => {
    const pod = (namespace?: string) => ({
      kind: 'Pod',
      metadata: { name: 'p', namespace },
      spec: { containers: [] },
    });
    const status = async (handler: unknown, body: unknown) =>
      (await askHandler(handler, { headers: limited, body })).status;
    const tried = (namespace: string, stated?: string) =>
      status(tryPod, { manifest: JSON.stringify(pod(stated)), namespace });
    const reviewed = (namespace: string | undefined, stated?: string) =>
      status(review, {
        apiVersion: 'admission.k8s.io/v1',
        kind: 'AdmissionReview',
        request: {
          uid: '1',
          namespace,
          operation: 'CREATE',
          resource: { resource: 'pods' },
          object: pod(stated),
        },
      });
    expect([await tried('shop'), await tried('', 'shop'), await reviewed('shop')]).toEqual([403, 403, 403]);
    expect(await reviewed(undefined, 'shop')).toBe(403);
    // This process does not admit: whoever may ask is told so.
    expect([await tried('default'), await reviewed('default', 'shop')]).toEqual([503, 503]);
  });

  it('replays its own namespace, and reads no replay of another', async () => {
    const replay = (headers: Record<string, string>, scope: object) =>
      askHandler(startReplay, { headers, body: { scope, days: 1, variants: [{ name: 'as it is' }] } });
    const own = await replay(limited, { kind: 'namespace', namespace: 'default' });
    expect(own.status).toBe(200);
    expect((await replay(limited, { kind: 'namespace', namespace: 'shop' })).body.message).toContain(
      'in shop',
    );
    expect((await replay(limited, { kind: 'all' })).body.message).toContain('in the whole cluster');
    const others = (await replay(admin, { kind: 'namespace', namespace: 'shop' })).body as { id?: string };
    const read = (id: string | undefined) => askHandler(getReplay, { headers: limited, params: { id } });
    expect(await read((own.body as { id?: string }).id)).toMatchObject({ status: 200 });
    expect(await read(others.id)).toMatchObject({ status: 403 });
    expect((await ask(getReplays, limited)).text).not.toContain('shop');
    expect((await ask(getReplays, admin)).text).toContain('shop');
  });

  it('sees in the state of Plumbline no more than the counts of its own', async () => {
    const { status, text } = await ask(getStatus, limited);
    expect([status, text.match(/shop|ledger/g)]).toEqual([200, null]);
    expect((await ask(getStatus, admin)).text).toContain(SECRET);
  });
});

describe('any address that is read', () => {
  const OF_EVERYONE = ['app/metrics/route.ts'];

  /** What each handler answers, those that refuse left out. */
  async function answersFor(headers: Record<string, string>, params: object): Promise<[string, string][]> {
    const files = readdirSync(path.join(root, 'app'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('route.ts'))
      .map((file) => path.join('app', file));
    const answers: [string, string][] = [];
    for (const file of files) {
      const { GET } = (await import(path.join(root, file))) as { GET?: unknown };
      if (!GET || OF_EVERYONE.includes(file)) continue;
      for (const query of ['', '?format=csv', '?by=namespace', '?container=app', '?vpa=all', '?q=e']) {
        const { status, text } = await askHandler(GET, {
          headers,
          params,
          address: `http://localhost/api${query}`,
        });
        expect([file, status < 500 || status === 503]).toEqual([file, true]);
        if (status < 400) answers.push([`${file}${query}`, text]);
      }
    }
    return answers;
  }

  it.each([
    ['its own', { namespace: 'default', name: 'own' }],
    ['another', { namespace: 'shop', name: SECRET }],
    ['none', {}],
  ])('tells nothing of other namespaces to a person of one who asks about %s', async (_, params) => {
    const told = (await answersFor(limited, params)).filter(([, text]) => /shop|ledger/.test(text));
    expect(told.map(([file]) => file)).toEqual([]);
  });

  it('tells of both to who may read all', async () => {
    const told = (await answersFor(admin, { namespace: 'shop', name: SECRET })).filter(([, text]) =>
      text.includes(SECRET),
    );
    expect(new Set(told.map(([file]) => file.split('?')[0])).size).toBeGreaterThan(15);
  });

  it('tells nothing of any namespace to who may read none', async () => {
    const told = (await answersFor(stranger, { namespace: 'shop', name: SECRET })).filter(([, text]) =>
      /shop|ledger|default\/|"own"/.test(text),
    );
    expect(told.map(([file]) => file)).toEqual([]);
    expect((await ask(getWorkloads, stranger)).body.message).toMatch(/in any namespace$/);
  });
});

describe('somebody who may read everything and change nothing', () => {
  const inShop = { namespace: 'shop', name: SECRET };
  const gold = { name: 'gold' };
  const all = { scope: { kind: 'all' } };
  const vpas = () =>
    [...cluster.registry.list<KubeObject & { spec?: object }>(VPAS)].map(({ metadata, spec }) => [
      metadata,
      spec,
    ]);

  it('reads what is in every namespace', async () => {
    expect((await ask(getWorkloads, viewer)).text).toContain(SECRET);
    expect((await ask(getNodes, viewer)).status).toBe(200);
  });

  it.each([
    ['change-vpa/shop/ledger', changeVpa, 'PATCH', { updateMode: 'Off' }, inShop],
    ['change-hpa/shop/ledger', changeHpa, 'PATCH', { maxReplicas: 9 }, inShop],
    ['create-policy', createPolicy, 'POST', { name: 'gold', precedence: 1 }, {}],
    ['change-policy//gold', changePolicy, 'PATCH', { precedence: 1 }, gold],
    ['delete-policy//gold', deletePolicy, 'DELETE', { vpas: 'Keep' }, gold],
    ['stop', press, 'POST', all, {}],
    ['resume', resume, 'DELETE', all, {}],
    ['revert', revert, 'POST', all, {}],
    ['replay', startReplay, 'POST', { scope: all.scope, days: 1, variants: [{ name: 'a' }] }, {}],
    ['send-test', sendTest, 'POST', {}, {}],
  ] as const)('is refused, and told beforehand, to %s', async (deed, handler, method, body, params) => {
    const before = vpas();
    const refused = await askHandler(handler, { headers: viewer, method, body, params });
    expect([refused.status, refused.body.code]).toEqual([403, 'forbidden']);
    const { lacks } = (await ask(getRights, viewer, `?to=${deed}`)).body as {
      lacks?: Record<string, string>;
    };
    expect(refused.body.message).toBe(`You may not do this: ${lacks?.[deed]}`);
    expect((await ask(getRights, admin, `?to=${deed}`)).body).toEqual({ lacks: {} });
    expect(vpas()).toEqual(before);
    expect(process.running.operations?.stops().stops).toHaveLength(2);
  });

  it('cancels no replay of others', async () => {
    const body = { scope: { kind: 'all' }, days: 1, variants: [{ name: 'as it is' }] };
    const { id } = (await askHandler(startReplay, { headers: admin, body })).body as { id?: string };
    const asked = { headers: viewer, body: {}, params: { id } };
    expect(await askHandler(cancelReplay, asked)).toMatchObject({ status: 403 });
  });

  it.each([
    ['viewer', () => viewer],
    ['limited', () => limited],
  ])('decides about no change of others: %s', async (_, who) => {
    const changes = [{ namespace: 'shop', name: SECRET, containers: [{ name: 'app', target: { cpu: 1 } }] }];
    const { status, text } = await askHandler(decide, {
      headers: who(),
      body: { decision: 'Approved', changes },
    });
    expect([status, text]).toEqual([403, expect.stringContaining('changeapprovals.plumbline.dev in shop')]);
    expect([...cluster.registry.list('changeapprovals.plumbline.dev')]).toEqual([]);
  });
});

describe('what a person may be offered', () => {
  it('is told for each object by itself', async () => {
    const { body } = await ask(
      getRights,
      limited,
      '?to=change-vpa/shop/ledger&to=change-vpa/default/own&to=stop',
    );
    expect(body).toEqual({
      lacks: {
        'change-vpa/shop/ledger':
          'limited lacks the right to patch verticalpodautoscalers.autoscaling.k8s.io in shop',
        stop: 'limited lacks the right to stop stops.plumbline.dev in the whole cluster',
      },
    });
  });

  it.each([
    ['no deed', '?to=rule-the-world'],
    ['the name of a method of every object', '?to=constructor'],
    ['more than an object', '?to=stop/a/b/c'],
    ['too many', `?${Array.from({ length: 101 }, (_, index) => `to=decide/ns-${index}`).join('&')}`],
  ])('is not told of %s', async (_, query) => {
    expect((await ask(getRights, limited, query)).status).toBe(400);
  });
});
