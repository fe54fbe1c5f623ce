import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Config, defaultConfig } from '@/server/config';
import { type Runtime, withdrawRuntime } from '@/server/host/runtime';
import { startRuntime } from '@/server/host/start';
import { silentLogger } from '@/server/lib/report/log';
import { ManualClock } from '@/server/lib/time/clock';
import { START_MS } from '../support/api-cluster';
import { PATIENCE } from '../support/patience';
import { until } from '../support/until';

const DAY_MS = 86_400_000;

let folder: string;
let running: Runtime | undefined;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-'));
});
afterEach(async () => {
  await running?.stop();
  withdrawRuntime();
  rmSync(folder, { recursive: true, force: true });
});

it.each<[string, Partial<Config>]>([
  ['if that is the storage', { storage: 'prometheus' }],
  // Without a recommender, nobody keeps what Prometheus knows.
  ['if nothing is kept yet', { roles: ['updater'], leaderElect: false }],
])('replays what Prometheus knows, pod by pod, %s', async (_, settings) => {
  const config = defaultConfig({
    sandbox: true,
    sandboxScenario: 'budget-allows-nothing',
    sandboxPastMs: 3 * DAY_MS,
    admissionPort: 0,
    dataDir: folder,
    ...settings,
  });
  running = await startRuntime(config, { clock: new ManualClock(START_MS), log: silentLogger });
  const { caches } = await until('the cluster', () => running?.cluster);
  await until('the VPA', () => caches.vpas.seen && caches.vpas.get('fortress', 'gate'));
  const replays = await until('replays', () => running?.replays);
  const scope = { kind: 'vpa', namespace: 'fortress', name: 'gate' } as const;
  const { id } = await replays.start(
    { scope, days: 7, loop: 'closed', variants: [{ name: 'as now' }] },
    'ann',
  );
  await expect.poll(async () => (await replays.view(id)).state, PATIENCE).not.toMatch(/waiting|running/);
  const { state, failure, outcome } = await replays.view(id);
  expect({ state, sources: outcome?.sources }, failure?.message).toEqual({
    state: 'done',
    sources: ['prometheus'],
  });
  expect(outcome?.notes.join(' ')).toMatch(/Usage is kept since 27 Feb/);
  expect(outcome?.variants[0]?.summary.cpuRequestsOverUsage?.total).toBeGreaterThan(0);
});
