import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { defaultConfig } from '@/server/config';
import { compose } from '@/server/host/compose';
import type { Runtime } from '@/server/host/runtime';
import { silentLogger } from '@/server/lib/report/log';
import { API_RESOURCES, pathOf } from '@/server/objects/resources';
import { partsOf } from '@/server/pages/overview/parts';
import { AdmissionCluster, RECOMMENDED_AMOUNTS, requestsOf } from '../support/admitting';
import { NAMESPACE } from '../support/embedded-cluster';
import { freePort } from '../support/free-port';
import { HeadlessProcess } from '../support/headless-process';
import { until } from '../support/until';

const OWNER = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: 'u', controller: true };

let folder: string;
let cluster: AdmissionCluster;
let beside: HeadlessProcess;
let running: Runtime;
let port: number;

const admit = async () => {
  beside = await HeadlessProcess.start({
    PLUMBLINE_ROLES: 'admission',
    PLUMBLINE_KUBECONFIG: cluster.sandbox.kubeconfigPath,
    PLUMBLINE_DATA_DIR: path.join(folder, 'beside'),
    PLUMBLINE_PORT: String(port),
  });
};
const health = () => partsOf(running).admission?.health.kind;

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-beside-'));
  cluster = await AdmissionCluster.start();
  port = await freePort();
  await admit();
  const config = defaultConfig({
    roles: ['updater'],
    kubeconfig: cluster.sandbox.kubeconfigPath,
    dataDir: path.join(folder, 'main'),
    besidePort: port,
  });
  running = await compose(config, { log: silentLogger });
  await until('an updater at work', () => running.handles.updater?.state.kind === 'running');
  await until('healthy admission', () => health() === 'healthy');
});

afterAll(async () => {
  await running?.stop();
  await beside?.kill();
  await cluster?.close();
  rmSync(folder, { recursive: true, force: true });
});

const createPod = () =>
  cluster.pod('', {
    name: '',
    generateName: 'web-',
    labels: { app: 'web' },
    ownerReferences: [OWNER],
  });

const recorded = async (kind: 'admission' | 'change' | 'gap') => {
  await running.store.flushed();
  return (await running.store.audit({ kinds: [kind], limit: 100 })).filter((one) => one.kind === kind);
};

it('records what the process beside it does to new pods, and who made the VPA', async () => {
  await cluster.autoscaler('web', 'ReplicaSet');
  await until('a patched pod', async () => requestsOf(await createPod()).cpu === RECOMMENDED_AMOUNTS.cpu);
  const [admission] = await until('the record', async () => {
    const found = await recorded('admission');
    return found.length > 0 && found;
  });
  expect(admission).toMatchObject({ namespace: NAMESPACE, vpa: 'web', pod: 'web-', count: 1 });
  const [change] = await until('the change', async () => {
    const found = await recorded('change');
    return found.length > 0 && found;
  });
  expect(change).toMatchObject({
    change: 'edited-in-cluster',
    name: 'web',
    who: expect.not.stringMatching(/^unknown/),
  });
});

it('shows what is wrong there until it no longer is', async () => {
  const { limitRanges } = API_RESOURCES;
  const broken = {
    apiVersion: 'v1',
    kind: 'LimitRange',
    metadata: { name: 'odd', namespace: NAMESPACE },
    spec: { limits: [{ type: 'Container', max: { cpu: 'much' } }] },
  };
  await cluster.sandbox.registry.create('limitranges', broken);
  await createPod();
  const about = `LimitRange ${NAMESPACE}/odd`;
  const isShown = () => running.problems.list().some((problem) => problem.about === about);
  await until('the problem', isShown);
  await running.cluster?.client.request('DELETE', pathOf(limitRanges, NAMESPACE, 'odd'));
  await until('no problem', () => !isShown());
});

it('notes a gap when that process ends without a word, and goes on with the next', async () => {
  await beside.kill();
  await admit();
  const [gap] = await until('a gap', async () => {
    const found = await recorded('gap');
    return found.length > 0 && found;
  });
  expect(gap).toMatchObject({ detail: 'the process that admits ended' });
  await until('healthy admission', () => health() === 'healthy');
});
