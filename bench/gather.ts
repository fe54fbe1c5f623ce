import { wallClock } from '@/server/clock';
import { defaultConfig } from '@/server/config';
import { ApprovalBook } from '@/server/features/approvals/book';
import { ClusterCaches } from '@/server/kube/caches';
import { TargetResolver } from '@/server/kube/targets';
import { silentLogger } from '@/server/log';
import { atOnce } from '@/server/slices';
import { Gatherer } from '@/server/updater/gather/gatherer';
import { historyFromCheckpoints } from '@/server/updater/gather/history';
import { UPDATER_KINDS } from '@/server/updater/gather/kinds';
import { LoopTracker } from '@/server/updater/gather/loop-tracker';
import { AttemptMemory } from '@/server/updater/gather/memory';
import { planWorkload } from '@/server/updater/plan/plan-workload';
import { NO_STOPS } from '@/tests/support/no-stops';
import type { Bench, Figure } from './bench';
import { ScaleCluster } from './scale-cluster';

const SIZES = [1_000, 4_000, 10_000];
const ROUNDS = 7;
const ACTIONS = 2_000;
const MANY_PODS = 10_000;

/** The gatherer of an updater on a cluster, its caches synced. */
async function gathererOn(cluster: ScaleCluster) {
  const client = cluster.client();
  const caches = new ClusterCaches(client, { log: silentLogger });
  const config = defaultConfig({ roles: ['updater'] });
  const gatherer = new Gatherer({
    config,
    approvals: new ApprovalBook(caches.changeApprovals, config.approvals),
    clock: wallClock,
    caches,
    targets: new TargetResolver(caches, client),
    loops: new LoopTracker(client),
    attempts: new AttemptMemory(config.actionBackoffMs),
    histories: [historyFromCheckpoints(caches)],
    throttlingOf: () => undefined,
    pressureOf: () => undefined,
    stops: () => NO_STOPS,
    hearsStops: () => true,
    lease: () => ({ kind: 'fresh' }),
  });
  caches.start(UPDATER_KINDS);
  await Promise.all(UPDATER_KINDS.map((kind) => caches[kind].synced()));
  const stop = async () => {
    await caches.stop();
    await client.close();
  };
  return { caches, gatherer, stop };
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * CPU milliseconds of one gathering, which unlike real time other processes do not disturb, and of the
 * longest stretch between two pauses.
 */
function timed(gatherer: Gatherer, vpas: number): { ms: number; longestMs: number } {
  const work = gatherer.gathering();
  const started = cpuMs();
  const { workloads } = atOnce(work);
  const ms = cpuMs() - started;
  const pods = workloads.reduce((sum, workload) => sum + workload.pods.length, 0);
  if (workloads.length !== vpas || pods !== vpas * 10)
    throw new Error(`gathered ${workloads.length} VPAs with ${pods} pods`);
  return { ms, longestMs: longestStepOf(gatherer) };
}

function longestStepOf(gatherer: Gatherer): number {
  const work = gatherer.gathering();
  let longest = 0;
  for (let done = false; !done; ) {
    const started = cpuMs();
    done = work.next().done ?? false;
    longest = Math.max(longest, cpuMs() - started);
  }
  return longest;
}

async function measure(vpas: number): Promise<Record<'first' | 'unchanged' | 'changed' | 'longest', number>> {
  const cluster = await ScaleCluster.start(vpas, 1);
  const { caches, gatherer, stop } = await gathererOn(cluster);
  const first = timed(gatherer, vpas);
  const runs = { unchanged: Infinity, changed: Infinity, longest: Infinity };
  for (let round = 0; round < ROUNDS; round++) {
    const unchanged = timed(gatherer, vpas);
    const heard = new Promise<void>((resolve) => {
      const end = caches.vpas.subscribe({
        updated: () => {
          resolve();
          queueMicrotask(() => end());
        },
      });
    });
    await cluster.changeVpa(round);
    await heard;
    const changed = timed(gatherer, vpas);
    runs.unchanged = Math.min(runs.unchanged, unchanged.ms);
    runs.changed = Math.min(runs.changed, changed.ms);
    runs.longest = Math.min(runs.longest, Math.max(unchanged.longestMs, changed.longestMs));
  }
  await stop();
  await cluster.stop();
  return { first: first.ms, ...runs };
}

/** CPU microseconds to decide again about one pod of a VPA with this many. */
async function measureAction(pods: number): Promise<number> {
  const cluster = await ScaleCluster.start(1, 1, pods);
  const { gatherer, stop } = await gathererOn(cluster);
  const [planned] = atOnce(gatherer.gathering()).workloads;
  const [fresh] = planned?.pods ?? [];
  if (!planned || !fresh || planned.pods.length !== pods) throw new Error('the pods of the VPA are missing');
  const decide = () => {
    const again = gatherer.again(planned, fresh, []);
    if (again) planWorkload(again, { nowMs: wallClock.now(), cluster: gatherer.clusterFacts() });
  };
  for (let action = 0; action < ACTIONS; action++) decide();
  const started = cpuMs();
  for (let action = 0; action < ACTIONS; action++) decide();
  const took = cpuMs() - started;
  await stop();
  await cluster.stop();
  return (took / ACTIONS) * 1000;
}

/**
 * Reading the updater's input for VPAs of ten pods each, all in one namespace, each with a disruption budget
 * and a horizontal autoscaler, in CPU time: the first time, with nothing changed, with one VPA changed, and
 * the longest stretch between two pauses. Then deciding again about one pod as the updater does before it
 * acts, for a VPA with ten pods and one with ten thousand. The slope is the time per VPA of the largest over
 * that of the smallest.
 */
export const gatherBench: Bench = {
  name: 'gather',
  async run() {
    const figures: Figure[] = [];
    const perVpa: number[] = [];
    for (const vpas of SIZES) {
      const { first, unchanged, changed, longest } = await measure(vpas);
      const name = `gather-${vpas / 1000}k`;
      const isLargest = vpas === SIZES.at(-1);
      perVpa.push(unchanged / vpas);
      figures.push(
        { name: `${name}-first`, value: first, unit: 'ms' },
        { name, value: unchanged, unit: 'ms', reach: isLargest ? '≤ 100' : undefined },
        { name: `${name}-one-changed`, value: changed, unit: 'ms', reach: isLargest ? '≤ 110' : undefined },
        { name: `${name}-longest-step`, value: longest, unit: 'ms', reach: '≤ 12' },
      );
    }
    const [few, many] = [await measureAction(10), await measureAction(MANY_PODS)];
    figures.push(
      { name: 'gather-one-pod-again', value: few, unit: 'µs' },
      { name: 'gather-one-pod-of-10k-again', value: many, unit: 'µs', reach: '≤ 1.5 times the one above' },
    );
    const slope = (perVpa.at(-1) ?? Number.NaN) / (perVpa[0] ?? Number.NaN);
    return [...figures, { name: 'gather-slope', value: slope, unit: 'times', reach: '≤ 2' }];
  },
};
