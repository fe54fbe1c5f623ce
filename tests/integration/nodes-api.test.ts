import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NodePageView, NodesView } from '@/server/contract/nodes';
import type { Handler } from '@/server/host/api/handlers';
import { GET as getNode } from '@/server/host/api/nodes/[name]/route';
import { GET as getNodes } from '@/server/host/api/nodes/route';
import type { Node, Pod } from '@/server/objects/types';
import { ApiCluster } from '../support/api-cluster';
import { Recommending } from '../support/recommending';
import { until } from '../support/until';

const NODES = 30;
const ODD_NAME = `${'long.'.repeat(40)}name-with_ümlaut%2F`;

let cluster: ApiCluster;
let process: Recommending;

beforeAll(async () => {
  cluster = await ApiCluster.start();
  for (let index = 1; index <= NODES; index++) await node(`node-${index}`, { cpu: '8', memory: '16Gi' });
  await node('bare', undefined);
  for (let index = 1; index <= NODES; index++) await pod(`web-${index}`, `node-${index}`, `${index * 100}m`);
  const batch = { 'plumbline.dev/idle-cpu-millicores': '500' };
  await pod('job', 'node-1', '900m', { requests: batch, limits: batch });
  process = await Recommending.start(cluster, {
    roles: ['recommender', 'nodes'],
    leaderElect: false,
    kubeApiQps: 1_000,
    kubeApiBurst: 1_000,
  });
  await process.firstPass();
  await until('all nodes', async () => (await read<NodesView>('?state=learning')).matching === NODES);
});
afterAll(async () => {
  await process?.stop();
  await cluster?.close();
});

async function node(name: string, allocatable: Record<string, string> | undefined): Promise<void> {
  await cluster.create<Node>('nodes', {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name },
    status: { ...(allocatable && { capacity: allocatable, allocatable }) },
  });
}

async function pod(name: string, nodeName: string, cpu: string, resources = {}): Promise<void> {
  await cluster.create<Pod>('pods', {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { namespace: 'shop', name },
    spec: { nodeName, containers: [{ name: 'app', image: 'app:1', resources }] },
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
  cluster.usage.set(`shop/${name}`, { app: { cpu, memory: '1Gi' } });
}

function get(handler: unknown, query = '', params = {}, headers: Record<string, string> = {}) {
  const request = new Request(`http://localhost/api/nodes${query}`, { headers });
  return (handler as Handler)(request, params as never);
}

async function read<T>(query = ''): Promise<T> {
  const response = await get(getNodes, query);
  expect(response.status).toBe(200);
  return (await response.json()) as T;
}

describe('what nodes have room for', () => {
  it('is told with the list, now and once all recommendations are applied', async () => {
    const { needs, totals, rows } = await read<NodesView>();
    expect(needs.now).toMatchObject({ packing: { nodes: NODES, unplaced: 0 }, fits: { cpu: { cpu: 8000 } } });
    expect(needs.applied?.packing.nodes).toBe(NODES);
    // No pod here has a VPA, so that nothing would change.
    expect(totals.cpu.target).toBe(totals.cpu.requested);
    expect(rows[0]?.target).toEqual({ cpu: rows[0]?.cpu.requested, memory: rows[0]?.memory.requested });
  });
});

const names = ({ rows }: NodesView) => rows.map(({ name }) => name);

describe('the API of nodes', () => {
  it('gives a page of them in natural order, with counts and totals over all', async () => {
    const view = await read<NodesView>();
    expect(names(view).slice(0, 3)).toEqual(['bare', 'node-1', 'node-2']);
    expect(view).toMatchObject({
      all: NODES + 1,
      pages: 2,
      tallies: { state: { learning: NODES, unreadable: 1 } },
      totals: { cpu: { allocatable: 8000 * NODES, used: 100 * ((NODES * (NODES + 1)) / 2), nodes: NODES } },
      publishing: 'off',
    });
    expect(names(await read('?page=2'))).toHaveLength(NODES + 1 - 25);
  });

  it('filters by name and state, and sorts what is unknown last', async () => {
    expect(names(await read('?q=NODE-3'))).toEqual(['node-3', 'node-30']);
    expect(names(await read('?state=unreadable'))).toEqual(['bare']);
    expect(names(await read('?sort=cpu&order=desc')).slice(0, 2)).toEqual(['node-1', 'node-2']);
    expect(names(await read('?sort=cpu&order=asc')).slice(0, 2)).toEqual(['node-30', 'node-29']);
    expect(names(await read('?sort=cpu&order=asc&page=2')).at(-1)).toBe('bare');
  });

  it.each(['?state=fine', '?sort=colour', '?page=0', '?namespace=shop'])('refuses %s', async (query) => {
    expect((await get(getNodes, query)).status).toBe(400);
  });

  it('is unchanged until the next round', async () => {
    const before = await get(getNodes);
    const again = await get(getNodes, '', {}, { 'if-none-match': before.headers.get('etag') ?? '' });
    expect(again.status).toBe(304);
    await process.passes();
    const later = () => get(getNodes, '', {}, { 'if-none-match': before.headers.get('etag') ?? '' });
    await expect.poll(async () => (await later()).status).toBe(200);
  });

  it('shows the steps and the heaviest pods of one, batch pods apart', async () => {
    const detail = (await (await get(getNode, '', { name: 'node-1' })).json()) as NodePageView;
    expect(detail).toMatchObject({
      cpu: { used: 100, usedByBatch: 900, idleNow: 8000 - 115 },
      pods: { online: 1, batch: 1 },
      morePods: 0,
    });
    // Neither pod has a VPA or requests anything of the node, so that all of it is left.
    const all = { cpu: 8000, memory: 16 * 2 ** 30 };
    expect(detail.now.fits).toEqual(all);
    expect(detail.applied).toEqual({ target: { cpu: 0, memory: 0 }, fits: all });
    expect(detail.heaviest.map(({ name, isBatch }) => [name, isBatch])).toEqual([
      ['job', true],
      ['web-1', false],
    ]);
    expect(detail.steps.cpu.map(({ step }) => step)).toEqual([
      'allocatable',
      'used',
      'used-with-margin',
      'idle-now',
    ]);
  });

  it.each(['missing', '', '__proto__', ODD_NAME])('knows no node "%s"', async (name) => {
    expect((await get(getNode, '', { name })).status).toBe(404);
  });
});
