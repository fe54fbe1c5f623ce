/**
 * The embedded cluster with a thousand workloads in a process of its own, in real time. Prints one line of JSON:
 * when all pods ran, the memory the process took, and what it takes of a core once all is quiet.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { wallClock } from '@/server/clock';
import type { Pod } from '@/server/kube/types';
import { silentLogger } from '@/server/log';
import { startSandbox } from '@/server/sandbox/cluster';

const PODS = 5000;
const LOOK_MS = 20;
const SETTLE_MS = 3000;
const QUIET_MS = 20_000;
const LATEST_MS = 120_000;

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'plumbline-bench-'));
const sandbox = await startSandbox({
  port: 0,
  clock: wallClock,
  log: silentLogger,
  scenario: 'thousand-workloads',
  seed: 1,
  dataDir,
});

function running(): number {
  let count = 0;
  for (const pod of sandbox.registry.list<Pod>('pods')) if (pod.status?.phase === 'Running') count++;
  return count;
}

while (running() < PODS) {
  if (performance.now() > LATEST_MS) throw new Error(`only ${running()} of ${PODS} pods run`);
  await pause(LOOK_MS);
}
const seconds = performance.now() / 1000;
await pause(SETTLE_MS);
const before = process.cpuUsage();
await pause(QUIET_MS);
const { user, system } = process.cpuUsage(before);
const peakMb = process.resourceUsage().maxRSS / 1000;
console.log(JSON.stringify({ seconds, peakMb, idlePercent: (user + system) / (QUIET_MS * 10) }));
await sandbox.close();
rmSync(dataDir, { recursive: true, force: true });
