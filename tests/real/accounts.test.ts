import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root } from '@/bin/root.mjs';
import type { Lease } from '@/server/objects/types';
import { accountsIn, grantsOf } from '../house/rights/grants';
import { FORMER_RIGHTS, rbacOf, SHAPES } from '../house/rights/table';
import { accountKubeconfig } from '../support/account-kubeconfig';
import { freePort } from '../support/free-port';
import { HeadlessProcess } from '../support/headless-process';
import { refusalsOf } from '../support/refusals';
import { until } from '../support/until';
import { namespace, RealCluster, workload } from './real-cluster';

const FORMER = 'kube-system';
const STOPS = 'plumbline-stops';
const SINGLE = '--as=system:serviceaccount:plumbline:plumbline';
const PER_ROLE = rbacOf(SHAPES['per-role']);
const ALL = 'recommender,nodes,hpa,rules,updater';

let cluster: RealCluster;
let folder: string;
const processes: HeadlessProcess[] = [];

beforeAll(async () => {
  cluster = await RealCluster.start();
  folder = path.dirname(cluster.plane.kubeconfig);
});
afterAll(async () => {
  for (const one of processes) await one.kill();
  await cluster?.stop();
});

const may = async (right: string) =>
  (await cluster.said('auth', 'can-i', ...right.split(' '), SINGLE)).out.trim() === 'yes';

async function start(name: string, settings: Record<string, string>): Promise<void> {
  const account = { namespace: 'plumbline', name: `plumbline-${name}` };
  processes.push(
    await HeadlessProcess.start({
      PLUMBLINE_KUBECONFIG: await accountKubeconfig(cluster.plane.kubeconfig, account, folder),
      PLUMBLINE_DATA_DIR: path.join(folder, name),
      PLUMBLINE_LEADER_ELECT: 'true',
      PLUMBLINE_UPDATER_INTERVAL: '5s',
      PLUMBLINE_RECOMMENDER_INTERVAL: '5s',
      PLUMBLINE_WARM_UP: '0s',
      PLUMBLINE_LEAST_HISTORY: '0s',
      ...settings,
    }),
  );
}

it('former manifests are replaced by a process for each role, without losing a stop or a right too many', async () => {
  const former = path.join(root, FORMER_RIGHTS);
  await cluster.kubectl('apply', '--server-side', '--force-conflicts', '-f', former);
  expect([await may('create secrets -n kube-system'), await may('patch pods -n shop')]).toEqual([true, true]);
  const halted = JSON.stringify({ who: 'ada', atMs: 1 });
  await cluster.kubectl(
    'create',
    'configmap',
    STOPS,
    '-n',
    FORMER,
    `--from-literal=namespace.halted=${halted}`,
  );
  await cluster.create({
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: { name: 'plumbline-updater', namespace: FORMER },
    spec: {
      holderIdentity: 'former-0e3e1d4a-29cc-4f0b-8a3c-0e7d3c7f0a11',
      leaseDurationSeconds: 15,
      renewTime: new Date().toISOString().replace('Z', '000Z'),
    },
  });

  const perRole = path.join(root, 'deploy/per-role');
  await cluster.kubectl('apply', '--server-side', '--force-conflicts', '-k', perRole);
  expect(await cluster.said('diff', '--server-side', '-k', perRole)).toMatchObject({ code: 0, out: '' });
  await cluster.kubectl('apply', '-k', perRole);
  await cluster.kubectl('apply', '--server-side', '-k', perRole);
  await cluster.kubectl('delete', '-f', path.join(root, 'deploy/account'));
  await cluster.kubectl(
    ...['-n', 'plumbline', 'delete', 'clusterrolebinding/plumbline-admission'],
    ...['rolebinding/plumbline-own-admission', 'pvc/plumbline'],
  );
  await cluster.kubectl('-n', FORMER, 'delete', 'rolebinding', 'plumbline-admission');
  await cluster.kubectl('scale', '-n', 'plumbline', 'deployment', '--all', '--replicas=0');
  expect([await may('list pods'), await may('create secrets -n kube-system')]).toEqual([false, false]);

  const port = await freePort();
  await start('admission', {
    PLUMBLINE_ROLES: 'admission',
    PLUMBLINE_ADMISSION_PORT: String(port),
    PLUMBLINE_ADMISSION_URL: `https://127.0.0.1:${port}`,
  });
  await start('recommender', { PLUMBLINE_ROLES: 'recommender' });
  await start('dashboard', { PLUMBLINE_ROLES: ALL, PLUMBLINE_FOLLOW_ONLY: ALL });
  await start('updater', { PLUMBLINE_ROLES: ALL, PLUMBLINE_FOLLOW_ONLY: 'recommender' });

  const stated = { requests: { cpu: '100m', memory: '64Mi' } };
  for (const where of ['halted', 'free'])
    await cluster.create(
      namespace(where),
      ...workload(where, 'web', { resources: stated, updateMode: 'InPlaceOrRecreate' }),
    );
  const cpuIn = async (where: string) =>
    (await cluster.running(where)).map(({ spec }) => spec?.containers[0]?.resources?.requests?.cpu);
  for (const where of ['halted', 'free']) {
    await until('a running pod', async () => (await cpuIn(where)).length === 1);
    await cluster.recommend(where, 'web', { cpu: '200m', memory: '64Mi' });
  }
  await until('a resize by the updater', async () => (await cpuIn('free'))[0] === '200m');
  expect(await cpuIn('halted')).toEqual(['100m']);
  const kept = await cluster.get<{ data?: Record<string, string> }>('configmap', STOPS, '-n', 'plumbline');
  expect(JSON.parse(kept.data?.['namespace.halted'] ?? '{}')).toMatchObject({ who: 'ada' });

  const leader = async (name: string) =>
    (await cluster.get<Lease>('lease', name, '-n', 'plumbline')).spec.holderIdentity ?? '';
  for (const name of ['plumbline-recommender', 'plumbline-updater', 'plumbline-fleet'])
    expect(await leader(name), name).not.toBe('');
  await until('the webhook', async () => {
    const { out } = await cluster.said(
      ...['get', 'mutatingwebhookconfiguration', 'plumbline', '-o', 'jsonpath={.webhooks[*].name}'],
    );
    return out !== '';
  });
});

it.each(accountsIn(PER_ROLE))('the token of %s is refused for each request without a right', async (name) => {
  const account = await accountKubeconfig(cluster.plane.kubeconfig, { namespace: 'plumbline', name }, folder);
  const { refused, notRefused } = await refusalsOf(
    { admin: cluster.plane.kubeconfig, account },
    grantsOf(PER_ROLE, 'plumbline', name),
    ['plumbline', FORMER, 'default'],
  );
  expect(notRefused).toEqual([]);
  expect(refused).toBeGreaterThan(1_000);
});
