import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { defaultConfig } from '@/server/config';
import { silentLogger } from '@/server/lib/report/log';
import { wallClock } from '@/server/lib/time/clock';
import { NOBODY } from '@/server/lib/time/repeat';
import type { Pod } from '@/server/objects/types';
import { type AuditRecord, openStore, type Stored } from '@/server/store';
import { AUDIT_KINDS } from '@/server/store/audit/records';
import { ApiBetween } from '../support/api-between';
import { NAMESPACE } from '../support/embedded-cluster';
import { HeadlessProcess } from '../support/headless-process';
import { until } from '../support/until';
import { stored, UpdatingCluster } from '../support/updating';

const REPLICAS = 8;
const TOLERANCE = 4;
const PAGE = 500;
const LONGEST_START_MS = 1_500;
const LONGEST_AFTER_MS = 3_000;
const LONGEST_ROUND_MS = 20_000;
/** This many requests of a kind pass before the one at which the process is killed. */
const MOST_BEFORE = 3;

/**
 * When a round's process is killed: at some time, or when the answer to a request of this kind is on its way.
 */
const MOMENTS = {
  'starting up': undefined,
  'evicting, the eviction done': (method: string, url: string) =>
    method === 'POST' && url.endsWith('/eviction'),
  'noting an eviction': (method: string, url: string) =>
    method === 'PATCH' && url.includes('/verticalpodautoscalers/'),
  'resizing, the resize done': (method: string, url: string) => method === 'PATCH' && url.endsWith('/resize'),
  'marking a pod before its resize': (method: string, url: string) =>
    method === 'PATCH' && /\/pods\/[^/]+$/.test(url),
  'at work': undefined,
} as const;
type Moment = keyof typeof MOMENTS;
const ALL_MOMENTS = Object.keys(MOMENTS) as Moment[];
/** More rounds prove more: KILLS=100 takes some minutes. */
const KILLS = Number(process.env.KILLS ?? ALL_MOMENTS.length);

/** An action on a pod as seen in the cluster. */
interface Seen {
  uid: string;
  atMs: number;
  action: 'evict' | 'resize';
}

let cluster: UpdatingCluster;
let between: ApiBetween;
let child: HeadlessProcess | undefined;

beforeEach(async () => {
  cluster = await UpdatingCluster.start();
  between = await ApiBetween.start(cluster.sandbox.server, cluster.folder);
});
afterEach(async () => {
  await child?.kill();
  await between.close();
  await cluster.close();
});

/** An updater as a separate process, with short pauses. */
function run(): Promise<HeadlessProcess> {
  return HeadlessProcess.start({
    PLUMBLINE_ROLES: 'updater',
    PLUMBLINE_KUBECONFIG: between.kubeconfigPath,
    PLUMBLINE_DATA_DIR: path.join(cluster.folder, 'child'),
    PLUMBLINE_UPDATER_INTERVAL: '100ms',
    PLUMBLINE_WARM_UP: '0s',
    PLUMBLINE_LEAST_HISTORY: '0s',
    PLUMBLINE_LEAST_HISTORY_TO_LOWER: '0s',
    PLUMBLINE_CANARY: '0s',
    PLUMBLINE_LOOP_BREAKER_MISSES: '0',
  });
}

/** One run of the updater until it is killed; returns whether that happened. */
async function live(moment: Moment, acted: () => boolean): Promise<boolean> {
  let hasCome = false;
  const isMoment = MOMENTS[moment];
  let before = Math.floor(Math.random() * MOST_BEFORE);
  between.onAnswer = (method, url) => {
    if (hasCome || !isMoment?.(method, url) || before-- > 0) return false;
    hasCome = true;
    void child?.kill();
    return true;
  };
  child = await run();
  if (moment === 'starting up') {
    await wallClock.sleep(Math.random() * LONGEST_START_MS);
    hasCome = true;
  } else {
    const endMs = performance.now() + LONGEST_ROUND_MS;
    await until('an action', () => hasCome || acted() || performance.now() > endMs);
    if (!isMoment) {
      hasCome = acted();
      // Often shortly after it, while its record may not be stored yet.
      await wallClock.sleep(Math.random() ** 2 * LONGEST_AFTER_MS);
    } else await until('the moment', () => hasCome || performance.now() > endMs);
  }
  await child.kill();
  return hasCome;
}

