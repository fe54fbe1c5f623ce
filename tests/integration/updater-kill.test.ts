import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { bundle } from '@/bin/build.mjs';
import { wallClock } from '@/server/clock';
import { defaultConfig } from '@/server/config';
import type { Pod } from '@/server/kube/types';
import { silentLogger } from '@/server/log';
import { openStore } from '@/server/store';
import { NAMESPACE, UpdatingCluster, until } from '../support/updating';

const REPLICAS = 8;
const TOLERANCE = 4;
/** More of them prove more: KILLS=100 takes some minutes. */
const KILLS = Number(process.env.KILLS ?? 4);
const LONGEST_LIFE_MS = 1_500;

let cluster: UpdatingCluster;
let child: ChildProcess | undefined;

beforeEach(async () => {
  cluster = await UpdatingCluster.start();
});
afterEach(async () => {
  await kill();
  await cluster.close();
});

/** An updater as its own process, in a hurry. */
function run(file: string): ChildProcess {
  const { PATH } = process.env;
  return spawn(process.execPath, [file], {
    stdio: 'ignore',
    env: {
      PATH,
      NODE_ENV: 'production',
      PLUMBLINE_ROLES: 'updater',
      PLUMBLINE_KUBECONFIG: cluster.sandbox.kubeconfigPath,
      PLUMBLINE_DATA_DIR: path.join(cluster.folder, 'child'),
      PLUMBLINE_PORT: '0',
      PLUMBLINE_UPDATER_INTERVAL: '100ms',
      PLUMBLINE_WARM_UP: '0s',
      PLUMBLINE_LEAST_HISTORY: '0s',
      PLUMBLINE_LOOP_BREAKER_MISSES: '0',
      PLUMBLINE_LOG_LEVEL: 'silent',
    },
  });
}

async function kill(): Promise<void> {
  const running = child;
  child = undefined;
  if (!running || running.exitCode !== null || running.signalCode !== null) return;
  const ended = new Promise((resolve) => running.once('exit', resolve));
  running.kill('SIGKILL');
  await ended;
}

it(
  'killed at any moment, never takes more pods away than tolerated, and leaves a record or a gap',
  async () => {
    await cluster.admitting();
    await cluster.workload('web', { replicas: REPLICAS });
    await cluster.autoscaler('web');
    const evicted = new Set<string>();
    let fewest = REPLICAS;
    const end = cluster.sandbox.registry.watch<Pod>('pods', ({ type, object }) => {
      if (
        type !== 'MODIFIED' ||
        object.metadata.namespace !== NAMESPACE ||
        !object.metadata.deletionTimestamp
      )
        return;
      if (object.metadata.uid) evicted.add(object.metadata.uid);
      fewest = Math.min(
        fewest,
        cluster.pods('web').filter(({ status }) => status?.phase === 'Running').length,
      );
    });
    const file = await bundle('server/headless.ts');
    for (let round = 0; round < KILLS; round++) {
      // Always something to do: the target swings.
      cluster.recommend(
        'web',
        round % 2 === 0 ? { cpu: '300m', memory: '300Mi' } : { cpu: '150m', memory: '150Mi' },
      );
      const before = evicted.size;
      child = run(file);
      await until('an eviction', () => evicted.size > before);
      await wallClock.sleep(Math.random() * LONGEST_LIFE_MS);
      await kill();
    }
    end();
    expect(fewest).toBeGreaterThanOrEqual(REPLICAS - TOLERANCE);
    expect(evicted.size).toBeGreaterThanOrEqual(KILLS);

    const config = defaultConfig({ dataDir: path.join(cluster.folder, 'child') });
    const recorder = openStore(config, { clock: wallClock, wallClock, log: silentLogger });
    await recorder.flushed();
    const recorded = await recorder.audit({ kinds: ['action', 'gap'], limit: 10_000 });
    await recorder.close();
    const named = new Set(recorded.flatMap((record) => (record.kind === 'action' ? [record.podUid] : [])));
    const gaps = recorded.filter((record) => record.kind === 'gap').length;
    const missing = [...evicted].filter((uid) => !named.has(uid));
    expect(gaps).toBeGreaterThanOrEqual(1);
    expect(missing.length).toBeLessThan(evicted.size);
  },
  60_000 + KILLS * 10_000,
);
