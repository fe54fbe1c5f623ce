import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Config } from '@/server/config';
import type { KubeObject, Node, Pod } from '@/server/kube/types';
import { IDLE_CPU, IDLE_MEMORY } from '@/server/nodes/publishing/idle-resources';
import type { NodeView } from '@/server/nodes/views';
import { ApiCluster } from '../support/api-cluster';
import { Recommending } from '../support/recommending';

let cluster: ApiCluster;
let process: Recommending | undefined;

beforeEach(async () => {
  cluster = await ApiCluster.start();
});

afterEach(async () => {
  await process?.stop();
  process = undefined;
  await cluster.close();
});

const PATIENCE = { timeout: 15_000, interval: 5 };

async function start(config: Partial<Config> = {}): Promise<Recommending> {
  process = await Recommending.start(cluster, {
    roles: ['recommender', 'nodes'],
    leaderElect: false,
    ...config,
  });
  await vi.waitFor(() => expect(process?.running.handles.nodes).toBeDefined(), PATIENCE);
  return process;
}

async function createNode(name: string, status: Node['status'] = {}): Promise<void> {
  const allocatable = { cpu: '4', memory: '8Gi' };
  await cluster.create<Node>('nodes', {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name },
    status: { capacity: allocatable, allocatable, ...status },
  });
}

