import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AuditView } from '@/server/contract/audit';
import type { EventsAnswer } from '@/server/contract/events';
import type { InboxView } from '@/server/contract/inbox';
import type { NamespaceListView, NamespaceView, OverviewView, PastTotals } from '@/server/contract/overview';
import type { PlanView } from '@/server/contract/plan';
import { CLOCK_HEADER, type StatusAnswer } from '@/server/contract/status';
import type { NamespacesView, SearchView, WorkloadsView } from '@/server/contract/workloads';
import { GET as getAudit } from '@/server/host/api/audit/route';
import type { Handler } from '@/server/host/api/handlers';
import { POST as dismiss, DELETE as restoreLine } from '@/server/host/api/inbox/dismissals/route';
import { GET as getInbox } from '@/server/host/api/inbox/route';
import { GET as getNamespaceSums } from '@/server/host/api/namespace-sums/route';
import { GET as getNamespacePast } from '@/server/host/api/namespaces/[namespace]/past/route';
import { GET as getNamespace } from '@/server/host/api/namespaces/[namespace]/route';
import { GET as getNamespaces } from '@/server/host/api/namespaces/route';
import { GET as getPast } from '@/server/host/api/overview/past/route';
import { GET as getOverview } from '@/server/host/api/overview/route';
import { GET as getPlan } from '@/server/host/api/plan/route';
import { GET as getStatus } from '@/server/host/api/status/route';
import { GET as getStops, POST as press, DELETE as resume } from '@/server/host/api/stop/route';
import { GET as getEvents } from '@/server/host/api/workloads/[namespace]/[name]/events/route';
import { GET as getWorkloads } from '@/server/host/api/workloads/route';
import { GET as search } from '@/server/host/api/workloads/search/route';
import type { Runtime } from '@/server/host/runtime';
import { MERGE_PATCH } from '@/server/kube/client';
import { API_RESOURCES, pathOf } from '@/server/objects/resources';
import type { KubeEvent, Pod } from '@/server/objects/types';
import { ApiCluster } from '../support/api-cluster';
import { PATIENCE } from '../support/patience';
import { Recommending } from '../support/recommending';
import { until } from '../support/until';

const WORKLOADS = 60;
const PAGE = 25;

let cluster: ApiCluster;
let process: Recommending;
let running: Runtime;

beforeAll(async () => {
  cluster = await ApiCluster.start();
  for (let index = 1; index <= WORKLOADS; index++) {
    const name = `web-${index}`;
    const updateMode = index % 3 === 0 ? 'Off' : 'Recreate';
    await cluster.workload(name, []);
    await ownedPod(name, 'a');
    await ownedPod(name, 'b');
    await cluster.autoscaler(name, { updatePolicy: { updateMode } });
    cluster.usage.set(`shop/${name}-a`, { app: { cpu: `${index}m`, memory: '50Mi' } });
  }
  await cluster.autoscaler('lost');
  process = await Recommending.start(cluster, {
    roles: ['recommender', 'updater'],
    leaderElect: false,
    kubeApiQps: 1_000,
    kubeApiBurst: 1_000,
  });
  running = process.running;
  await process.passes(3);
  await until('a plan', () => running.handles.updater?.state.kind === 'running');
});
afterAll(async () => {
  await process?.stop();
  await cluster?.close();
});

/** A running pod that its Deployment controls. */
async function ownedPod(owner: string, end: string): Promise<void> {
  const { uid = '' } = cluster.registry.get('deployments.apps', 'shop', owner)?.metadata ?? {};
  const name = `${owner}-${end}`;
  await cluster.create<Pod>('pods', {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      namespace: 'shop',
      name,
      labels: { app: owner },
      ownerReferences: [{ apiVersion: 'apps/v1', kind: 'Deployment', name: owner, uid, controller: true }],
    },
    spec: {
      nodeName: 'node-1',
      containers: [{ name: 'app', image: 'app:1', resources: { requests: { cpu: '100m', memory: '64Mi' } } }],
    },
  });
  cluster.registry.mutate<Pod>(
    'pods',
    'shop',
    name,
    (draft) => {
      draft.status = { ...draft.status, phase: 'Running' };
    },
    { subresource: 'status' },
  );
}

function get(
  handler: unknown,
  query = '',
  headers: Record<string, string> = {},
  params: Record<string, string> = {},
): Promise<Response> {
  const request = new Request(`http://localhost/api${query}`, { headers });
  return (handler as Handler)(request, params as never);
}

