import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '@/bin/root.mjs';
import { POST as review } from '@/server/host/api/admission/review/route';
import { POST as tryPod } from '@/server/host/api/admission/try/route';
import { GET as getMatching } from '@/server/host/api/approvals/matching/route';
import { GET as getApprovals } from '@/server/host/api/approvals/route';
import { GET as getAuditFile } from '@/server/host/api/audit/export/route';
import { GET as getAudit } from '@/server/host/api/audit/route';
import { POST as previewBulk } from '@/server/host/api/bulk/preview/route';
import { GET as getRealised } from '@/server/host/api/costs/realised/route';
import { GET as getCosts } from '@/server/host/api/costs/route';
import { GET as getCostsFile } from '@/server/host/api/costs.csv/route';
import { GET as getDiagnostics } from '@/server/host/api/diagnostics/route';
import { GET as getDigest } from '@/server/host/api/digest/route';
import { GET as getExport } from '@/server/host/api/export/route';
import { GET as getHpas } from '@/server/host/api/hpas/route';
import { GET as getInbox } from '@/server/host/api/inbox/route';
import { GET as getMessages } from '@/server/host/api/messages/route';
import { GET as getNamespaces } from '@/server/host/api/namespaces/route';
import { GET as getNode } from '@/server/host/api/nodes/[name]/route';
import { GET as getNodeLabels } from '@/server/host/api/nodes/labels/route';
import { GET as getNodes } from '@/server/host/api/nodes/route';
import { GET as getOverview } from '@/server/host/api/overview/route';
import { GET as getPlan } from '@/server/host/api/plan/route';
import { POST as getRecommendation } from '@/server/host/api/recommendation-query/route';
import { GET as getReplay } from '@/server/host/api/replays/[id]/route';
import { GET as getReplays, POST as startReplay } from '@/server/host/api/replays/route';
import { GET as getDraft } from '@/server/host/api/rule-drafts/route';
import { GET as getPolicy } from '@/server/host/api/rules/[name]/route';
import { GET as getPolicies } from '@/server/host/api/rules/route';
import { GET as getStatus } from '@/server/host/api/status/route';
import { GET as getStops } from '@/server/host/api/stop/route';
import { GET as getVpas } from '@/server/host/api/vpas/route';
import { GET as getTable } from '@/server/host/api/workloads/export/route';
import { GET as getMatchingWorkloads } from '@/server/host/api/workloads/matching/route';
import { GET as getWorkloads } from '@/server/host/api/workloads/route';
import { GET as getSearch } from '@/server/host/api/workloads/search/route';
import { VPAS } from '../support/api-cluster';
import { askHandler } from '../support/asked-handler';
import { ask, HPAS, SECRET, TwoNamespaces } from '../support/two-namespaces';

const KIND_OF_SECRET = { apiVersion: 'apps/v1', kind: 'Deployment', name: SECRET };

let there: TwoNamespaces;
let admin: Record<string, string>;
let limited: Record<string, string>;
/** Whom the cluster knows, and who may do nothing. */
let stranger: Record<string, string>;
let viewer: Record<string, string>;

beforeAll(async () => {
  there = await TwoNamespaces.start();
  ({ admin, limited, viewer } = there);
  stranger = await there.serviceAccount('stranger');
});
afterAll(() => there?.close());

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
  ['the audit as a file', getAuditFile, '?format=csv'],
  ['the costs', getCosts, ''],
  ['the costs by namespace', getCosts, '?by=namespace'],
  ['the costs as a file', getCostsFile, ''],
  ['the realised costs', getRealised, ''],
  ['the HPAs', getHpas, ''],
  ['the inbox', getInbox, ''],
  ['the replays', getReplays, ''],
  ['who is told what', getMessages, ''],
  ['the VPAs', getVpas, ''],
] as const;

