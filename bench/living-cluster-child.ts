/**
 * The embedded cluster that lives by itself, `SPEED` times as fast as real time, with `WORKLOADS` Deployments of five
 * pods and a VPA each. Sends its parent a `ClusterUp` once all pods run, and ends with it.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { acceleratedClock, wallClock } from '@/server/clock';
import { moreWorkloads } from '@/server/sandbox/scenarios/thousand-workloads';
import { ThousandWorkloads } from './thousand-workloads';

export interface ClusterUp {
  kubeconfig: string;
  /** The cluster's time, and the real one at that moment. */
  nowMs: number;
  atMs: number;
}

const LOOK_MS = 250;
const AT_ONCE = 50;

const [workloads = 1_000, speed = 1] = process.argv.slice(2).map(Number);
const clock = acceleratedClock(wallClock.now(), speed);
const cluster = await ThousandWorkloads.start(clock);
const more = moreWorkloads(workloads - 1_000, 1);
for (const [index, { resource, object }] of more.entries()) {
  await cluster.sandbox.registry.create(resource, object);
  if (index % AT_ONCE === 0) await pause(0);
}
while (cluster.runningPods() < workloads * 5) await pause(LOOK_MS);
const up: ClusterUp = {
  kubeconfig: cluster.sandbox.kubeconfigPath,
  nowMs: clock.now(),
  atMs: wallClock.now(),
};
process.send?.(up);
process.on('disconnect', () => void cluster.close().then(() => process.exit(0)));
