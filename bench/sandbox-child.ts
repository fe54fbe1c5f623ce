/**
 * The embedded cluster with a thousand workloads, for a bench that asks it over HTTPS. Prints one line of JSON
 * with the way in once all pods run and have settled, and ends when its standard input does.
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
const LOOK_MS = 50;
const SETTLE_MS = 3000;

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

while (running() < PODS) await pause(LOOK_MS);
await pause(SETTLE_MS);
const { url, caPem, tokens } = sandbox.server;
process.stdout.write(`${JSON.stringify({ url, caPem, token: tokens.admin })}\n`);
for await (const _chunk of process.stdin) {
  // Until the parent closes it.
}
await sandbox.close();
rmSync(dataDir, { recursive: true, force: true });
process.exit();
