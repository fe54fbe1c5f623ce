import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { defaultConfig } from '@/server/config';
import type { Runtime } from '@/server/host/runtime';
import { startRuntime } from '@/server/host/start';
import { silentLogger } from '@/server/lib/report/log';
import { wallClock } from '@/server/lib/time/clock';
import type { Workload } from '@/server/objects/types';
import { ARMS, type Arm } from './arms';
import { type Harm, HarmTally } from './tally';

const LOOK_MS = 500;
const WORKLOADS = ['deployments', 'statefulsets'];
const ACTIONS = 'plumbline_updater_actions_total';

interface Run {
  readonly scenario: string;
  readonly arm: Arm;
  /** Of the cluster, in milliseconds. */
  readonly lastsMs: number;
  /** How many times as fast as real time it lives, at most. */
  readonly speed: number;
}

/** One scenario of the embedded cluster, from its start on, with everything that runs there in one process. */
export async function harmIn({ scenario, arm, lastsMs, speed }: Run): Promise<Harm> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'plumbline-harm-'));
  const own = { sandbox: true, sandboxScenario: scenario, clockSpeed: speed, dataDir, logLevel: 'silent' };
  const running = await startRuntime(defaultConfig({ ...own, ...ARMS[arm] } as never), { log: silentLogger });
  try {
    while (!running.cluster) await wallClock.sleep(LOOK_MS);
    const endMs = running.clock.now() + lastsMs;
    const tally = new HarmTally(endMs);
    const { caches } = running.cluster;
    const end = caches.pods.subscribe({
      added: (pod) => tally.pod(pod, running.clock.now()),
      updated: (_former, pod) => tally.pod(pod, running.clock.now()),
      deleted: (pod) => tally.pod(pod, running.clock.now(), true),
    });
    while (running.clock.now() < endMs) {
      await look(running, tally);
      await wallClock.sleep(LOOK_MS);
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
  const lists = await Promise.all(
    WORKLOADS.map((kind) => cluster.client.request<{ items: Workload[] }>('GET', `/apis/apps/v1/${kind}`)),
  );
  tally.workloads(
    lists.flatMap(({ items }) => items),
    clock.now(),
  );
  tally.counters(String(await cluster.client.request<string>('GET', '/metrics/cadvisor')), clock.now());
}

async function evictionsBy({ metrics }: Runtime): Promise<number> {
  const found = await metrics.getSingleMetric(ACTIONS)?.get();
  return (found?.values ?? [])
    .filter(({ labels }) => labels.action === 'evict' && labels.outcome === 'done')
    .reduce((sum, { value }) => sum + value, 0);
}
