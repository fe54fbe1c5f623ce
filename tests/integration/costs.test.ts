import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CostsView, RealisedAnswer } from '@/server/contract/costs';
import type { InboxView } from '@/server/contract/inbox';
import type { NodePageView, NodesView } from '@/server/contract/nodes';
import type { NamespaceListView, OverviewView } from '@/server/contract/overview';
import type { RequestTotals, WorkloadAnswer } from '@/server/contract/workloads';
import { OUTCOME_ANNOTATION } from '@/server/decide/pods/outcome/state';
import { GET as getRealised } from '@/server/host/api/costs/realised/route';
import { GET as getCosts } from '@/server/host/api/costs/route';
import { GET as getCsv } from '@/server/host/api/costs.csv/route';
import { GET as getInbox } from '@/server/host/api/inbox/route';
import { GET as getNamespaceSums } from '@/server/host/api/namespace-sums/route';
import { GET as getNode } from '@/server/host/api/nodes/[name]/route';
import { GET as getNodes } from '@/server/host/api/nodes/route';
import { GET as getOverview } from '@/server/host/api/overview/route';
import { GET as getWorkload } from '@/server/host/api/workloads/[namespace]/[name]/route';
import type { ErrorBody } from '@/server/lib/report/errors';
import { cpuFrom, memoryFrom } from '@/server/objects/quantity';
import type { KubeObject, Pod, ResourceList } from '@/server/objects/types';
import { memoryBytes, RESOURCES, type Resource } from '@/server/objects/units';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { ApiCluster, START_MS, VPAS } from '../support/api-cluster';
import { notedOfAll } from '../support/outcomes';
import { Recommending } from '../support/recommending';
import { until } from '../support/until';

const PARTS = ['requests', 'target', 'saving', 'growth', 'use'] as const;
const DAY_MS = 86_400_000;
const GIB = 1024 ** 3;
const PRICES = {
  currency: 'USD',
  base: { cpu: 0.04, memory: 0.005 },
  rules: [{ labels: { size: 'large' }, price: { cpu: 0.08, memory: 0.01 } }],
  spot: [{ labels: { spot: 'yes' }, share: 0.5 }],
};

let cluster: ApiCluster;
let process: Recommending;

beforeAll(async () => {
  cluster = await ApiCluster.start();
  await node('plain', {});
  await node('large', { size: 'large' });
  await node('spot', { size: 'large', spot: 'yes' });
  await workload('web', [
    ['web-1', 'plain'],
    ['web-2', 'large'],
    ['web-3', undefined],
  ]);
  await workload('jobs', [['jobs-1', 'spot']], { policy: 'batch' });
  await workload('bare', [['bare-1', 'plain']], {}, {});
  // Another VPA on the pods of web: the older one stands for them.
  await cluster.create(VPAS, {
    apiVersion: 'autoscaling.k8s.io/v1',
    kind: 'VerticalPodAutoscaler',
    metadata: { namespace: 'shop', name: 'zweb' },
    spec: {
      targetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
      updatePolicy: { updateMode: 'Off' },
    },
  } as KubeObject);
  process = await Recommending.start(cluster, { prices: PRICES, roles: ['recommender', 'nodes'] });
  await process.passes(3);
});
afterAll(async () => {
  await process?.stop();
  await cluster?.close();
});

async function node(name: string, labels: Record<string, string>): Promise<void> {
  const allocatable = { cpu: '16', memory: '64Gi', pods: '110' };
  const status = { allocatable, capacity: allocatable };
  await cluster.create('nodes', {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels },
    spec: {},
    status,
  } as KubeObject);
}

async function workload(
  name: string,
  pods: readonly (readonly [string, string | undefined])[],
  { policy }: { policy?: string } = {},
  requests: ResourceList = { cpu: '1', memory: '2Gi' },
): Promise<void> {
  await cluster.workload(name, []);
  for (const [pod, nodeName] of pods) {
    await cluster.create<Pod>('pods', {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { namespace: 'shop', name: pod, labels: { app: name } },
      spec: { nodeName, containers: [{ name: 'app', image: 'app', resources: { requests } }] },
    });
    if (!nodeName) continue;
    const runs = (draft: Pod) => {
      draft.status = { ...draft.status, phase: 'Running' };
    };
    cluster.registry.mutate<Pod>('pods', 'shop', pod, runs, { subresource: 'status' });
    cluster.usage.set(`shop/${pod}`, { app: { cpu: '100m', memory: '512Mi' } });
  }
  await cluster.create(VPAS, {
    apiVersion: 'autoscaling.k8s.io/v1',
    kind: 'VerticalPodAutoscaler',
    metadata: { namespace: 'shop', name, ...(policy && { labels: { 'plumbline.dev/policy': policy } }) },
    spec: {
      targetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name },
      updatePolicy: { updateMode: 'Off' },
    },
  } as KubeObject);
}

