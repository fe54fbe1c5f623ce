import { ApprovalIndex } from '@/server/cluster/approval-index';

/** Recommends and plans on the cluster at a port, and prints the cost in its own process. */

import { defaultConfig } from '@/server/config';
import { Planner } from '@/server/decide/running/plan';
import { ManualClock, wallClock } from '@/server/lib/time/clock';
import { atOnce } from '@/server/lib/time/slices';
import { startRecommender } from '@/server/recommender';
import { Gatherer } from '@/server/updater/gather/gatherer';
import { historyFromCheckpoints } from '@/server/updater/gather/history';
import { UPDATER_KINDS } from '@/server/updater/gather/kinds';
import { LoopTracker } from '@/server/updater/gather/loop-tracker';
import { PastAttempts } from '@/server/updater/gather/past-attempts';
import { NO_STOPS } from '@/tests/support/no-stops';
import { portsInMemory } from '@/tests/support/ports-in-memory';
import { contextOver } from '@/tests/support/role-context';
import { clientOf } from './scale-cluster';

const MINUTE_MS = 60_000;
const PASSES = 3;
/** In the first minutes bounds narrow by a tenth and more a minute, and every pass writes every status. */
const MOST_YOUNG_PASSES = 20;
const PLANS = 5;
/** Seldom enough that looking for the end of a pass takes no time of it. */
const LOOK_EVERY_MS = 5;

const [port = 0, vpas = 0] = process.argv.slice(2).map(Number);
const clock = new ManualClock(Date.now());
const config = defaultConfig({ roles: ['recommender', 'updater'] });
const client = clientOf(port);
const context = contextOver(client, config, clock, clock);
const { caches, targets } = context;
const recommender = startRecommender(context, portsInMemory());
const gatherer = new Gatherer({
  config,
  approvals: new ApprovalIndex(caches.changeApprovals, config.approvals),
  clock,
  caches,
  targets,
  loops: new LoopTracker(client),
  attempts: new PastAttempts(config.actionBackoffMs),
  histories: [historyFromCheckpoints(caches)],
  throttlingOf: () => undefined,
  pressureOf: () => undefined,
  stops: () => NO_STOPS,
  hearsStops: () => true,
  lease: () => ({ kind: 'fresh' }),
});
const planner = new Planner();

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** CPU time from the end of one recommender pass to the end of the next. */
async function pass(): Promise<number> {
  const before = recommender.lastPass;
  const started = cpuMs();
  await clock.advance(MINUTE_MS);
  while (recommender.lastPass === before) await wallClock.sleep(LOOK_EVERY_MS);
  return cpuMs() - started;
}

async function leastPass(): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < PASSES; round++) least = Math.min(least, await pass());
  return least;
}

function plan(): number {
  const started = cpuMs();
  const { cluster, workloads } = atOnce(gatherer.gathering());
  const { vpas: planned } = planner.plan({ nowMs: clock.now(), cluster, workloads, allowances: {} });
  const took = cpuMs() - started;
  const pods = planned.reduce((sum, { pods: own }) => sum + own.length, 0);
  if (planned.length !== vpas || pods !== vpas * 10)
    throw new Error(`planned ${planned.length} VPAs with ${pods} pods`);
  return took;
}

caches.start(UPDATER_KINDS);
await Promise.all(UPDATER_KINDS.map((kind) => caches[kind].synced()));
await clock.advance(1000);
while (!recommender.lastPass) await wallClock.sleep(LOOK_EVERY_MS);
const youngPassMs = await leastPass();
for (
  let round = 0;
  round < MOST_YOUNG_PASSES && (recommender.lastPass?.statusWrites ?? 0) > vpas / 10;
  round++
)
  await pass();
const passMs = await leastPass();
const planMs = plan();
let nextPlanMs = Number.POSITIVE_INFINITY;
for (let round = 0; round < PLANS; round++) nextPlanMs = Math.min(nextPlanMs, plan());
globalThis.gc?.();
console.log(
  JSON.stringify({
    passMs,
    youngPassMs,
    planMs,
    nextPlanMs,
    rssMb: process.memoryUsage().rss / 1e6,
    last: recommender.lastPass,
  }),
);
process.exit();
