import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { defaultConfig } from '@/server/config';
import type { PassView } from '@/server/contract/status';
import type { WorkloadRow } from '@/server/contract/workloads';
import type { Runtime } from '@/server/host/runtime';
import { startRuntime } from '@/server/host/start';
import { silentLogger } from '@/server/lib/report/log';
import { ManualClock } from '@/server/lib/time/clock';
import { START_MS } from '../support/api-cluster';
import { listedWorkloads } from '../support/listed';
import { PATIENCE } from '../support/patience';

const STEP_MS = 1000;
const PASS_SECONDS = 60;

let running: Runtime | undefined;
const folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-'));

afterEach(async () => {
  await running?.stop();
  running = undefined;
  rmSync(folder, { recursive: true, force: true });
});

/** The embedded cluster and the recommender in one process, like the demo, with a clock of our own. */
async function demo(scenario: string) {
  const clock = new ManualClock(START_MS);
  const config = defaultConfig({
    sandbox: true,
    sandboxScenario: scenario,
    roles: ['recommender'],
    dataDir: folder,
  });
  const started = await startRuntime(config, { clock, log: silentLogger });
  running = started;
  const nextPass = (before: PassView | undefined) =>
    vi.waitFor(() => {
      const pass = started.handles.recommender?.lastPass;
      if (!pass || pass === before) throw new Error('no further pass yet');
      return pass;
    }, PATIENCE);
  let latest = await nextPass(undefined);
  return {
    minutes: async (count: number) => {
      for (let minute = 0; minute < count; minute++) {
        const before = latest;
        for (let second = 0; second < PASS_SECONDS; second++) await clock.advance(STEP_MS);
        latest = await nextPass(before);
      }
      return latest;
    },
    workload: async (name: string): Promise<WorkloadRow> => {
      const found = (await listedWorkloads(started)).find((one) => one.name === name);
      if (!found) throw new Error(`no workload ${name}`);
      return found;
    },
  };
}

describe('recommending for the embedded cluster', () => {
  it('has a recommendation for every workload of the small shop within minutes', async () => {
    const { minutes } = await demo('small-shop');
    const pass = await minutes(10);
    const workloads = await listedWorkloads(running);
    expect(workloads.length).toBeGreaterThanOrEqual(5);
    const silent = workloads.filter((one) => one.state.kind !== 'recommended');
    expect(silent.filter((one) => one.pods > 0)).toEqual([]);
    expect(silent.every((one) => one.state.kind === 'none' && one.state.reason === 'no-pods-matched')).toBe(
      true,
    );
    expect(pass).toMatchObject({ vpas: workloads.length });
    expect(running?.problems.list()).toEqual([]);
  });

  it('sees the OOM kills of a storm and recommends more than what was killed', async () => {
    const { minutes, workload } = await demo('oom-storm');
    await minutes(25);
    const [app] = (await workload('cloudburst')).containers;
    expect(app?.ooms?.times).toBeGreaterThan(0);
    expect(app?.memory.target ?? 0).toBeGreaterThan(app?.memory.request?.max ?? Number.POSITIVE_INFINITY);
    const detail = running?.workload('storm', 'cloudburst');
    expect(detail?.podList.some((pod) => pod.lastOomMs !== undefined && pod.restarts > 0)).toBe(true);
  });
});
