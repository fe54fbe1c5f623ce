/** An embedded cluster in real time. Sends its parent the path of its kubeconfig once all pods run, and ends with it. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startSandbox } from '@/sandbox/cluster';
import { silentLogger } from '@/server/lib/report/log';
import { wallClock } from '@/server/lib/time/clock';
import type { Pod } from '@/server/objects/types';
import { PODS, population } from './population';

const AT_ONCE = 50;
const LOOK_MS = 250;

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'plumbline-bench-'));
const { registry, kubeconfigPath, close } = await startSandbox({
  port: 0,
  clock: wallClock,
  log: silentLogger,
  scenario: 'empty',
  seed: 1,
  dataDir,
});
for (const [index, { resource, object }] of population().entries()) {
  await registry.create(resource, object);
  if (index % AT_ONCE === 0) await pause(0);
}
const running = () =>
  [...registry.list<Pod>('pods')].filter(({ status }) => status?.phase === 'Running').length;
while (running() < PODS) await pause(LOOK_MS);
process.on('disconnect', async () => {
  await close();
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(0);
});
process.send?.(kubeconfigPath);