const asking =
  <T>(route: (request: Request, params: Record<string, never>) => Promise<Response>, path: string) =>
  async (query = '', params = {}): Promise<{ status: number; body: T }> => {
    const response = await route(new Request(`http://localhost${path}?${query}`), params);
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return { status: response.status, body: (isJson ? JSON.parse(text) : text) as T };
  };
const costs = asking<CostsView>(getCosts, '/api/costs');
const csv = asking<string>(getCsv, '/api/costs.csv');
const inbox = asking<InboxView>(getInbox, '/api/inbox');
const overview = asking<OverviewView>(getOverview, '/api/overview');
const namespaces = asking<NamespaceListView>(getNamespaceSums, '/api/namespace-sums');
const nodes = asking<NodesView>(getNodes, '/api/nodes');
const realised = asking<RealisedAnswer>(getRealised, '/api/costs/realised');

describe('costs over the API', () => {
  it('are those of pods on their nodes; a pod without a node waits, and of two VPAs one counts', async () => {
    const { body } = await costs('sort=name&order=asc');
    expect(body.rows.map(({ name }) => name)).toEqual(['bare', 'jobs', 'web']);
    expect(body.leftOut).toEqual({ doubles: 1, foreign: 0 });
    const web = body.rows[2]?.cost;
    expect(web?.pods).toEqual({ counted: 2, notPriced: 0, waiting: 1, elsewhere: 0 });
    expect(web?.amounts.requests).toEqual({ cpu: 2000, memory: 4 * GIB });
    expect(web?.amounts.use).toEqual({ cpu: 200, memory: GIB });
    // 1 core at 0.04 and one at 0.08; 2 GiB at 0.005 and 2 at 0.01.
    expect(web?.money?.requests.cpu).toBeCloseTo(0.12, 12);
    expect(web?.money?.requests.memory).toBeCloseTo(0.03, 12);
    // Half of the price of large nodes.
    expect(body.rows[1]?.cost.money?.requests.cpu).toBeCloseTo(0.04, 12);
    expect(body.rows[0]?.cost.missing.request).toEqual({ cpu: 1, memory: 1 });
    expect(body.rows[0]?.cost.amounts.growth.cpu).toBeGreaterThan(0);
    expect(web?.amounts.saving.cpu).toBeGreaterThan(0);
  });

  it('are the sums of the overview, the namespaces and the nodes', async () => {
    const sumsOf = ({ totals }: { totals: Record<Resource, RequestTotals> }) =>
      RESOURCES.map((resource) => {
        const { requested, recommended, over, short, used } = totals[resource];
        return { requests: requested, target: recommended, saving: over, growth: short, use: used };
      });
    await until('every page of one moment', async () => {
      const [{ body: cost }, { body: whole }, { body: spaces }, { body: on }] = await Promise.all([
        costs(),
        overview(),
        namespaces(),
        nodes(),
      ]);
      const { amounts, missing, pods } = cost.totals;
      const expected = RESOURCES.map((resource) =>
        Object.fromEntries(PARTS.map((part) => [part, amounts[part][resource]])),
      );
      expect(sumsOf(whole)).toEqual(expected);
      expect(spaces.rows.map(sumsOf)).toEqual([expected]);
      for (const resource of RESOURCES) {
        const { leftOut, missing: lacks } = whole.totals[resource];
        expect(lacks.request).toBe(missing.request[resource]);
        expect(leftOut).toEqual({ waiting: pods.waiting, vpas: 0 });
        // Every pod here has a VPA, and sums are over the nodes that are known.
        const { target, requested } = on.totals[resource];
        if (on.totals[resource].nodes === 0) return false;
        expect(target - requested).toBeCloseTo(amounts.growth[resource] - amounts.saving[resource], 3);
        expect(requested).toBe(amounts.requests[resource]);
      }
      return true;
    });
  });

  it('are what the page of a node says of its pods and of what then fits', async () => {
    const node = asking<NodePageView>(getNode as never, '/api/nodes/plain');
    const { body } = await node('', { name: 'plain' });
    const [web, bare] = ['web-1', 'bare-1'].map((name) => body.heaviest.find((pod) => pod.name === name));
    expect(web?.requested).toEqual({ cpu: 1000, memory: 2 * GIB });
    expect(bare?.requested).toEqual({});
    for (const resource of RESOURCES) {
      const target = body.applied?.target[resource] ?? Number.NaN;
      expect(target).toBeGreaterThan(0);
      expect((web?.target?.[resource] ?? 0) + (bare?.target?.[resource] ?? 0)).toBe(target);
      const allocatable = body[resource].allocatable ?? 0;
      expect(body.applied?.fits).toMatchObject({ [resource]: allocatable - target });
      expect(body.now.fits).toMatchObject({ [resource]: allocatable - (web?.requested[resource] ?? 0) });
    }
  });

  it('lead from what the VPAs say, times their pods, to the targets', async () => {
    // Of web, one pod has no node; zweb stands for nothing here.
    const pods = { web: 2, jobs: 1, bare: 1 };
    await until('one moment', async () => {
      const { totals } = (await costs()).body;
      const said = { cpu: 0, memory: 0 };
      for (const vpa of cluster.registry.list<VerticalPodAutoscaler>(VPAS))
        for (const { target } of vpa.status?.recommendation?.containerRecommendations ?? []) {
          const times = pods[vpa.metadata.name as keyof typeof pods] ?? 0;
          said.cpu += times * cpuFrom(target.cpu ?? 0);
          said.memory += times * memoryFrom(target.memory ?? 0);
        }
      expect(said.cpu).toBeGreaterThan(0);
      expect(totals.way?.recommended).toEqual(said);
      for (const resource of RESOURCES) {
        const { needed, capped, minimum, recommended, held, lowered, raised, kept, unknown } =
          totals.way ?? ({} as never);
        expect(needed[resource] - capped[resource] + minimum[resource]).toBe(recommended[resource]);
        expect(
          recommended[resource] +
            held[resource] -
            lowered[resource] +
            raised[resource] +
            kept[resource] +
            unknown[resource],
        ).toBe(totals.amounts.target[resource]);
      }
      return true;
    });
  });

  it('add up by namespace and policy, for whatever passes the filter', async () => {
    const [all, spaces, policies, ofBatch] = await Promise.all(
      ['', 'by=namespace', 'by=policy', 'by=namespace&policy=batch'].map(
        async (query) => (await costs(query)).body,
      ),
    );
    expect(spaces?.rows.map(({ name, workloads }) => [name, workloads])).toEqual([['shop', 3]]);
    expect(spaces?.rows[0]?.cost).toEqual({
      ...all?.totals,
      workloads: undefined,
      refused: undefined,
    });
    expect(policies?.rows.map(({ name }) => name).sort()).toEqual(['', 'batch']);
    expect(ofBatch?.totals.amounts.requests).toEqual({ cpu: 1000, memory: 2 * GIB });
    expect(ofBatch?.rows[0]?.workloads).toBe(1);
    expect(all?.shares[0]).toMatchObject({ namespace: 'shop' });
    expect((await costs('policy=-')).body.rows.map(({ name }) => name).sort()).toEqual(['bare', 'web']);
  });

  it('come as CSV for the same filter', async () => {
    const { body } = await csv('q=web');
    const [head, row, ...rest] = body
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(','));
    const value = (name: string) => row?.[head?.indexOf(name) ?? -1];
    expect(rest).toEqual([]);
    expect([value('namespace'), value('workload'), value('pods_waiting')]).toEqual(['shop', 'web', '1']);
    expect(Number(value('requests_cores'))).toBe(2);
    expect(Number(value('requests_cpu_usd_per_hour'))).toBeCloseTo(0.12, 12);
  });

  it('are one story of one workload: in Savings, on its page and in its line of the Overview', async () => {
    const params = { namespace: 'shop', name: 'web' };
    const answer = await getWorkload(new Request('http://localhost/'), params);
    const { cost: onPage } = ((await answer.json()) as WorkloadAnswer).cost ?? {};
    const row = (await costs('q=web')).body.rows[0]?.cost;
    expect(onPage?.amounts).toEqual(row?.amounts);
    expect(onPage?.way).toEqual(row?.way);
    const { rows } = (await inbox()).body;
    const told = rows.flatMap(({ items }) => items.flatMap((item) => [item, ...(item.also ?? [])]));
    const gains = told.flatMap(({ vpa, gain }) => (vpa !== undefined && gain ? [{ vpa, gain }] : []));
    expect(gains.length).toBeGreaterThan(0);
    for (const { vpa, gain } of gains) {
      const amounts = (await costs(`q=${vpa}`)).body.rows.find(({ name }) => name === vpa)?.cost.amounts;
      const { kind, cpu, memory } = gain;
      expect({ cpu, memory }).toEqual(amounts?.[kind === 'frees' ? 'saving' : 'growth']);
    }
  });

  it('are in the answer about a workload, and in the metrics', async () => {
    const params = { namespace: 'shop', name: 'web' };
    const answer = await getWorkload(new Request('http://localhost/'), params);
    const { cost } = (await answer.json()) as WorkloadAnswer;
    expect(cost).toMatchObject({ currency: 'USD', cost: { amounts: { requests: { cpu: 2000 } } } });
    const text = await process.running.metrics.metrics();
    expect(text).toContain('plumbline_cost_cpu_cores{part="requests",namespace="shop"} 3\n');
    expect(text).toMatch(
      /plumbline_cost_per_hour\{part="requests",resource="cpu",namespace="shop",currency="USD"\} 0\.16/,
    );
    expect(text).toContain('plumbline_cost_pods_not_priced{namespace="shop"} 0\n');
  });

  it.each([
    ['costs', costs, 'by=cluster', 'by'],
    ['costs', costs, 'sort=price', 'sort'],
    ['costs as CSV', csv, 'page=0', 'page'],
    [
      'realised costs',
      realised,
      `since=${new Date(START_MS + 2 * DAY_MS).toISOString().slice(0, 10)}`,
      'since',
    ],
    ['realised costs', realised, 'since=yesterday', 'since'],
  ])('refuse a wrong query for %s by name: %#', async (_, ask, query, field) => {
    const { status, body } = await ask(query);
    expect(status).toBe(400);
    expect((body as unknown as ErrorBody).fields.map((one) => one.field)).toEqual([field]);
  });

  it('say that requests at a date before all history are not known, never that they were 0', async () => {
    const since = `since=${new Date(START_MS - 3 * DAY_MS).toISOString().slice(0, 10)}`;
    const read = await until('the history', async () => {
      const { body } = await realised(since);
      return body.state === 'read' && body.realised;
    });
    expect(read).toMatchObject({
      compared: 0,
      notKnown: 3,
      saved: { cpu: 0, memory: 0 },
      grown: { cpu: 0, memory: 0 },
      steps: [],
    });
  });

  it('count what Plumbline itself holds back at what it holds', async () => {
    const recommended = (await costs('q=jobs')).body.totals.amounts;
    expect(recommended.saving.memory).toBeGreaterThan(0);
    const held = {
      how: 'killed-sooner' as const,
      container: 'app',
      sinceMs: START_MS,
      triedMs: START_MS,
      untilMs: START_MS + DAY_MS,
      program: 'p',
      policy: 'q',
      containers: new Map([
        ['app', { from: { memory: memoryBytes(2 * GIB) }, to: { memory: memoryBytes(GIB / 2) } }],
      ]),
    };
    const note = (text: string | undefined) =>
      cluster.registry.mutate<VerticalPodAutoscaler>(VPAS, 'shop', 'jobs', (draft) => {
        draft.metadata.annotations = text === undefined ? {} : { [OUTCOME_ANNOTATION]: text };
      });
    const before = (await overview()).body.totals.memory;
    note(notedOfAll({ undone: 1, held }));
    await process.until(async () => {
      const { amounts, way } = (await costs('q=jobs')).body.totals;
      expect(amounts.target).toEqual({ cpu: recommended.target.cpu, memory: 2 * GIB });
      expect(amounts.saving).toEqual({ cpu: recommended.saving.cpu, memory: 0 });
      expect(way?.held).toEqual({ cpu: 0, memory: 2 * GIB - recommended.target.memory });
      const { memory } = (await overview()).body.totals;
      expect(memory.over).toBe(before.over - recommended.saving.memory);
      expect(memory.overWorkloads).toBe(before.overWorkloads - 1);
    });
    note(undefined);
    await process.until(async () => expect((await costs('q=jobs')).body.totals.amounts).toEqual(recommended));
  });

  it('count a VPA whose policy cannot be read at its requests', async () => {
    expect((await costs('q=jobs')).body.totals.amounts.saving.cpu).toBeGreaterThan(0);
    cluster.registry.mutate<VerticalPodAutoscaler>(VPAS, 'shop', 'jobs', (draft) => {
      const minAllowed = { cpu: '1e99999' };
      draft.spec.resourcePolicy = { containerPolicies: [{ containerName: '*', minAllowed }] };
    });
    const odd = await process.until(async () => {
      const { amounts, missing } = (await costs('q=jobs')).body.totals;
      expect(amounts.target).toEqual(amounts.requests);
      return { missing };
    });
    expect(odd.missing.target).toEqual({ cpu: 1, memory: 1 });
  });
});

describe('costs without a database', () => {
  it('are told all the same, and what became of requests is said not to be known', async () => {
    await process.stop();
    process = await Recommending.start(cluster, {
      prices: PRICES,
      databaseUrl: 'postgres://nobody@127.0.0.1:1/none',
    });
    await process.firstPass();
    await until('costs', async () => (await costs()).body.totals.amounts.requests.cpu > 0);
    await until('an answer', async () => (await realised()).body.state === 'away');
  });
});