/** Everything recorded, in order: a process records one thing after the other. */
async function everythingRecorded(): Promise<Stored<AuditRecord>[]> {
  const config = defaultConfig({ dataDir: path.join(cluster.folder, 'child') });
  const recorder = openStore(config, { clock: wallClock, wallClock, log: silentLogger, loops: NOBODY });
  await stored(recorder.journal);
  const records: Stored<AuditRecord>[] = [];
  for (let after: Stored<AuditRecord> | undefined; ; after = records.at(-1)) {
    const page = await recorder.journal.audit({ kinds: AUDIT_KINDS, after, limit: PAGE });
    records.push(...page);
    if (page.length < PAGE) break;
  }
  await recorder.close();
  return records.sort((a, b) => a.atMs - b.atMs);
}

/** Watches what is done to pods, and the lowest number of running pods of each workload. */
function watchPods(workloads: readonly string[]) {
  const seen: Seen[] = [];
  const fewest = new Map<string, number>();
  const going = new Set<string>();
  const requests = new Map<string, string>();
  const end = cluster.sandbox.registry.watch<Pod>('pods', ({ type, object: { metadata, spec } }) => {
    const { namespace, deletionTimestamp, uid, labels } = metadata;
    const app = labels?.app ?? '';
    if (namespace !== NAMESPACE || !uid || !workloads.includes(app)) return;
    const atMs = wallClock.now();
    if (!going.has(uid) && (type === 'DELETED' || deletionTimestamp)) {
      going.add(uid);
      seen.push({ uid, atMs, action: 'evict' });
    }
    const now = JSON.stringify(spec.containers.map(({ resources }) => resources?.requests));
    if (type === 'MODIFIED' && requests.has(uid) && requests.get(uid) !== now)
      seen.push({ uid, atMs, action: 'resize' });
    requests.set(uid, now);
    const running = cluster.pods(app).filter(({ status }) => status?.phase === 'Running').length;
    fewest.set(app, Math.min(fewest.get(app) ?? REPLICAS, running));
  });
  return { seen, fewest, end };
}

/** What was seen without a record, and what was recorded as done without having been seen. */
function compare(seen: readonly Seen[], records: readonly Stored<AuditRecord>[]) {
  const open = [...seen];
  const untrue: unknown[] = [];
  for (const record of records) {
    if (record.kind !== 'action') continue;
    // The last such action on the pod before the record; nothing is recorded before it is done.
    const index = open.findLastIndex(
      ({ uid, action, atMs }) => uid === record.podUid && action === record.action && atMs <= record.atMs,
    );
    if (record.outcome === 'done' && index < 0) untrue.push(record);
    if (['done', 'unavailable'].includes(record.outcome) && index >= 0) open.splice(index, 1);
  }
  const gaps = records.filter((record) => record.kind === 'gap');
  const isInGap = ({ atMs }: Seen) => gaps.some((gap) => gap.sinceMs <= atMs && atMs <= gap.atMs);
  return { unaccounted: open.filter((one) => !isInGap(one)), inGaps: open.filter(isInGap).length, untrue };
}

it(
  'killed at any time, never takes more pods away than tolerated, and everything it did has a record or a gap',
  async () => {
    await cluster.admitting();
    const updateModes = { web: 'Recreate', still: 'InPlaceOrRecreate' } as const;
    const workloads = Object.keys(updateModes) as (keyof typeof updateModes)[];
    for (const name of workloads) {
      await cluster.workload(name, { replicas: REPLICAS });
      await cluster.autoscaler(name, { updatePolicy: { updateMode: updateModes[name] } });
    }
    const { seen, fewest, end } = watchPods(workloads);
    let came = 0;
    for (let round = 0; round < KILLS; round++) {
      // Always something to do: the target swings.
      const target = round % 2 === 0 ? { cpu: '300m', memory: '300Mi' } : { cpu: '150m', memory: '150Mi' };
      for (const name of workloads) cluster.recommend(name, target);
      const before = seen.length;
      const moment = ALL_MOMENTS[round % ALL_MOMENTS.length] ?? 'at work';
      if (await live(moment, () => seen.length > before)) came++;
    }
    const records = await everythingRecorded();
    end();
    const { unaccounted, inGaps, untrue } = compare(seen, records);
    const counts = { evict: 0, resize: 0, recorded: seen.length - inGaps - unaccounted.length };
    for (const { action } of seen) counts[action]++;
    if (process.env.KILLS) console.info({ KILLS, ...counts, records: records.length, inGaps, came, fewest });
    for (const name of workloads)
      expect(fewest.get(name) ?? REPLICAS, name).toBeGreaterThanOrEqual(REPLICAS - TOLERANCE);
    expect(untrue).toEqual([]);
    expect(unaccounted).toEqual([]);
    expect(Math.min(counts.evict, counts.resize)).toBeGreaterThan(0);
  },
  60_000 + KILLS * 15_000,
);
