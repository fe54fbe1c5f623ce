import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Node, Pod } from '@/server/objects/types';
import { NAMESPACE } from '../support/embedded-cluster';
import { FaultyApi } from '../support/faulty-api';
import { until } from '../support/until';
import { type Updating, UpdatingCluster } from '../support/updating';
import { Witness } from '../support/witness';

let cluster: UpdatingCluster;
let api: FaultyApi;

beforeEach(async () => {
  cluster = await UpdatingCluster.start();
  api = await FaultyApi.before(cluster.sandbox);
  await cluster.admitting();
});
afterEach(async () => {
  await cluster.close();
  await api.close();
});

const nodeNames = () =>
  [...cluster.sandbox.registry.list<Node>('nodes')].map(({ metadata }) => metadata.name);

/** A pod on this node that takes most of it. */
async function fill(node: string): Promise<void> {
  await cluster.create<Pod>('pods', {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: `full-${node}`, namespace: NAMESPACE, labels: { app: 'full' } },
    spec: {
      nodeName: node,
      containers: [{ name: 'app', image: 'app:1', resources: { requests: { cpu: '10m', memory: '25Gi' } } }],
    },
  });
}

/** Does this once, just before the updater acts: then it reads the pod again. */
function beforeItActs(process: () => Updating, change: () => Promise<void> | void): void {
  let isDone = false;
  api.fault = async (method, url) => {
    if (isDone || method !== 'GET' || !/\/pods\/web-[^/?]+$/.test(url)) return undefined;
    isDone = true;
    await change();
    await process().caughtUp(cluster);
    return undefined;
  };
}

const LARGE = { cpu: '100m', memory: '20Gi' };

it('a pod whose successor had room on one node alone stays if that node is deleted meanwhile', async () => {
  await cluster.workload('web', { replicas: 1 });
  const home = cluster.pods('web')[0]?.spec.nodeName ?? '';
  const [other = '', free = ''] = nodeNames().filter((name) => name !== home);
  await fill(home);
  await fill(other);
  await cluster.autoscaler('web', { target: LARGE });
  const process = await cluster.updating({ minReplicas: 1, kubeconfig: api.kubeconfig });
  const witness = new Witness(cluster, 'web');
  beforeItActs(
    () => process,
    () => {
      cluster.sandbox.registry.delete('nodes', undefined, free);
    },
  );
  await process.pass(cluster);
  expect(process.actions()).toEqual(['evict no-room']);
  const plan = await process.plan(cluster, 'web');
  expect(plan[0]?.reasons.map(({ code }) => code)).toContain('no-room-now');
  witness.end();
  expect(witness.taken).toEqual([]);
});

it('a pod is not resized once its node filled up and no other takes it', async () => {
  await cluster.workload('web', { replicas: 1 });
  const home = cluster.pods('web')[0]?.spec.nodeName ?? '';
  for (const name of nodeNames()) if (name !== home) await fill(name);
  await cluster.autoscaler('web', { target: LARGE, updatePolicy: { updateMode: 'InPlaceOrRecreate' } });
  const process = await cluster.updating({ minReplicas: 1, kubeconfig: api.kubeconfig });
  beforeItActs(
    () => process,
    () => fill(home),
  );
  await process.pass(cluster);
  expect(process.actions()).toEqual(['resize no-room']);
  expect(cluster.requests('web')).toEqual([{ cpu: '100m', memory: '64Mi' }]);
  cluster.sandbox.registry.delete('pods', NAMESPACE, `full-${home}`);
  const filler = () => cluster.sandbox.registry.get('pods', NAMESPACE, `full-${home}`);
  await until('the node to be free', () => filler() === undefined);
  await process.caughtUp(cluster);
  await process.pass(cluster);
  expect(process.actions()).toEqual(['resize no-room', 'resize done']);
});