async function read<T>(handler: unknown, query = ''): Promise<T> {
  const response = await get(handler, query);
  expect(response.status).toBe(200);
  return (await response.json()) as T;
}

/** Asks again with the revision that the answer before came with. */
async function again(handler: unknown, before: Response, query = ''): Promise<Response> {
  return get(handler, query, { 'if-none-match': before.headers.get('etag') ?? '' });
}

const ROUTES = [
  ['status', getStatus],
  ['workloads', getWorkloads],
  ['search', search],
  ['namespaces', getNamespaces],
  ['the sums of namespaces', getNamespaceSums],
  ['the overview', getOverview],
  ['plan', getPlan],
  ['the inbox', getInbox],
  ['stops', getStops],
] as const;

describe('an answer for the pages', () => {
  it.each(ROUTES)('of %s has a revision, and is 304 while nothing changes', async (_, handler) => {
    // What the start left to do changes answers as well.
    await vi.waitFor(async () => {
      const first = await get(handler);
      expect(first.status).toBe(200);
      expect(first.headers.get('etag')).toMatch(/^W\/".+"$/);
      const second = await again(handler, first);
      expect([second.status, await second.text()]).toEqual([304, '']);
      expect(second.headers.get('etag')).toBe(first.headers.get('etag'));
    }, PATIENCE);
  });

  it('has the time in a header, so that it makes no new revision', async () => {
    const first = await get(getStatus);
    const text = await first.text();
    await cluster.clock.advance(1000);
    const second = await again(getStatus, first);
    expect(second.status).toBe(304);
    expect(Number(second.headers.get(CLOCK_HEADER))).toBe(Number(first.headers.get(CLOCK_HEADER)) + 1000);
    expect(text).not.toContain('nowMs');
  });

  it.each([
    ['another revision', 'W/"other"', 200],
    ['the same as a strong one', 'strong', 304],
    ['one of several', 'several', 304],
    ['any', '*', 304],
    ['none that makes sense', ',,"', 200],
  ])('is sent for %s as it should be', async (_, known, status) => {
    const etag = (await get(getNamespaces)).headers.get('etag') ?? '';
    const sent = { strong: etag.replace('W/', ''), several: `W/"a", ${etag}` }[known] ?? known;
    expect((await get(getNamespaces, '', { 'if-none-match': sent })).status).toBe(status);
  });

  it('says how much there is in the inbox, without a list', async () => {
    const numbers = ({ broken = 0, waits = 0, better = 0 }: Partial<StatusAnswer['urgencies']>) =>
      `${broken} ${waits} ${better}`;
    await until('the same numbers', async () => {
      const { tallies } = await read<InboxView>(getInbox);
      return numbers((await read<StatusAnswer>(getStatus)).urgencies) === numbers(tallies.urgency);
    });
  });

  it.each([
    [getWorkloads, '?sort=garbage', 'sort'],
    [getWorkloads, '?order=up', 'order'],
    [getWorkloads, '?page=0', 'page'],
    [getWorkloads, '?page=9e99', 'page'],
    [getWorkloads, '?state=garbage', 'state'],
    [getWorkloads, '?mood=bad', 'mood'],
    [getWorkloads, `?q=${'x'.repeat(300)}`, 'q'],
    [getPast, '?span=year', 'span'],
    [getNamespaceSums, '?sort=mood', 'sort'],
    [search, '?limit=1000', 'limit'],
    [search, '?limit=x', 'limit'],
    [getPlan, '?decision=maybe', 'decision'],
    [getPlan, '?reason=toString', 'reason'],
    [getPlan, '?when=tomorrow', 'when'],
    [getInbox, '?code=garbage', 'code'],
  ])('rejects an invalid query and names the fault: %#', async (handler, query, word) => {
    const response = await get(handler, query);
    const body = (await response.json()) as { code: string; message: string; fields: { field: string }[] };
    expect([response.status, body.code]).toEqual([400, 'bad-request']);
    expect(body.fields.map(({ field }) => field)).toEqual([word]);
    expect(body.message).toContain(word);
  });
});

