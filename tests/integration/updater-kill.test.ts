import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { wallClock } from '@/server/clock';
import { defaultConfig } from '@/server/config';
import type { Pod } from '@/server/kube/types';
import { silentLogger } from '@/server/log';
import { type AuditRecord, openStore, type Stored } from '@/server/store';
import { AUDIT_KINDS } from '@/server/store/records';
import { HeadlessProcess } from '../support/headless-process';
import { NAMESPACE, UpdatingCluster, until } from '../support/updating';

const REPLICAS = 8;
const TOLERANCE = 4;
/** More of them prove more: KILLS=100 takes some minutes. */
const KILLS = Number(process.env.KILLS ?? 4);
const LONGEST_LIFE_MS = 1_500;
const PAGE = 500;

let cluster: UpdatingCluster;
let child: HeadlessProcess | undefined;

beforeEach(async () => {
  cluster = await UpdatingCluster.start();
});
afterEach(async () => {
  await child?.kill();
  await cluster.close();
});

/** An updater as its own process, in a hurry. */
function run(): Promise<HeadlessProcess> {
  return HeadlessProcess.start({
    PLUMBLINE_ROLES: 'updater',
    PLUMBLINE_KUBECONFIG: cluster.sandbox.kubeconfigPath,
    PLUMBLINE_DATA_DIR: path.join(cluster.folder, 'child'),
    PLUMBLINE_UPDATER_INTERVAL: '100ms',
    PLUMBLINE_WARM_UP: '0s',
    PLUMBLINE_LEAST_HISTORY: '0s',
    PLUMBLINE_LOOP_BREAKER_MISSES: '0',
  });
}

/** Everything recorded, in the order it was: a process records one thing after the other. */
async function everythingRecorded(): Promise<Stored<AuditRecord>[]> {
  const config = defaultConfig({ dataDir: path.join(cluster.folder, 'child') });
  const recorder = openStore(config, { clock: wallClock, wallClock, log: silentLogger });
  await recorder.flushed();
  const records: Stored<AuditRecord>[] = [];
  for (let after: Stored<AuditRecord> | undefined; ; after = records.at(-1)) {
    const page = await recorder.audit({ kinds: AUDIT_KINDS, after, limit: PAGE });
    records.push(...page);
    if (page.length < PAGE) break;
  }
  await recorder.close();
  return records.sort((a, b) => a.atMs - b.atMs);
}

/**
 * Whether a gap covers this moment. A gap ends with what is missing and begins with what was recorded last, so
 * the next thing recorded after the moment has to be one.
 */
function isInGap(records: readonly Stored<AuditRecord>[], atMs: number): boolean {
  return records.find((record) => record.atMs > atMs)?.kind === 'gap';
}

it(
  'killed at any moment, never takes more pods away than tolerated, and no eviction is without its record or a gap',
  async () => {
    await cluster.admitting();
    await cluster.workload('web', { replicas: REPLICAS });
    await cluster.autoscaler('web');
    /** When the cluster began to take each pod away, by uid. */
    const evicted = new Map<string, number>();
    let fewest = REPLICAS;
    const end = cluster.sandbox.registry.watch<Pod>('pods', ({ type, object }) => {
      const { namespace, deletionTimestamp, uid } = object.metadata;
      if (namespace !== NAMESPACE || !uid) return;
      if (type !== 'DELETED' && !(type === 'MODIFIED' && deletionTimestamp)) return;
      if (!evicted.has(uid)) evicted.set(uid, wallClock.now());
      fewest = Math.min(
        fewest,
        cluster.pods('web').filter(({ status }) => status?.phase === 'Running').length,
      );
    });
    for (let round = 0; round < KILLS; round++) {
      // Always something to do: the target swings.
      cluster.recommend(
        'web',
        round % 2 === 0 ? { cpu: '300m', memory: '300Mi' } : { cpu: '150m', memory: '150Mi' },
      );
      const before = evicted.size;
      child = await run();
      await until('an eviction', () => evicted.size > before);
      // Most often soon after it, while its record may not be stored yet.
      await wallClock.sleep(Math.random() ** 3 * LONGEST_LIFE_MS);
      await child.kill();
    }
    const records = await everythingRecorded();
    end();
    expect(fewest).toBeGreaterThanOrEqual(REPLICAS - TOLERANCE);
    expect(evicted.size).toBeGreaterThanOrEqual(KILLS);

    const done = records.flatMap((record) =>
      record.kind === 'action' && record.action === 'evict' && record.outcome === 'done'
        ? [record.podUid]
        : [],
    );
    const recorded = new Set(done);
    expect(done).toHaveLength(recorded.size);
    expect(done.filter((uid) => !evicted.has(uid))).toEqual([]);
    const unaccounted = [...evicted].filter(([uid, atMs]) => !recorded.has(uid) && !isInGap(records, atMs));
    expect(unaccounted).toEqual([]);
  },
  60_000 + KILLS * 10_000,
);
