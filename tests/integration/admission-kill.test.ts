import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { defaultConfig } from '@/server/config';
import { ADMISSION_LEASE_NAME } from '@/server/kube/lease';
import { wallClock } from '@/server/lib/time/clock';
import type { KubeEvent, Lease, Pod, Workload } from '@/server/objects/types';
import { PrismaStore } from '@/server/store/audit/prisma-store';
import { connect } from '@/server/store/database';
import { databaseUrl } from '@/server/store/database-url';
import { NAMESPACE } from '../support/embedded-cluster';
import { HeadlessProcess } from '../support/headless-process';
import { until } from '../support/until';
import { codes, UpdatingCluster } from '../support/updating';

const REPLICAS = 6;
/** Nothing is evicted once the lease of admission is this old: three renewals of it, instead of six. */
const LONGEST_S = 30;
const WRITTEN = { cpu: '100m', memory: '64Mi' };
const TARGETS = [
  { cpu: '300m', memory: '300Mi' },
  { cpu: '150m', memory: '150Mi' },
];

let cluster: UpdatingCluster;
const processes: HeadlessProcess[] = [];

beforeEach(async () => {
  // Real time: leases and the pods' own times have to agree in processes that know no other clock.
  cluster = await UpdatingCluster.start(1);
});
afterEach(async () => {
  for (const process of processes.splice(0)) await process.kill();
  await cluster.close();
});

async function run(role: 'admission' | 'updater', settings: Record<string, string> = {}) {
  const process = await HeadlessProcess.start({
    PLUMBLINE_ROLES: role,
    PLUMBLINE_KUBECONFIG: cluster.sandbox.kubeconfigPath,
    PLUMBLINE_DATA_DIR: path.join(cluster.folder, role),
    ...settings,
  });
  processes.push(process);
  return process;
}

function renewedAt(): string | undefined {
  const leases = 'leases.coordination.k8s.io';
  return cluster.sandbox.registry.get<Lease>(leases, 'kube-system', ADMISSION_LEASE_NAME)?.spec.renewTime;
}

function staleMs(): number {
  return Date.parse(renewedAt() ?? '') + LONGEST_S * 1000;
}

/** Whether the updater recorded that it holds back for the lease as it is now. */
async function isHeldBack(): Promise<boolean> {
  const url = databaseUrl(defaultConfig({ dataDir: path.join(cluster.folder, 'updater') }));
  // The file is the updater's: it is read beside it.
  const store = new PrismaStore(await connect(url), 'sqlite');
  const records = await store.audit({ kinds: ['decision'], limit: 500 });
  await store.close();
  return records.some(
    (record) =>
      record.kind === 'decision' &&
      record.atMs >= staleMs() &&
      JSON.stringify(record.reasons).includes('"lease-stale"'),
  );
}

it('killed admission blocks no pod, and nothing is evicted once its lease is stale until it is back', async () => {
  const { registry } = cluster.sandbox;
  const admission = await run('admission');
  await until('the lease', renewedAt);
  await cluster.workload('web', { replicas: REPLICAS });
  await cluster.autoscaler('web', { target: TARGETS[0] });

  /** What began to terminate, by uid; and every pod created. */
  const ended = new Set<string>();
  const created: { requests: unknown }[] = [];
  const end = registry.watch<Pod>('pods', ({ type, object: { metadata, spec } }) => {
    if (metadata.namespace !== NAMESPACE || !metadata.uid) return;
    if (type === 'ADDED') created.push({ requests: spec.containers[0]?.resources?.requests });
    else if (metadata.deletionTimestamp) ended.add(metadata.uid);
  });
  let swings = 0;
  const failures: unknown[] = [];
  const bystander = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { namespace: 'default', generateName: 'bystander-' },
    spec: { containers: [{ name: 'app', image: 'app:1' }] },
  } as Pod;
  const swinging = new AbortController();
  /** There is always something to evict, and pods are always created. */
  const swing = async () => {
    while (!swinging.signal.aborted) {
      cluster.recommend('web', TARGETS[swings++ % 2] ?? WRITTEN);
      await cluster.create<Pod>('pods', bystander).catch((error: unknown) => failures.push(error));
      await wallClock.sleep(2_000, swinging.signal);
    }
  };
  const swung = swing();
  const swungTimes = (times: number, from = swings) => until(`${times} swings`, () => swings >= from + times);

  // Only the lease may end it: the loop breaker and the changes of a day would earlier.
  await run('updater', {
    PLUMBLINE_UPDATER_INTERVAL: '500ms',
    PLUMBLINE_WARM_UP: '0s',
    PLUMBLINE_LEAST_HISTORY: '0s',
    PLUMBLINE_LEAST_HISTORY_TO_LOWER: '0s',
    PLUMBLINE_CANARY: '0s',
    PLUMBLINE_LOOP_BREAKER_MISSES: '0',
    PLUMBLINE_CHANGES_A_DAY: '0',
    PLUMBLINE_ADMISSION_LEASE_MAX_AGE: `${LONGEST_S}s`,
  });
  const shown = await cluster.updating({
    loopBreakerMisses: 0,
    changesADay: 0,
    admissionLeaseMaxAgeMs: LONGEST_S * 1000,
  });
  await until('evictions under way', () => ended.size >= 4);
  await until('a patched pod', () => created.some(isPatched));

  await admission.kill();
  // Nothing that admission answered before is on its way any more.
  await swungTimes(2);
  const sinceKilled = created.length;
  registry.delete('pods', NAMESPACE, cluster.pods('web')[0]?.metadata.name ?? '');
  await until('a pod without admission', () => created.length > sinceKilled);
  await until('a lease too old', () => wallClock.now() > staleMs());
  await until('an updater that holds back', isHeldBack);
  const silentAt = ended.size;
  await swungTimes(4);
  expect(ended.size).toBe(silentAt);
  const unpatched = created.slice(sinceKilled);
  expect(unpatched.filter(({ requests }) => !isEqual(requests, WRITTEN))).toEqual([]);
  expect(failures).toEqual([]);
  expect(refusals()).toEqual([]);
  await cluster.ready('web', REPLICAS);
  const waiting = codes(await shown.plan(cluster, 'web')).filter((text) => text !== 'leave: within-bounds');
  expect(waiting.filter((text) => !text.startsWith('wait: '))).toEqual([]);
  expect(waiting.filter((text) => text.includes('lease-stale')).length).toBeGreaterThan(0);

  const creations = created.length;
  await run('admission');
  await until('evictions again', () => ended.size >= silentAt + 2);
  await until('a patched pod again', () => created.slice(creations).some(isPatched));
  swinging.abort();
  await swung;
  end();
});

/** The controllers' events about pods they could not create. */
function refusals(): string[] {
  const events = [...cluster.sandbox.registry.list<KubeEvent>('events', NAMESPACE)];
  const sets = [...cluster.sandbox.registry.list<Workload>('replicasets.apps', NAMESPACE)];
  return [
    ...events.filter(({ reason }) => reason === 'FailedCreate').map(({ message = '' }) => message),
    ...sets
      .filter(({ status }) => JSON.stringify(status).includes('ReplicaFailure'))
      .map(() => 'ReplicaFailure'),
  ];
}

function isPatched({ requests }: { requests: unknown }): boolean {
  return TARGETS.some((target) => isEqual(requests, target));
}

function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
