import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ManualClock } from '@/server/clock';
import { defaultConfig } from '@/server/config';
import { silentLogger } from '@/server/log';
import { type Runtime, withdrawRuntime } from '@/server/process/runtime';
import { startRuntime } from '@/server/process/start';
import { START_MS } from '../support/api-cluster';
import { until } from '../support/until';

const DAY_MS = 86_400_000;

let folder: string;
let running: Runtime;

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-'));
  const config = defaultConfig({
    sandbox: true,
    sandboxScenario: 'budget-allows-nothing',
    sandboxPastMs: 3 * DAY_MS,
    storage: 'prometheus',
    admissionPort: 0,
    dataDir: folder,
  });
  running = await startRuntime(config, { clock: new ManualClock(START_MS), log: silentLogger });
  await until('the VPA', () => running.cluster?.caches.vpas.get('fortress', 'gate'));
});
afterAll(async () => {
  await running?.stop();
  withdrawRuntime();
  rmSync(folder, { recursive: true, force: true });
});

it('replays what Prometheus knows if that is the storage, pod by pod', { timeout: 200_000 }, async () => {
  const { replays } = running;
  const scope = { kind: 'vpa', namespace: 'fortress', name: 'gate' } as const;
  const variants = [{ name: 'as now' }];
  const begun = await replays?.start({ scope, days: 7, loop: 'closed', variants }, 'ann');
  const ended = await until('its end', async () => {
    const view = await replays?.view(begun?.id ?? '');
    return view && view.state !== 'waiting' && view.state !== 'running' ? view : undefined;
  });
  expect(ended, JSON.stringify(ended.failure)).toMatchObject({
    state: 'done',
    outcome: { source: 'prometheus' },
  });
  expect(ended.outcome?.notes.join(' ')).toMatch(/Usage is kept since 27 Feb/);
  expect(ended?.outcome?.variants[0]?.summary.cpuRequestsOverUsage?.total).toBeGreaterThan(0);
});
