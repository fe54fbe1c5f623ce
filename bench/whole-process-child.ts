/**
 * One process with every role on a living cluster, at the cluster's speed. Answers every message with a `Look` at
 * itself.
 */
import { readdirSync } from 'node:fs';
import { VisibleNamespaces } from '@/server/access';
import { defaultConfig } from '@/server/config';
import { compose } from '@/server/host/compose';
import { silentLogger } from '@/server/lib/report/log';
import { acceleratedClock, wallClock } from '@/server/lib/time/clock';
import type { ClusterUp } from './living-cluster-child';

/** What leaks if it only grows, as counts. */
interface Held {
  files: number;
  sockets: number;
  timers: number;
}

/** A process: what it did since the last look, and the least that it held, which it holds whatever it does. */
export interface Look extends Held {
  rssMb: number;
  heapMb: number;
  /** Milliseconds of each pass. */
  recommenderMs: number[];
  planMs: number[];
  actMs: number[];
  problems: string[];
  isReady: boolean;
  webhookPort: number | undefined;
}

const LOOK_EVERY_MS = 100;
const HELD_EVERY_MS = 1000;
/** So that the limit on requests, which spreads the writes of a young cluster, is not what is measured. */
const UNLIMITED = 100_000;
const EVERYTHING = { params: new URLSearchParams(), reach: VisibleNamespaces.all };

const [up = '', speed = '1', folder = ''] = process.argv.slice(2);
const { kubeconfig, nowMs, atMs } = JSON.parse(up) as ClusterUp;
const clock = acceleratedClock(nowMs + (wallClock.now() - atMs) * Number(speed), Number(speed));
const config = defaultConfig({
  kubeconfig,
  dataDir: folder,
  kubeApiQps: UNLIMITED,
  kubeApiBurst: UNLIMITED,
  admissionPort: 0,
  leaderElect: true,
  warmUpMs: 0,
});
const running = await compose(config, { clock, log: silentLogger });

const passes = { recommenderMs: [] as number[], planMs: [] as number[], actMs: [] as number[] };
let lastPass = running.handles.recommender?.lastPass;
const known = { plan: 0, act: 0 };

/** The total of a step of the updater so far: its passes are counted one by one. */
async function totalMs(step: 'plan' | 'act'): Promise<number> {
  const metric = await running.metrics.getSingleMetric('vpa_updater_execution_latency_seconds')?.get();
  const sum = metric?.values.find(
    (value) => (value as { metricName?: string }).metricName?.endsWith('_sum') && value.labels.step === step,
  );
  return (sum?.value ?? 0) * 1000;
}

setInterval(async () => {
  const pass = running.handles.recommender?.lastPass;
  if (pass && pass !== lastPass) passes.recommenderMs.push(pass.durationMs);
  lastPass = pass;
  for (const step of ['plan', 'act'] as const) {
    const total = await totalMs(step);
    if (total > known[step]) passes[`${step}Ms`].push(total - known[step]);
    known[step] = total;
  }
}, LOOK_EVERY_MS);

function held(): Held {
  const kinds = process.getActiveResourcesInfo();
  return {
    files: readdirSync('/proc/self/fd').length,
    sockets: kinds.filter((kind) => /TCP|TLS|Pipe/.test(kind)).length,
    timers: kinds.filter((kind) => kind === 'Timeout').length,
  };
}

let leastHeld: Held | undefined;

function noteHeld(): void {
  const now = held();
  leastHeld = {
    files: Math.min(now.files, leastHeld?.files ?? now.files),
    sockets: Math.min(now.sockets, leastHeld?.sockets ?? now.sockets),
    timers: Math.min(now.timers, leastHeld?.timers ?? now.timers),
  };
}

setInterval(noteHeld, HELD_EVERY_MS);

/** What people and Prometheus ask for. */
async function asked(): Promise<void> {
  running.status();
  await running.metrics.metrics();
  const { updater } = running.handles;
  if (!updater) return;
  await running.pages.workloads({ ...EVERYTHING, params: new URLSearchParams('sort=cpu') });
  await running.pages.plan(updater, EVERYTHING);
  await running.pages.inbox.list(EVERYTHING);
}

/** What a parent asks for: a look as in life, or after a garbage collection, which holds the process up. */
export type Looking = 'as it is' | 'collected';

async function look(how: Looking): Promise<Look> {
  await asked();
  if (how === 'collected') globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  const least = leastHeld ?? held();
  leastHeld = undefined;
  return {
    rssMb: rss / 1e6,
    heapMb: heapUsed / 1e6,
    ...least,
    recommenderMs: passes.recommenderMs.splice(0),
    planMs: passes.planMs.splice(0),
    actMs: passes.actMs.splice(0),
    problems: running.problems.list().map(({ code, about }) => `${code} ${about}`),
    isReady: running.readiness().ready,
    webhookPort: running.handles.admission?.port,
  };
}

process.on('message', (how: Looking) => void look(how).then((seen) => process.send?.(seen)));
process.on('disconnect', () => void running.stop().then(() => process.exit(0)));
process.send?.({});
