import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseAllDocuments } from 'yaml';
import type { Config } from '@/server/config';
import type { NodeView } from '@/server/contract/nodes';
import { loadAccess } from '@/server/kube/access';
import { KubeClient } from '@/server/kube/client';
import { IDLE_CPU, IDLE_MEMORY } from '@/server/nodes/publishing/idle-resources';
import { withdrawIdle } from '@/server/nodes/publishing/uninstall';
import type { KubeObject, Node, Pod } from '@/server/objects/types';
import { ApiCluster } from '../support/api-cluster';
import { PATIENCE } from '../support/patience';
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
  namespace = 'shop',
) {
  const requests = { cpu: '100m', memory: '64Mi' };
  const containers = [{ name: 'app', image: 'app:1', resources: { requests, limits: requests } }];
  await cluster.create<Pod>('pods', {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { namespace, name },
    spec: { nodeName: node, containers },
  });
  cluster.registry.mutate<Pod>(
    'pods',
    namespace,
    name,
    (draft) => {
      draft.status = { ...draft.status, phase: 'Running' };
    },
    { subresource: 'status' },
  );
  if (usage) cluster.usage.set(`${namespace}/${name}`, { app: usage });
}

/** A VPA in one namespace, and one node's pods in two. */
async function autoscaledBesideOthers(): Promise<void> {
  await cluster.workload('web', []);
  await cluster.autoscaler('web');
  await cluster.create('namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'other' } });
  await podOn('a', 'x', { cpu: '1', memory: '1Gi' });
  await podOn('a', 'y', { cpu: '500m', memory: '1Gi' }, 'other');
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
    await autoscaledBesideOthers();
    let requests = 0;
    cluster.onMetricsRequest = () => {
      requests++;
    };
    await start();
    await process?.firstPass();
    expect(requests).toBe(1);
    await seen('a', { state: 'learning', cpu: { used: 1500, idleNow: 2275 }, pods: { measured: 2 } });
    await process?.passes();
    expect(requests).toBe(2);
    expect(process?.problem('access-forbidden')).toBeUndefined();
  });

  it('keep their peak of memory over a restart, before anything is measured again', async () => {
    await createNode('a');
    await autoscaledBesideOthers();
    const folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-nodes-'));
    const databaseUrl = `file:${path.join(folder, 'plumbline.db')}`;
    try {
      await start({ databaseUrl });
      await process?.firstPass();
      await seen('a', { memory: { peak: 2 * 2 ** 30 } });
      await process?.stop();
      cluster.usage.clear();
      await start({ databaseUrl });
      await seen('a', { memory: { used: undefined, peak: 2 * 2 ** 30 } });
      expect(process?.running.handles.nodes?.memoryPeakOf('a')).toBe(2 * 2 ** 30);
      await process?.stop();
      process = undefined;
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('count by request where the metrics of other namespaces may not be read', async () => {
    await createNode('a');
    await autoscaledBesideOthers();
    await allow('usual', [READS]);
    await allow('metrics', [READS_METRICS], 'shop');
    let requests = 0;
    cluster.onMetricsRequest = () => {
      requests++;
    };
    await start({ kubeconfig: limitedKubeconfig() });
    await seen('a', { cpu: { used: 1100 }, pods: { measured: 1, requested: 1 } });
    await process?.passes(2);
    expect(requests).toBe(3);
    const about = process?.running.problems.list().map((problem) => problem.about);
    expect(about).not.toContain('metrics.k8s.io');
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

/** Lets the user `limited` do this in the whole cluster, or in one namespace. */
async function allow(name: string, rules: object[], namespace?: string): Promise<void> {
  const group = 'rbac.authorization.k8s.io';
  const about = { apiVersion: `${group}/v1`, metadata: { name } };
  await cluster.create(`clusterroles.${group}`, { ...about, kind: 'ClusterRole', rules } as KubeObject);
  await cluster.create(`${namespace ? 'rolebindings' : 'clusterrolebindings'}.${group}`, {
    apiVersion: `${group}/v1`,
    metadata: { name, ...(namespace && { namespace }) },
    kind: namespace ? 'RoleBinding' : 'ClusterRoleBinding',
    roleRef: { apiGroup: group, kind: 'ClusterRole', name },
    subjects: [{ apiGroup: group, kind: 'User', name: 'limited' }],
  } as KubeObject);
}

/** What every role reads. */
const READS = {
  apiGroups: ['', 'apps', 'batch', 'autoscaling', 'autoscaling.k8s.io'],
  resources: ['*'],
  verbs: ['get', 'list', 'watch'],
};
const READS_METRICS = { apiGroups: ['metrics.k8s.io'], resources: ['pods'], verbs: ['get', 'list'] };

/** The kubeconfig of the user `limited`, who may do what is allowed. */
function limitedKubeconfig(): string {
  const file = path.join(cluster.folder, 'limited.kubeconfig');
  writeFileSync(file, cluster.kubeconfigOf('limited'));
  return file;
}

/** Grants the user `limited` what the manifest grants the service account. */
const ownNamespace = () =>
  cluster.create('namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'plumbline' } });

async function applyManifest(file: string): Promise<void> {
  const text = readFileSync(fileURLToPath(new URL(`../../deploy/${file}`, import.meta.url)), 'utf8');
  await ownNamespace();
  for (const document of parseAllDocuments(text)) {
    const object = document.toJS() as KubeObject & { kind: string };
    const bound = 'subjects' in object && {
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'limited' }],
    };
    const group = object.kind === 'Lease' ? 'coordination.k8s.io' : 'rbac.authorization.k8s.io';
    const plural = `${object.kind.toLowerCase()}s.${group}`;
    await cluster.create(plural, { ...object, ...bound });
  }
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
    await podOn('a', 'x', { cpu: '1', memory: '1Gi' });
    await allow('usual', [READS, READS_METRICS]);
    await start({ publishIdle: true, kubeconfig: limitedKubeconfig() });
    const problem = await process?.expectProblem('idle-not-published', 'nodes/status');
    expect(problem?.message).toMatch(/cannot patch resource "nodes\/status"/);
    expect(problem?.remedy).toContain('deploy/optional/publish-idle.yaml');
    await applyManifest('optional/publish-idle.yaml');
    await vi.waitFor(async () => {
      await process?.passes();
      expect(process?.problem('idle-not-published')).toBeUndefined();
    }, PATIENCE);
    expect(Number(published('a')?.[0])).toBeLessThan(4000);
  });

  it('is published on the others where one node refuses it', async () => {
    const amounts = { cpu: '4', memory: '8Gi', [IDLE_CPU]: '4000', [IDLE_MEMORY]: '1' };
    for (const name of ['a', 'b']) {
      await createNode(name, { capacity: amounts, allocatable: amounts });
      await podOn(name, `on-${name}`, { cpu: '1', memory: '1Gi' });
    }
    const onlyB = { apiGroups: [''], resources: ['nodes/status'], verbs: ['patch'], resourceNames: ['b'] };
    await allow('usual', [READS, READS_METRICS, onlyB]);
    await start({ publishIdle: true, kubeconfig: limitedKubeconfig() });
    await vi.waitFor(async () => {
      await process?.passes();
      expect(Number(published('b')?.[0])).toBeLessThan(4000);
    }, PATIENCE);
    expect(published('a')?.[0]).toBe('4000');
    await process?.expectProblem('idle-not-published', 'Node a');
  });

  it('needs the lease, whose lack is a problem too', async () => {
    await allow('usual', [READS, READS_METRICS]);
    await start({ publishIdle: true, leaderElect: true, kubeconfig: limitedKubeconfig() });
    await process?.expectProblem('idle-not-published', 'Lease plumbline-nodes');
    expect(process?.running.handles.nodes?.publishing).toBe('following');
    await applyManifest('optional/publish-idle.yaml');
    await vi.waitFor(() => expect(process?.running.handles.nodes?.publishing).toBe('leading'), PATIENCE);
    expect(process?.problem('idle-not-published')).toBeUndefined();
  });

  it('is taken away by the uninstallation', async () => {
    const amounts = { cpu: '4', memory: '8Gi', [IDLE_CPU]: '4000', [IDLE_MEMORY]: '1' };
    await createNode('a', { capacity: amounts, allocatable: amounts });
    await createNode('b');
    const client = KubeClient.connect(loadAccess({ kubeconfig: cluster.kubeconfig }));
    expect(await withdrawIdle(client)).toBe(1);
    expect(await withdrawIdle(client)).toBe(0);
    await client.close();
    expect(published('a')).toEqual([undefined, undefined]);
  });

  it('is left alone by a process that does not lead', async () => {
    await createNode('a', {
      capacity: { cpu: '4', memory: '8Gi', [IDLE_CPU]: '4000', [IDLE_MEMORY]: '1' },
      allocatable: { cpu: '4', memory: '8Gi', [IDLE_CPU]: '4000', [IDLE_MEMORY]: '1' },
    });
    await ownNamespace();
    await cluster.create('leases.coordination.k8s.io', {
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata: { namespace: 'plumbline', name: 'plumbline-nodes' },
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
