import { afterAll, beforeAll, expect, it } from 'vitest';
import { amountsFrom } from '@/server/objects/quantity';
import type { KubeObject, Node, Pod, Workload } from '@/server/objects/types';
import { AdmissionCluster } from '../support/admitting';
import { NAMESPACE } from '../support/embedded-cluster';
import { until } from '../support/until';

/** What each node keeps free beside the pod that fills it, and what the VPA recommends: no node has that now. */
const LEFT = { cpu: 1000, memory: 2 ** 30 };
const TARGET = { cpu: '3', memory: '2Gi' };
const STATED = { cpu: '200m', memory: '100Mi' };
const REPLICAS = 3;
const ROOM = 'lowered to what a node has room for now';

let cluster: AdmissionCluster;

beforeAll(async () => {
  cluster = await AdmissionCluster.start();
  await cluster.admitting();
});

afterAll(() => cluster?.close());

const onNode = (pods: readonly Pod[]) => pods.filter(({ spec }) => spec.nodeName);
const requestsOf = ({ spec }: Pod) => amountsFrom(spec.containers[0]?.resources?.requests);

async function fill(node: Node): Promise<void> {
  const { cpu = 0, memory = 0 } = amountsFrom(node.status?.allocatable);
  const { name } = node.metadata;
  const requests = { cpu: `${cpu - LEFT.cpu}m`, memory: String(memory - LEFT.memory) };
  await cluster.create<Pod>('pods', {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: `fills-${name}`, namespace: NAMESPACE, labels: { app: 'fills' } },
    spec: { nodeName: name, containers: [{ name: 'app', image: 'app:1', resources: { requests } }] },
  });
}

it('makes none of several new pods wait that fit as they are stated, though no node has room for the target', async () => {
  const nodes = cluster.sandbox.registry.list<Node>('nodes');
  for (const node of nodes) await fill(node);
  await cluster.autoscaler('web');
  cluster.recommend('web', TARGET);
  const spec = { containers: [{ name: 'app', image: 'app:1', resources: { requests: STATED } }] };
  const template = { metadata: { labels: { app: 'web' } }, spec };
  await cluster.create<Workload>('deployments.apps', {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', namespace: NAMESPACE },
    spec: { replicas: 0, selector: { matchLabels: { app: 'web' } }, template },
  });
  const replicaSet = await until('its ReplicaSet', () =>
    [...cluster.sandbox.registry.list<KubeObject>('replicasets.apps', NAMESPACE)].find(({ metadata }) =>
      metadata.name.startsWith('web-'),
    ),
  );
  const { apiVersion, kind, metadata } = replicaSet;
  const tried: Pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: 'tried',
      namespace: NAMESPACE,
      labels: { app: 'web' },
      ownerReferences: [{ apiVersion, kind, name: metadata.name, uid: metadata.uid ?? '', controller: true }],
    },
    spec,
  };
  await until('an admission that knows target and nodes', async () => {
    const made = await cluster.sandbox.registry.create<Pod>('pods', tried, { dryRun: true });
    return made.metadata.annotations?.vpaUpdates?.includes(ROOM);
  });
  cluster.sandbox.registry.mutate<Workload>('deployments.apps', NAMESPACE, 'web', (draft) => {
    draft.spec.replicas = REPLICAS;
  });
  const pods = await until('a node for each pod', () => {
    const found = onNode(cluster.pods('web'));
    return found.length === REPLICAS && found;
  });
  const [stated, target] = [amountsFrom(STATED), amountsFrom(TARGET)];
  for (const own of pods.map(requestsOf)) {
    expect(own.cpu).toBeGreaterThanOrEqual(stated.cpu ?? 0);
    expect(own.cpu).toBeLessThan(target.cpu ?? 0);
  }
  expect(Math.max(...pods.map((pod) => requestsOf(pod).cpu ?? 0))).toBeGreaterThan(stated.cpu ?? 0);
  expect(pods.map(({ metadata }) => metadata.annotations?.vpaUpdates ?? '').join(' ')).toContain(ROOM);
});
