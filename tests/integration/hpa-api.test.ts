import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { defaultConfig } from '@/server/config';
import type { HpaDetail, HpasView } from '@/server/contract/hpas';
import type { Handler } from '@/server/host/api/handlers';
import { GET as getHpa } from '@/server/host/api/hpas/[namespace]/[name]/route';
import { GET as getHpas } from '@/server/host/api/hpas/route';
import { type Runtime, withdrawRuntime } from '@/server/host/runtime';
import { startRuntime } from '@/server/host/start';
import { silentLogger } from '@/server/lib/report/log';
import { acceleratedClock, wallClock } from '@/server/lib/time/clock';
import { HPAS, ScalingCluster } from '../support/scaling';
import { until } from '../support/until';

/** By then, what pods use is measured over a time in which they were ready. */
const MEASURED_AFTER_MS = 120_000;

let cluster: ScalingCluster;
let folder: string;
let running: Runtime;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'plumbline-hpas-'));
  cluster = await ScalingCluster.start();
  await cluster.workload('web', '100m');
  await cluster.clock.sleep(MEASURED_AFTER_MS);
  await cluster.hpa('web');
  for (let index = 1; index <= 60; index++) await cluster.hpa(`lost-${index}`);
  running = await startRuntime(
    defaultConfig({
      kubeconfig: cluster.sandbox.kubeconfigPath,
      roles: ['hpa'],
      dataDir: folder,
      // One sync, so that nothing changes while a test looks.
      hpaIntervalMs: 3_600_000,
    }),
    { clock: acceleratedClock(wallClock.now(), 1), log: silentLogger },
  );
  await until('a sync', () => running.handles.hpa?.lastSyncMs);
});

afterAll(async () => {
  withdrawRuntime();
  await running.stop();
  await cluster.close();
  rmSync(folder, { recursive: true, force: true });
});

const get = (handler: unknown, query = '', params = {}, headers: Record<string, string> = {}) =>
  (handler as Handler)(new Request(`http://localhost/api/hpas${query}`, { headers }), params as never);

const list = async (query: string) => (await (await get(getHpas, query)).json()) as HpasView;

it('lists HPAs page by page, those that fail first', async () => {
  const first = await list('');
  expect(first).toMatchObject({ matching: 61, all: 61, page: 1, pages: 2 });
  expect(first.rows[0]).toMatchObject({ name: 'lost-1', state: 'failing', held: 'no-scale' });
  const second = await list('?page=2');
  expect(second.rows.at(-1)).toMatchObject({
    namespace: 'shop',
    name: 'web',
    target: { kind: 'Deployment', name: 'web' },
    state: 'scaling',
    replicas: 2,
    claim: 'not-asked',
  });
});

it.each([
  ['?q=web', 1],
  ['?state=failing', 60],
  ['?state=scaling&namespace=shop', 1],
  ['?held=no-scale&q=lost-5', 11],
  ['?namespace=bank', 0],
  ['?differs=true', 0],
])('filters by %s', async (query, matching) => {
  expect((await list(query)).matching).toBe(matching);
});

it('sorts by name in both directions, and says what filters could choose from', async () => {
  const { rows, tallies } = await list('?sort=name&order=desc');
  expect(rows[0]?.name).toBe('web');
  expect(rows[1]?.name).toBe('lost-60');
  expect(tallies.state).toEqual({ failing: 60, scaling: 1 });
});

it('refuses words it does not know', async () => {
  for (const query of ['?sort=age', '?state=odd', '?colour=red'])
    expect((await get(getHpas, query)).status).toBe(400);
});

it('answers 304 to whoever has this revision', async () => {
  for (const [handler, params] of [
    [getHpas, {}],
    [getHpa, { namespace: 'shop', name: 'web' }],
  ] as const) {
    const etag = (await get(handler, '', params)).headers.get('etag') ?? '';
    expect((await get(handler, '', params, { 'if-none-match': etag })).status).toBe(304);
  }
});

it('answers one HPA with the evidence of its evaluation', async () => {
  const response = await get(getHpa, '', { namespace: 'shop', name: 'web' });
  const detail = (await response.json()) as HpaDetail;
  expect(detail.evaluation?.course.kind).toBe('metrics');
  expect(detail.evaluation?.metrics[0]?.outcome).toMatchObject({ kind: 'proposed' });
  expect(detail.history).toHaveLength(1);
  expect(detail.spec.maxReplicas).toBe(8);
});

it('answers 404 for an HPA that is not there', async () => {
  expect((await get(getHpa, '', { namespace: 'shop', name: 'none' })).status).toBe(404);
  expect(cluster.sandbox.registry.count(HPAS)).toBe(61);
});
