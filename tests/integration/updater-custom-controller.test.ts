import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Pod } from '@/server/objects/types';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { NAMESPACE, VPAS } from '../support/embedded-cluster';
import { until } from '../support/until';
import { reasonOf, UpdatingCluster } from '../support/updating';
import { Witness } from '../support/witness';
import { createWorker, createWorkerPod, defineWorkers, type Worker } from '../support/workers';

const TARGET = { cpu: '163m', memory: '250Mi' };
const GROUP = 'example.com';
const REPLICAS = 4;

let cluster: UpdatingCluster;
let endController = () => {};

beforeEach(async () => {
  cluster = await UpdatingCluster.start();
});
afterEach(async () => {
  endController();
  await cluster.close();
});

/** Keeps `REPLICAS` pods of a worker up, owned by it directly. */
async function startController(spec: Worker['spec']): Promise<void> {
  const worker = await createWorker(cluster, GROUP, REPLICAS, spec);
  let serial = 0;
  const create = () => createWorkerPod(cluster, worker, `web-${serial++}`);
  endController = cluster.sandbox.registry.watch<Pod>('pods', ({ type, object }) => {
    if (type === 'DELETED' && object.metadata.labels?.app === 'web') void create();
  });
  for (let pod = 0; pod < REPLICAS; pod++) await create();
  await cluster.ready('web', REPLICAS);
}

async function autoscale(): Promise<void> {
  await cluster.create<VerticalPodAutoscaler>(VPAS, {
    apiVersion: 'autoscaling.k8s.io/v1',
    kind: 'VerticalPodAutoscaler',
    metadata: { name: 'web', namespace: NAMESPACE },
    spec: {
      targetRef: { apiVersion: 'example.com/v1', kind: 'Worker', name: 'web' },
      updatePolicy: { updateMode: 'Recreate' },
    },
  });
  cluster.recommend('web', TARGET);
}

it('works through the pods of a custom controller within the tolerance of its scale', async () => {
  await defineWorkers(cluster, GROUP);
  await startController({ replicas: REPLICAS });
  await cluster.admitting();
  await autoscale();
  const process = await cluster.updating();
  const witness = new Witness(cluster, 'web');
  const held = await until('a plan that knows the scale', async () => {
    const plan = await process.plan(cluster, 'web');
    return reasonOf(plan, 'tolerance-used-up');
  });
  expect(held).toMatchObject({
    controller: 'Worker/web',
    configured: 4,
    running: 4,
    tolerance: 2,
    chosen: 2,
  });
  await until('every pod at its target', async () => {
    await process.pass(cluster);
    const requests = cluster.requests('web').map((one) => JSON.stringify(one));
    return requests.length === REPLICAS && requests.every((one) => one === JSON.stringify(TARGET));
  });
  witness.end();
  expect(witness.taken).toHaveLength(REPLICAS);
  expect(witness.fewestReady).toBeGreaterThanOrEqual(2);
});

it('waits if the scale has no replica count', async () => {
  await defineWorkers(cluster, GROUP);
  await startController({});
  await cluster.admitting();
  await autoscale();
  const process = await cluster.updating();
  const held = await until('a plan for its pods', async () =>
    reasonOf(await process.plan(cluster, 'web'), 'replicas-unknown'),
  );
  expect(held).toMatchObject({ controller: 'Worker/web' });
  await process.pass(cluster);
  expect(process.actions()).toEqual([]);
});
