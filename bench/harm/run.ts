import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { defaultConfig } from '@/server/config';
import type { Runtime } from '@/server/host/runtime';
import { startRuntime } from '@/server/host/start';
import { silentLogger } from '@/server/lib/report/log';
import { wallClock } from '@/server/lib/time/clock';
import { IdleClock } from '@/tests/support/idle-clock';
import { ARMS, type Arm } from './arms';
import { type Harm, HarmTally, THROTTLED_PERIODS } from './tally';

const LOOK_MS = 20_000;
const CONNECTED_MS = 100;
/** What a process reads while it starts takes time of its machine, which is no time of the cluster. */
const START_SPEED = 60;
const START_MS = 10 * 60_000;
/** Kubelets look every 3 s. */
const KUBELET_SPEED = 15;
const ACTIONS = 'plumbline_updater_actions_total';

interface Run {
  readonly scenario: string;
  readonly arm: Arm;
  /** Of the cluster, in milliseconds. */
  readonly lastsMs: number;
  /** Unix milliseconds of the cluster: whoever starts at one time meets the same loads. */
  readonly startMs: number;
  /** How many times as fast as real time it lives while the process has nothing to do. */
  readonly speed: number;
}

/** One scenario of the embedded cluster, from its start on, with everything that runs there in one process. */
export async function harmIn({ scenario, arm, lastsMs, startMs, speed }: Run): Promise<Harm> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'plumbline-harm-'));
  const own = { sandbox: true, sandboxScenario: scenario, dataDir, logLevel: 'silent' };
  const clock = new IdleClock(startMs, Math.min(speed, START_SPEED), KUBELET_SPEED);
  const config = defaultConfig({ ...own, ...ARMS[arm] } as never);
  const running = await startRuntime(config, { log: silentLogger, clock });
  try {
    while (!running.cluster) await wallClock.sleep(CONNECTED_MS);
    const endMs = clock.now() + lastsMs;
    clock.after(START_MS, () => clock.pace(speed));
    const tally = new HarmTally(endMs);
    const { caches } = running.cluster;
    const end = caches.pods.subscribe({
      added: (pod) => tally.pod(pod, running.clock.now()),
      updated: (_former, pod) => tally.pod(pod, running.clock.now()),
      deleted: (pod) => tally.pod(pod, running.clock.now(), true),
    });
    while (running.clock.now() < endMs) {
      await look(running, tally);
      await running.clock.sleep(LOOK_MS);
    }
    end();
    return tally.harm(await evictionsBy(running));
  } finally {
    await running.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function look({ cluster, clock }: Runtime, tally: HarmTally): Promise<void> {
  if (!cluster) return;
  const { client, caches } = cluster;
  tally.workloads([...caches.deployments.list(), ...caches.statefulSets.list()], clock.now());
  tally.counters(
    String(await client.request<string>('GET', `/metrics/cadvisor?name[]=${THROTTLED_PERIODS}`)),
    clock.now(),
  );
}

async function evictionsBy({ metrics }: Runtime): Promise<number> {
  const found = await metrics.getSingleMetric(ACTIONS)?.get();
  return (found?.values ?? [])
    .filter(({ labels }) => labels.action === 'evict' && labels.outcome === 'done')
    .reduce((sum, { value }) => sum + value, 0);
}
