/**
 * The embedded cluster of bench `pass`, in a process of its own whose time moves only when the parent says so.
 * Tells its parent `{ kubeconfig }` once up; answers every `{ advanceMs }` with `{ nowMs }`.
 */
import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ManualClock } from '@/server/clock';
import type { Pod } from '@/server/kube/types';
import { silentLogger } from '@/server/log';
import { startSandbox } from '@/server/sandbox/cluster';

const SECOND_MS = 1000;
const START_MS = Date.parse('2026-03-02T08:00:00Z');

const clock = new ManualClock(START_MS);
const sandbox = await startSandbox({
  port: 0,
  clock,
  log: silentLogger,
  scenario: 'thousand-workloads',
  seed: 1,
  dataDir: mkdtempSync(path.join(os.tmpdir(), 'plumbline-bench-')),
});

function isRunning({ status }: Pod): boolean {
  return status?.phase === 'Running';
}

async function advance(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= SECOND_MS) await clock.advance(Math.min(SECOND_MS, left));
}

let pods: Pod[] = [];
for (let seconds = 0; seconds < 600; seconds++) {
  await advance(SECOND_MS);
  pods = [...sandbox.registry.list<Pod>('pods')];
  if (pods.length >= 5000 && pods.every(isRunning)) break;
}
if (!(pods.length > 0 && pods.every(isRunning))) throw new Error('the pods of the scenario do not come up');

process.on('message', (message: { advanceMs: number }) => {
  void advance(message.advanceMs).then(() => process.send?.({ nowMs: clock.now() }));
});
process.on('disconnect', () => void sandbox.close().then(() => process.exit(0)));
process.send?.({ kubeconfig: sandbox.kubeconfigPath, nowMs: clock.now() });
