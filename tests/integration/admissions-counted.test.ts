import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { defaultConfig } from '@/server/config';
import { compose } from '@/server/host/compose';
import type { Runtime } from '@/server/host/runtime';
import { silentLogger } from '@/server/lib/report/log';
import type { AdmissionRecord, Stored } from '@/server/store';
import { openDatabase } from '@/server/store/open-database';
import { AdmissionCluster, RECOMMENDED_AMOUNTS, requestsOf } from '../support/admitting';
import { NAMESPACE } from '../support/embedded-cluster';
import { until } from '../support/until';

const OWNER = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: 'u', controller: true };
const PODS = 40;

let folder: string;
let url: string;
let cluster: AdmissionCluster;
let running: Runtime;

beforeEach(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-counted-'));
  url = `file:${path.join(folder, 'record.db')}`;
  cluster = await AdmissionCluster.start();
});

afterEach(async () => {
  await running.stop();
  await cluster.close();
  rmSync(folder, { recursive: true, force: true });
});

it('records pods that are alike in few rows which count them all', async () => {
  const { kubeconfigPath: kubeconfig } = cluster.sandbox;
  const config = defaultConfig({ roles: ['admission'], kubeconfig, dataDir: folder, databaseUrl: url });
  running = await compose(config, { log: silentLogger });
  await until('healthy admission', () => running.handles.admission?.health().kind === 'healthy');
  await cluster.autoscaler('web', 'ReplicaSet');
  await until('the VPA', () => running.cluster?.caches.vpas.get(NAMESPACE, 'web')?.status?.recommendation);
  const made = { name: '', generateName: 'web-', labels: { app: 'web' }, ownerReferences: [OWNER] };
  const pods = await Promise.all(Array.from({ length: PODS }, () => cluster.pod('', made)));
  for (const pod of pods) expect(requestsOf(pod)).toEqual(RECOMMENDED_AMOUNTS);
  await running.stop();

  const { audit } = await openDatabase(url);
  const rows = (await audit.audit({ kinds: ['admission'], limit: 500 })) as Stored<AdmissionRecord>[];
  await audit.close();
  expect(rows.length).toBeLessThan(PODS / 4);
  expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(PODS);
  expect(new Set(rows.map(({ pod }) => pod))).toEqual(new Set(['web-']));
});