describe('the workloads', () => {
  const names = (view: WorkloadsView) => view.rows.map(({ name }) => name);

  it('come page by page, in natural order', async () => {
    const first = await read<WorkloadsView>(getWorkloads, '?sort=workload');
    expect(first).toMatchObject({ matching: WORKLOADS + 1, all: WORKLOADS + 1, page: 1, pages: 3 });
    expect(names(first).slice(0, 3)).toEqual(['lost', 'web-1', 'web-2']);
    const others = await Promise.all(
      [2, 3].map((page) => read<WorkloadsView>(getWorkloads, `?sort=workload&page=${page}`)),
    );
    const all = [first, ...others].flatMap(names);
    expect([first.rows.length, new Set(all).size]).toEqual([PAGE, WORKLOADS + 1]);
    expect(names(await read<WorkloadsView>(getWorkloads, '?sort=workload&page=99'))).toEqual(
      names(others[1] ?? first),
    );
  });

  it('are filtered and sorted by the server', async () => {
    const off = await read<WorkloadsView>(getWorkloads, '?mode=Off&sort=workload&order=desc');
    expect(off.matching).toBe(WORKLOADS / 3);
    expect(names(off)[0]).toBe('web-60');
    expect(off.tallies.mode).toEqual({ Off: WORKLOADS / 3, Recreate: (WORKLOADS / 3) * 2 + 1 });
    const found = await read<WorkloadsView>(getWorkloads, '?q=WEB-7+deploy');
    expect(names(found)).toEqual(['web-7']);
    const none = await read<WorkloadsView>(getWorkloads, '?state=none');
    expect(names(none)).toEqual(['lost']);
    expect(none.overview.standings).toEqual(off.overview.standings);
  });

  it('are found by parts of their names, best first', async () => {
    const { found, matching } = await read<SearchView>(search, '?q=web-1&limit=3');
    expect(found.map(({ name }) => name)).toEqual(['web-1', 'web-10', 'web-11']);
    expect(matching).toBe(11);
    expect((await read<SearchView>(search, '?q=web-1&namespace=attic')).found).toEqual([]);
  });

  it('are counted by namespace', async () => {
    expect(await read<NamespacesView>(getNamespaces)).toEqual({
      isWhole: true,
      namespaces: [{ name: 'shop', vpas: WORKLOADS + 1, off: WORKLOADS / 3 }],
      withoutVpas: [],
    });
  });

  it('show an edit at once, by a new revision', async () => {
    const query = '?q=web-20';
    const before = await get(getWorkloads, query);
    const path = pathOf(API_RESOURCES.vpas, 'shop', 'web-20');
    await running.cluster?.client.request('PATCH', path, {
      body: { spec: { updatePolicy: { updateMode: 'Initial' } } },
      contentType: MERGE_PATCH,
    });
    await until(
      'the edit in the cache',
      () => running.cluster?.caches.vpas.get('shop', 'web-20')?.spec.updatePolicy?.updateMode === 'Initial',
    );
    const after = await until('another answer', async () => {
      const answered = await again(getWorkloads, before, query);
      return answered.status !== 304 && answered;
    });
    expect(after.status).toBe(200);
    expect(((await after.json()) as WorkloadsView).rows[0]?.updateMode).toBe('Initial');
  });

  it('come and go', async () => {
    await cluster.workload('young', ['young-a']);
    await cluster.autoscaler('young');
    const matching = async () => (await read<WorkloadsView>(getWorkloads, '?q=young')).matching;
    await until('a new VPA', async () => (await matching()) === 1);
    cluster.registry.delete('verticalpodautoscalers.autoscaling.k8s.io', 'shop', 'young');
    await until('none any more', async () => (await matching()) === 0);
  });
});

