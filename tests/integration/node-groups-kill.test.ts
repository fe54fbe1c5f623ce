import { afterAll, expect, it, vi } from 'vitest';
import { GROUPS_ANNOTATION, groupsIn } from '@/server/decide/features/node-scope/group-recommendations';
import { SCOPE_ANNOTATION } from '@/server/decide/features/node-scope/scope';
import { cpuFrom } from '@/server/objects/quantity';
import type { KubeObject, Pod } from '@/server/objects/types';
import type { VerticalPodAutoscaler, VerticalPodAutoscalerCheckpoint } from '@/server/objects/vpa-types';
import { ApiCluster, CHECKPOINTS, START_MS, VPAS } from '../support/api-cluster';
import { HeadlessProcess } from '../support/headless-process';
import { PATIENCE } from '../support/patience';

const LABELS = { app: 'agent' };
const AGENT = { namespace: 'shop', name: 'agent' };

const opened: { close(): Promise<void> }[] = [];
afterAll(async () => {
  for (const one of opened.reverse()) await one.close();
});

async function recommend(on: ApiCluster): Promise<HeadlessProcess> {
  const started = await HeadlessProcess.start({
    PLUMBLINE_KUBECONFIG: on.kubeconfig,
    PLUMBLINE_DATA_DIR: on.folder,
    PLUMBLINE_ROLES: 'recommender',
    PLUMBLINE_RECOMMENDER_INTERVAL: '1s',
  });
  opened.push({ close: () => started.kill() });
  return started;
}

it('gives each size of node its target again after kill -9', async () => {
  const cluster = await ApiCluster.start();
  opened.push(cluster);
  // The process lives in the present.
  await cluster.clock.advance(Date.now() - START_MS);
  const containers = [{ name: 'app', image: 'app:1', resources: { requests: { cpu: '100m' } } }];
  const owner = await cluster.create('daemonsets.apps', {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: AGENT,
    spec: {
      selector: { matchLabels: LABELS },
      template: { metadata: { labels: LABELS }, spec: { containers } },
    },
  } as KubeObject);
  const { uid = '' } = owner.metadata;
  for (const [name, cpu] of [
    ['small', '100m'],
    ['large', '3'],
  ] as const) {
    await cluster.create('nodes', {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name, labels: { size: name } },
      status: { allocatable: { cpu: '8', memory: '32Gi', pods: '110' } },
    } as KubeObject);
    await cluster.create<Pod>('pods', {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: {
        namespace: 'shop',
        name,
        labels: LABELS,
        ownerReferences: [{ apiVersion: 'apps/v1', kind: 'DaemonSet', name: 'agent', uid, controller: true }],
      },
      spec: { nodeName: name, containers },
    });
    cluster.registry.mutate<Pod>('pods', 'shop', name, (pod) => {
      pod.status = { ...pod.status, phase: 'Running' };
    });
    cluster.usage.set(`shop/${name}`, { app: { cpu, memory: '256Mi' } });
  }
  await cluster.create(VPAS, {
    apiVersion: 'autoscaling.k8s.io/v1',
    kind: 'VerticalPodAutoscaler',
    metadata: { ...AGENT, annotations: { [SCOPE_ANNOTATION]: 'size' } },
    spec: { targetRef: { apiVersion: 'apps/v1', kind: 'DaemonSet', name: 'agent' } },
  } as KubeObject);
  const targets = () =>
    Object.fromEntries(
      groupsIn(cluster.vpa('agent')).map(({ scopeValue, containerRecommendations }) => [
        scopeValue,
        Number(cpuFrom(containerRecommendations[0]?.target.cpu ?? 0)),
      ]),
    );

  const first = await recommend(cluster);
  const kept = await vi.waitFor(() => {
    const [checkpoint] = cluster.registry.list<VerticalPodAutoscalerCheckpoint>(CHECKPOINTS);
    expect(Object.values(checkpoint?.metadata.annotations ?? {}).join()).toContain('plumbline.dev/groups');
    return checkpoint;
  }, PATIENCE);
  const before = await vi.waitFor(() => {
    const found = targets();
    expect(Object.keys(found)).toEqual(['large', 'small']);
    return found;
  }, PATIENCE);
  await first.kill();

  // The reference reads one checkpoint of this VPA and container, with the samples of all pods.
  expect(cluster.registry.list(CHECKPOINTS)).toHaveLength(1);
  expect(kept?.spec).toEqual({ vpaObjectName: 'agent', containerName: 'app' });
  expect(kept?.status?.totalSamplesCount).toBe(2);
  cluster.usage.clear();
  cluster.registry.mutate<VerticalPodAutoscaler>(VPAS, 'shop', 'agent', (vpa) => {
    delete vpa.metadata.annotations?.[GROUPS_ANNOTATION];
  });
  await recommend(cluster);
  await vi.waitFor(() => expect(targets()).toEqual(before), PATIENCE);
  expect(before.large).toBeGreaterThan(10 * (before.small ?? 0));
});