async function podOn(
  node: string,
  name: string,
  usage?: { cpu: string; memory: string },
  requests: Record<string, string> = { cpu: '100m', memory: '64Mi' },
) {
  const containers = [{ name: 'app', image: 'app:1', resources: { requests, limits: requests } }];
  await cluster.create<Pod>('pods', {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { namespace: 'shop', name },
    spec: { nodeName: node, containers },
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
  if (usage) cluster.usage.set(`shop/${name}`, { app: usage });
}

/** Waits until the node is seen in this way. */
function seen(name: string, wanted: Partial<NodeView> | object): Promise<NodeView> {
  return vi.waitFor(() => {
    const view = process?.running.handles.nodes?.list().find((one) => one.name === name);
    expect(view).toMatchObject(wanted);
    return view as NodeView;
  }, PATIENCE);
}

/** A pass every minute, each learned before the next. */
async function minutes(count: number): Promise<void> {
  for (let minute = 0; minute < count; minute++) {
    const nodes = process?.running.handles.nodes;
    const before = nodes?.revision ?? 0;
    await process?.passes();
    await vi.waitFor(() => expect(nodes?.revision).toBeGreaterThan(before), PATIENCE);
  }
}

const published = (name: string) => {
  const node = cluster.registry.get<Node>('nodes', '', name);
  const amounts = [node?.status?.capacity, node?.status?.allocatable].map((list) => [
    list?.[IDLE_CPU],
    list?.[IDLE_MEMORY],
  ]);
  expect(amounts[0]).toEqual(amounts[1]);
  return amounts[0];
};

describe('nodes', () => {
  it('are learned from the samples of the recommender, of every namespace, fetched once', async () => {
    await createNode('a');
    await cluster.workload('web', ['web-1']);
    await cluster.autoscaler('web');
    await cluster.create('namespaces', {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: 'other' },
    });
    await podOn('a', 'x', { cpu: '1', memory: '1Gi' });
    let requests = 0;
    cluster.onMetricsRequest = () => {
      requests++;
    };
    await start();
    await process?.firstPass();
    expect(requests).toBe(1);
    await seen('a', { state: 'learning', cpu: { used: 1000, idleNow: 2850 }, pods: { measured: 1 } });
    await process?.passes();
    expect(requests).toBe(2);
  });

  it('have metrics for as long as they are there', async () => {
    await createNode('a');
    await createNode('b');
    await podOn('a', 'x', { cpu: '1', memory: '1Gi' });
    const { running } = await start();
    await seen('b', { state: 'learning' });
    expect(await running.metrics.metrics()).toContain(
      'plumbline_node_idle_cpu_cores{node="a",horizon="now"} 2.85',
    );
    expect(await running.metrics.metrics()).toContain(
      'plumbline_node_used_memory_bytes{node="a"} 1073741824',
    );
    expect(await running.metrics.metrics()).not.toContain('horizon="hour"');
    cluster.registry.remove('nodes', '', 'b', {});
    await vi.waitFor(async () => {
      await process?.passes();
      expect(await running.metrics.metrics()).not.toContain('node="b"');
    }, PATIENCE);
  });

  it('publish nothing unless that is set', async () => {
    await createNode('a');
    await start();
    await minutes(62);
    await seen('a', { state: 'known' });
    expect(published('a')).toEqual([undefined, undefined]);
  });
});

/** Lets the user `limited` do this in the whole cluster. */
async function allow(name: string, rules: object[]): Promise<void> {
  const group = 'rbac.authorization.k8s.io';
  const about = { apiVersion: `${group}/v1`, metadata: { name } };
  await cluster.create(`clusterroles.${group}`, { ...about, kind: 'ClusterRole', rules } as KubeObject);
  await cluster.create(`clusterrolebindings.${group}`, {
    ...about,
    kind: 'ClusterRoleBinding',
    roleRef: { apiGroup: group, kind: 'ClusterRole', name },
    subjects: [{ apiGroup: group, kind: 'User', name: 'limited' }],
  } as KubeObject);
}

/** The kubeconfig of a user who may read everything, and write nothing outside of one namespace. */
async function limitedKubeconfig(): Promise<string> {
  await allow('read-all', [{ apiGroups: ['*'], resources: ['*'], verbs: ['get', 'list', 'watch'] }]);
  const file = path.join(cluster.folder, 'limited.kubeconfig');
  writeFileSync(file, cluster.kubeconfigOf('limited'));
  return file;
}

describe('what is idle on nodes', () => {
  it('is published once the next hour is known, falls at once and rises slowly', async () => {
    await createNode('a');
    await podOn('a', 'x', { cpu: '1', memory: '1Gi' });
    await start({ publishIdle: true });
    await minutes(58);
    expect(published('a')).toEqual([undefined, undefined]);
    await minutes(4);
    await vi.waitFor(() => expect(published('a')?.[0]).toBe('2831'), PATIENCE);
    expect(Number(published('a')?.[1]) % 2 ** 20).toBe(0);

    cluster.usage.set('shop/x', { app: { cpu: '3', memory: '1Gi' } });
    await minutes(1);
    await vi.waitFor(() => expect(published('a')?.[0]).toBe('550'), PATIENCE);

    cluster.usage.set('shop/x', { app: { cpu: '1', memory: '1Gi' } });
    await minutes(9);
    expect(published('a')?.[0]).toBe('550');
    await minutes(3);
    await vi.waitFor(() => expect(Number(published('a')?.[0])).toBeGreaterThan(550), PATIENCE);
  });

  it('survives a restart as far as that much is idle now, until the next hour is known', async () => {
    const amounts = { cpu: '4', memory: '8Gi', [IDLE_CPU]: '2000', [IDLE_MEMORY]: String(2 ** 30) };
    for (const name of ['a', 'b']) await createNode(name, { capacity: amounts, allocatable: amounts });
    await podOn('a', 'x', { cpu: '1', memory: '1Gi' });
    await podOn('b', 'y', { cpu: '3', memory: '1Gi' });
    await start({ publishIdle: true });
    await minutes(5);
    await vi.waitFor(() => expect(published('b')?.[0]).toBe('550'), PATIENCE);
    expect(published('a')).toEqual(['2000', String(2 ** 30)]);
    await minutes(70);
    await vi.waitFor(() => expect(published('a')?.[0]).toBe('2831'), PATIENCE);
  });

  it('is taken away once it is unknown', async () => {
    const amounts = { cpu: '4', memory: '8Gi', [IDLE_CPU]: '4000', [IDLE_MEMORY]: '1' };
    const away = { conditions: [{ type: 'Ready', status: 'Unknown' as const }] };
    await createNode('a', { capacity: amounts, allocatable: amounts, ...away });
    await createNode('b', { capacity: amounts, allocatable: amounts });
    await podOn('b', 'never-measured');
    await start({ publishIdle: true });
    await vi.waitFor(() => expect(published('a')).toEqual([undefined, undefined]), PATIENCE);
    expect(published('b')).toEqual(['4000', '1']);
    await minutes(11);
    await vi.waitFor(() => expect(published('b')).toEqual([undefined, undefined]), PATIENCE);
  });

  it('is taken away once publishing is off, and nothing else is', async () => {
    const amounts = {
      cpu: '4',
      memory: '8Gi',
      'example.com/gpu': '2',
      [IDLE_CPU]: '4000',
      [IDLE_MEMORY]: '1',
    };
    await createNode('a', { capacity: amounts, allocatable: amounts });
    await start();
    await vi.waitFor(() => expect(published('a')).toEqual([undefined, undefined]), PATIENCE);
    expect(cluster.registry.get<Node>('nodes', '', 'a')?.status?.capacity).toEqual({
      cpu: '4',
      memory: '8Gi',
      'example.com/gpu': '2',
    });
  });

  it('needs a right, whose lack is a problem that names it', async () => {
    const amounts = { cpu: '4', memory: '8Gi', [IDLE_CPU]: '4000', [IDLE_MEMORY]: '1' };
    for (const name of ['a', 'b']) await createNode(name, { capacity: amounts, allocatable: amounts });
    await start({ publishIdle: true, kubeconfig: await limitedKubeconfig() });
    await podOn('a', 'x', { cpu: '1', memory: '1Gi' });
    await process?.passes();
    const problem = await process?.expectProblem('idle-not-published', 'nodes/status');
    expect(problem?.message).toMatch(/cannot patch resource "nodes\/status"/);
    expect(problem?.remedy).toContain('deploy/optional/publish-idle.yaml');
    await allow('publish', [{ apiGroups: [''], resources: ['nodes/status'], verbs: ['patch'] }]);
    await vi.waitFor(async () => {
      await process?.passes();
      expect(process?.problem('idle-not-published')).toBeUndefined();
    }, PATIENCE);
    expect(Number(published('a')?.[0])).toBeLessThan(4000);
  });

  it('is left alone by a process that does not lead', async () => {
    await createNode('a', {
      capacity: { cpu: '4', memory: '8Gi', [IDLE_CPU]: '4000', [IDLE_MEMORY]: '1' },
      allocatable: { cpu: '4', memory: '8Gi', [IDLE_CPU]: '4000', [IDLE_MEMORY]: '1' },
    });
    await cluster.create('leases.coordination.k8s.io', {
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata: { namespace: 'kube-system', name: 'plumbline-nodes' },
      spec: {
        holderIdentity: 'another',
        leaseDurationSeconds: 3600,
        renewTime: '2026-03-02T00:00:00.000000Z',
      },
    } as never);
    await start({ publishIdle: true, leaderElect: true });
    await minutes(3);
    expect(process?.running.handles.nodes?.publishing).toBe('following');
    expect(published('a')).toEqual(['4000', '1']);
  });
});