describe('the overview', () => {
  const shop = { namespace: 'shop' };
  const of = async <T>(handler: unknown, query = '', params = {}): Promise<T> =>
    (await (await get(handler, query, {}, params)).json()) as T;

  it('says what all VPAs come to, and the worst of them', async () => {
    const view = await read<OverviewView>(getOverview);
    const { overview, all } = await read<WorkloadsView>(getWorkloads);
    expect(view).toMatchObject({ vpas: all, namespaces: 1, standings: overview.standings });
    expect(view.totals.cpu).toEqual(overview.cpu);
    const counted = view.modes.flatMap(({ standings }) => Object.values(standings));
    expect(counted.reduce((sum, count) => sum + count, 0)).toBe(all);
    expect(view.wasteful).toHaveLength(10);
    const wasted = view.wasteful.map(({ waste }) => waste.cpu / 1000 + waste.memory / 2 ** 33);
    expect(wasted).toEqual([...wasted].sort((a, b) => b - a));
  });

  it('says how every part fares, and what needs somebody', async () => {
    const { parts, inbox, next } = await read<OverviewView>(getOverview);
    expect(parts?.roles.map(({ role, isRunning }) => [role, isRunning])).toEqual([
      ['recommender', true],
      ['updater', true],
    ]);
    expect(parts?.database.kind).not.toBe('away');
    expect(inbox.rows.length).toBeGreaterThan(0);
    expect(Object.values(inbox.tallies.urgency).reduce((sum, count) => sum + count, 0)).toBe(inbox.all);
    expect(next?.when.now).toBeDefined();
  });

  it('is the same for the only namespace there is', async () => {
    const whole = await read<OverviewView>(getOverview);
    const one = await of<NamespaceView>(getNamespace, '', shop);
    expect(one).toMatchObject({ name: 'shop', vpas: whole.vpas, totals: whole.totals, modes: whole.modes });
    const { rows } = await read<NamespaceListView>(getNamespaceSums, '?q=SHO&sort=over&order=desc');
    expect(rows).toMatchObject([{ name: 'shop', vpas: whole.vpas, totals: whole.totals }]);
  });

  it('lists the namespaces that have a VPA of a mode or in a state, and counts them by both', async () => {
    const { tallies } = await read<NamespaceListView>(getNamespaceSums, '');
    for (const filter of ['mode', 'state'] as const) {
      const counted = Object.entries(tallies[filter]);
      expect(counted).not.toEqual([]);
      for (const [value, count] of counted) {
        const { matching } = await read<NamespaceListView>(getNamespaceSums, `?${filter}=${value}`);
        expect([value, matching]).toEqual([value, count]);
      }
    }
    expect((await read<NamespaceListView>(getNamespaceSums, '?mode=Never')).matching).toBe(0);
  });

  it('tells of the past of all, and of a namespace', async () => {
    const told = async () => {
      const all = await of<PastTotals>(getPast, '?span=week');
      const one = await of<PastTotals>(getNamespacePast, '?span=week', shop);
      return [all.state, one.state];
    };
    await until('the past is read', async () => String(await told()) === 'read,read');
  });

  it('knows no namespace without VPAs', async () => {
    const response = await get(getNamespace, '', {}, { namespace: '__proto__' });
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([404, 'not-found']);
  });
});

describe('the plan', () => {
  it('is that of the last pass, for every request', async () => {
    await running.handles.updater?.shown.refresh();
    const { atMs } = await read<PlanView>(getPlan);
    const others = await Promise.all(
      ['', '?q=web', '?page=2'].map((query) => read<PlanView>(getPlan, query)),
    );
    expect(others.map((one) => one.atMs)).toEqual([atMs, atMs, atMs]);
    expect(running.handles.updater?.shown.latest?.plan.atMs).toBe(atMs);
  });

  it('is filtered to the requested pods', async () => {
    const { rows, matching, tallies } = await read<PlanView>(getPlan, '?reason=mode-off&sort=name');
    expect(matching).toBe(WORKLOADS / 3);
    expect(rows[0]).toMatchObject({ name: 'web-3', groups: [{ decision: 'leave', count: 2 }] });
    expect(tallies.decision).toEqual({ 'not-allowed': (WORKLOADS / 3) * 2 });
  });

  it('names the pods of an opened group', async () => {
    const closed = await read<PlanView>(getPlan, '?vpa=web-3');
    const [group] = closed.rows[0]?.groups ?? [];
    expect(group?.pods).toHaveLength(1);
    const open = encodeURIComponent(`shop/web-3 ${group?.key}`);
    const opened = await read<PlanView>(getPlan, `?vpa=web-3&open=${open}`);
    expect(opened.rows[0]?.groups[0]?.pods.map(({ name }) => name).sort()).toEqual(['web-3-a', 'web-3-b']);
  });

  it('includes a stop at once, and its end', async () => {
    const send = (handler: unknown, method: string) =>
      (handler as Handler)(
        new Request('http://localhost/api/stop', {
          method,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ scope: { kind: 'all' } }),
        }),
        {} as never,
      );
    const stopped = async () =>
      (await read<PlanView>(getPlan, '?reason=stopped')).matching +
      (await read<PlanView>(getPlan, '?reason=mode-off')).matching;
    const before = await get(getPlan);
    expect((await send(press, 'POST')).status).toBe(200);
    await until('a plan that knows of the stop', async () => (await stopped()) > WORKLOADS / 2);
    expect((await again(getPlan, before)).status).toBe(200);
    expect((await send(resume, 'DELETE')).status).toBe(200);
    await until('a plan that knows of its end', async () => (await stopped()) <= WORKLOADS / 2);
  });
});

