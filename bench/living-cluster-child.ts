/**
 * The embedded cluster that lives by itself, `SPEED` times as fast as real time, with `WORKLOADS` Deployments and a VPA
 * each, and `PODS` pods or some more: five for each of the first thousand, as many as it takes for each of the others.
 * Sends its parent a `ClusterUp` once all pods run, and ends with it.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { moreWorkloads } from '@/sandbox/scenarios/thousand-workloads';
import { acceleratedClock, wallClock } from '@/server/lib/time/clock';
import { ThousandWorkloads } from './thousand-workloads';

export interface ClusterUp {
  kubeconfig: string;
  /** The cluster's time, and the real one at that moment. */
  nowMs: number;
  atMs: number;
}

const LOOK_MS = 250;
const AT_ONCE = 50;

const SCENARIO = { workloads: 1_000, pods: 5_000 } as const;

const [workloads = SCENARIO.workloads, pods = SCENARIO.pods, speed = 1] = process.argv.slice(2).map(Number);
const clock = acceleratedClock(wallClock.now(), speed);
const cluster = await ThousandWorkloads.start(clock);
const others = workloads - SCENARIO.workloads;
const replicas = others > 0 ? Math.ceil((pods - SCENARIO.pods) / others) : 0;
const more = moreWorkloads(others, 1, replicas);
for (const [index, { resource, object }] of more.entries()) {
  await cluster.sandbox.registry.create(resource, object);
  if (index % AT_ONCE === 0) await pause(0);
}
while (cluster.runningPods() < SCENARIO.pods + others * replicas) await pause(LOOK_MS);
const up: ClusterUp = {
  kubeconfig: cluster.sandbox.kubeconfigPath,
  nowMs: clock.now(),
  atMs: wallClock.now(),
};
process.send?.(up);
process.on('disconnect', () => void cluster.close().then(() => process.exit(0)));