describe('somebody who may read one namespace', () => {
  it.each([...LISTS, ['the stops', getStops, ''] as const, ['the digest', getDigest, ''] as const])(
    'sees of %s what is in it alone',
    async (_, handler, query) => {
      const { status, text } = await ask(handler, limited, query);
      expect([status, text.match(/shop|ledger/g)]).toEqual([200, null]);
    },
  );

  it.each(LISTS)('learns which right is missing to see %s of another', async (name, handler, query) => {
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
    for (const handler of [getWorkloads, getPlan, getAudit, getCosts, getCostsFile, getHpas, getInbox]) {
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

  it('gets all of it, however long that takes, or says how long it waits', async () => {
    const prefer = { ...limited, prefer: 'wait=1' };
    expect((await ask(getWorkloads, prefer)).body).toMatchObject({ all: 1 });
    expect((await ask(getStatus, prefer)).body).not.toHaveProperty('rightsAsked');
  });

  it('does not get the cached page of others for its revision', async () => {
    const { etag } = await ask(getWorkloads, admin);
    const { status, text } = await ask(getWorkloads, { ...limited, 'if-none-match': String(etag) });
    expect([status, text.includes('shop')]).toEqual([200, false]);
  });

  it.each([
    ['the nodes', getNodes, {}, 'nodes'],
    ['the labels of nodes', getNodeLabels, {}, 'nodes'],
    ['a node', getNode, { name: 'node-1' }, 'nodes'],
    ['the policies', getPolicies, {}, 'verticalscalingpolicies.plumbline.dev'],
    ['a policy', getPolicy, { name: 'gold' }, 'verticalscalingpolicies.plumbline.dev'],
    ['the draft of a policy', getDraft, {}, 'verticalscalingpolicies.plumbline.dev'],
    ['the diagnostics', getDiagnostics, {}, VPAS],
  ])('learns which right is missing to see %s', async (_, handler, params, objects) => {
    const { status, body } = await askHandler(handler, { headers: limited, params });
    const lack = `limited lacks the right to list ${objects} in the whole cluster`;
    expect([status, body.message]).toEqual([403, `You may not do this: ${lack}`]);
    expect((await askHandler(handler, { headers: admin, params })).status).not.toBe(403);
  });

  it('is not offered the pages that it may not open', async () => {
    const closed = async (headers: Record<string, string>) =>
      JSON.parse((await ask(getStatus, headers)).text).closedPages;
    expect(await closed(limited)).toEqual(['/rules', '/savings/nodes', '/settings']);
    expect(await closed(viewer)).toEqual([]);
    expect(await closed(admin)).toEqual([]);
  });

  it('sees of a policy the workloads of its namespace, once it may read policies', async () => {
    const named = await there.reader('policy-reader', [
      { apiGroups: ['plumbline.dev'], resources: ['verticalscalingpolicies'], verbs: ['list'] },
    ]);
    const of = { params: { name: 'gold' }, address: 'http://localhost/api' };
    expect((await ask(getPolicies, named)).text).toContain('gold');
    const seen = await askHandler(getPolicy, { headers: named, ...of });
    expect(seen.text).toContain('own');
    expect([seen.status, JSON.parse(seen.text).isPartial, seen.text.match(/shop|ledger/g)]).toEqual([
      200,
      true,
      null,
    ]);
    const { text } = await askHandler(getPolicy, { headers: admin, ...of });
    expect([JSON.parse(text).isPartial, text.includes(SECRET)]).toEqual([false, true]);
    expect((await ask(getDraft, named, '?of=gold')).status).toBe(200);
    expect((await ask(getStatus, named)).text).toContain('["/savings/nodes","/settings"]');
  });

  it('sees the nodes once it may list them, and no pod of another namespace', async () => {
    const named = await there.reader('node-reader', [
      { apiGroups: [''], resources: ['nodes'], verbs: ['list'] },
    ]);
    const list = await ask(getNodes, named);
    expect(JSON.parse(list.text)).toMatchObject({ all: 1, rows: [{ name: 'node-1' }] });
    const one = await askHandler(getNode, { headers: named, params: { name: 'node-1' } });
    expect([one.status, one.text.match(/shop|ledger/g)]).toEqual([200, null]);
    expect((await askHandler(getNode, { headers: admin, params: { name: 'node-1' } })).text).toContain(
      SECRET,
    );
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
    // A process that does not admit tries them too.
    expect([await tried('default'), await reviewed('default', 'shop')]).toEqual([200, 200]);
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
  const QUERIES = [
    '',
    '?format=csv',
    '?by=namespace',
    '?container=app',
    '?vpa=all',
    '?q=e',
    '?git=any&vpa=none',
    '?span=week&kind=action,admission,change,decision&finished=shown',
    '?namespace=shop&name=ledger&vpa=ledger&container=app',
    '?of=shop/ledger&only=shop/ledger&open=ledger-1&target=Deployment/ledger',
    '?kind=all&scope=all&policy=gold&group=node-1&node=node-1&limit=1000',
  ];

  /** What each handler answers, those that refuse left out. */
  async function answersFor(headers: Record<string, string>, params: object): Promise<[string, string][]> {
    const files = readdirSync(path.join(root, 'server/host'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('route.ts'))
      .map((file) => path.join('server/host', file));
    const answers: [string, string][] = [];
    for (const file of files) {
      const { GET } = (await import(path.join(root, file))) as { GET?: unknown };
      if (!GET) continue;
      for (const query of QUERIES) {
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
    ['another', { namespace: 'shop', name: SECRET, kind: 'Deployment' }],
    ['none', {}],
  ])('tells nothing of other namespaces to a person of one who asks about %s', async (_, params) => {
    const told = (await answersFor(limited, params)).filter(([, text]) => /shop|ledger/.test(text));
    expect(told.map(([file]) => file)).toEqual([]);
  });

  it.each([
    ['bulk/preview', { steps: [{ kind: 'make', namespace: 'shop', target: KIND_OF_SECRET }] }],
    ['bulk/preview', { steps: [{ kind: 'mode', namespace: 'shop', name: SECRET, mode: 'Off' }] }],
    ['bulk', { steps: [{ kind: 'mode', namespace: 'shop', name: SECRET, mode: 'Off', from: 'Auto' }] }],
    ['workloads/export', { only: ['shop/ledger'] }],
    ['vpas/[namespace]/[name]/preview', { updateMode: 'Off' }],
    ['vpas/[namespace]/[name]/try-again/preview', {}],
    ['hpas/[namespace]/[name]/preview', { maxReplicas: 9 }],
    ['rules/[name]/preview', { precedence: 1 }],
    ['rules/[name]/deletion/preview', { vpas: 'Remove' }],
    ['rule-drafts/preview', { name: 'silver', precedence: 1 }],
    ['recommendation-query', { vpa: { namespace: 'shop', name: SECRET } }],
  ])('tells nothing of other namespaces to a person of one who sends %s', async (place, body) => {
    const { POST } = (await import(path.join(root, 'server/host/api', place, 'route.ts'))) as {
      POST?: unknown;
    };
    const send = (name: string) => {
      const about = JSON.parse(JSON.stringify(body).replaceAll(SECRET, name)) as object;
      const params = { namespace: 'shop', name };
      const address = 'http://localhost/api?format=csv';
      return askHandler(POST, { headers: limited, body: about, params, address });
    };
    const [existing, missing] = [await send(SECRET), await send('nobody')];
    // What is there and what is not is answered alike.
    expect([existing.status, existing.text.replaceAll(SECRET, 'nobody')]).toEqual([
      missing.status,
      missing.text,
    ]);
    expect([200, 403]).toContain(existing.status);
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