describe('the inbox', () => {
  it('is filtered, and counted by kind', async () => {
    const { rows, tallies } = await read<InboxView>(getInbox, '?code=target-missing');
    expect(rows).toMatchObject([{ count: 1, items: [{ about: 'shop/lost', urgency: 'waits' }] }]);
    expect(tallies.code['target-missing']).toBe(1);
    expect((await read<InboxView>(getInbox, '?q=no+such+words')).matching).toBe(0);
  });

  it('hides a line for a while, with a reason that stays in the record, and shows it again', async () => {
    const change = (handler: unknown, method: string, body: object) =>
      (handler as Handler)(
        new Request('http://localhost/api/inbox/dismissals', {
          method,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
        {} as never,
      );
    const lost = { key: 'target-missing shop/lost', namespace: 'shop', vpa: 'lost' };
    const ofLost = '?code=target-missing&namespace=shop';
    const asked = { ...lost, hours: 24, reason: 'comes back with the next release' };
    expect((await change(dismiss, 'POST', { ...asked, vpa: 'web-1' })).status).toBe(404);
    expect((await change(dismiss, 'POST', { ...asked, reason: ' ' })).status).toBe(422);
    expect((await change(dismiss, 'POST', asked)).status).toBe(200);
    await until('the line hidden', async () => {
      const { matching, dismissed } = await read<InboxView>(getInbox, ofLost);
      return matching === 0 && dismissed === 1;
    });
    const { rows } = await read<InboxView>(getInbox, `${ofLost}&dismissed=shown`);
    expect(rows[0]?.items[0]?.dismissed).toMatchObject({ reason: asked.reason });
    await until('the record of it', async () => {
      const { entries } = await read<AuditView>(getAudit, '?what=inbox-dismissed');
      return entries.some((entry) => entry.kind === 'change' && entry.detail.includes(asked.reason));
    });
    expect((await change(restoreLine, 'DELETE', lost)).status).toBe(200);
    await until('the line back', async () => (await read<InboxView>(getInbox, ofLost)).matching === 1);
  });
});

describe('the events of a workload', () => {
  async function reported(index: number, about: KubeEvent['involvedObject'], more: Partial<KubeEvent> = {}) {
    const at = new Date(cluster.clock.now() - index * 60_000).toISOString();
    await cluster.create<KubeEvent>('events', {
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { namespace: 'shop', name: `seen-${index}` },
      involvedObject: { namespace: 'shop', ...about },
      type: 'Normal',
      reason: 'Seen',
      message: `Seen ${index}`,
      lastTimestamp: at,
      ...more,
    });
  }

  it('are those about its VPA, its target and its pods, also gone ones, the newest first', async () => {
    await reported(3, { kind: 'Pod', name: 'web-2-a' }, { type: 'Warning', reason: 'Killing', count: 4 });
    await reported(1, { kind: 'Deployment', name: 'web-2' }, { source: { component: 'deployments' } });
    await reported(2, { kind: 'VerticalPodAutoscaler', name: 'web-2' });
    await reported(4, { kind: 'Pod', name: 'web-2-6c56885bf7-b2wmh' });
    await reported(5, { kind: 'Pod', name: 'web-20-a' });
    await reported(6, { kind: 'Pod', name: 'web-2' });
    await reported(7, {});
    const params = { namespace: 'shop', name: 'web-2' };
    const answer = (await (await get(getEvents, '', {}, params)).json()) as EventsAnswer;
    expect(answer).toMatchObject({
      kind: 'known',
      isCut: false,
      events: [
        { about: { kind: 'Deployment', name: 'web-2' }, from: 'deployments', isWarning: false, count: 1 },
        { about: { kind: 'VerticalPodAutoscaler', name: 'web-2' } },
        { about: { kind: 'Pod', name: 'web-2-a' }, isWarning: true, reason: 'Killing', count: 4 },
        { about: { name: 'web-2-6c56885bf7-b2wmh' }, message: 'Seen 4' },
      ],
    });
  });

  it('need a workload', async () => {
    const nothing = await get(getEvents, '', {}, { namespace: 'shop', name: 'nothing' });
    expect(nothing.status).toBe(404);
  });
});
