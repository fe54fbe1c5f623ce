import { afterAll, beforeAll, expect, it } from 'vitest';
import { VPAS } from '../support/api-cluster';
import { FaultyApi } from '../support/faulty-api';
import { UpdatingCluster } from '../support/updating';
import { Witness } from '../support/witness';

let cluster: UpdatingCluster;
let api: FaultyApi;

beforeAll(async () => {
  cluster = await UpdatingCluster.start();
  api = await FaultyApi.before(cluster.sandbox);
  await cluster.admitting();
  await cluster.workload('web', { replicas: 2 });
  await cluster.autoscaler('web');
});
afterAll(async () => {
  await cluster?.close();
  await api?.close();
});

it('a pod whose place was taken after the plan was made stays, which is recorded, and goes once there is one', async () => {
  const process = await cluster.updating({ kubeconfig: api.kubeconfig });
  const witness = new Witness(cluster, 'web');
  // Just before it acts the updater reads the pod: by then no node takes another.
  api.fault = async (method, url) => {
    if (method !== 'GET' || !/\/pods\/web-[^/?]+$/.test(url)) return undefined;
    cluster.schedule(false);
    await process.caughtUp(cluster);
    return undefined;
  };
  const planned = (await process.pass(cluster)).vpas.flatMap(({ pods }) => pods);
  const acting = planned.filter(({ decision }) => decision === 'evict');
  expect(acting).toHaveLength(1);
  expect(process.records.filter(({ kind }) => kind === 'action')).toMatchObject([
    {
      kind: 'action',
      action: 'evict',
      outcome: 'no-room',
      pod: acting[0]?.name,
      detail: expect.stringContaining('No node has room for it now'),
    },
  ]);
  expect(witness.taken).toEqual([]);
  api.fault = () => undefined;
  cluster.schedule(true);
  await process.pass(cluster);
  witness.end();
  expect(process.actions()).toEqual(['evict no-room', 'evict done']);
  await cluster.ready('web', 2);
});

it.each([
  ['Recreate', 'evict'],
  ['InPlaceOrRecreate', 'resize'],
] as const)(
  'a pod stays as it is if its VPA in mode %s was made anew in mode Off before any watch tells',
  async (updateMode, action) => {
    const { registry } = cluster.sandbox;
    for (const { metadata } of registry.list(VPAS)) await registry.delete(VPAS, 'shop', metadata.name);
    const app = action;
    await cluster.workload(app, { replicas: 2 });
    await cluster.autoscaler(app, { updatePolicy: { updateMode } });
    const process = await cluster.updating({ kubeconfig: api.kubeconfig });
    await process.caughtUp(cluster);
    const witness = new Witness(cluster, app);
    api.fault = async (method, url) => {
      if (method !== 'GET' || !url.includes(`/pods/${app}-`)) return undefined;
      api.fault = () => undefined;
      api.holdWatches();
      const { metadata, ...former } = cluster.vpa(app);
      const { name, namespace } = metadata;
      await registry.delete(VPAS, namespace, name);
      const spec = { ...former.spec, updatePolicy: { updateMode: 'Off' as const } };
      await registry.create(VPAS, { ...former, metadata: { name, namespace }, spec });
      return undefined;
    };
    await process.updater.pass();
    api.releaseWatches();
    expect(process.records.filter(({ kind }) => kind === 'action')).toMatchObject([
      { action, outcome: 'changed', vpa: app },
    ]);
    witness.end();
    expect(witness.taken).toEqual([]);
    expect(cluster.vpa(app).metadata.annotations).toBeUndefined();
  },
);
