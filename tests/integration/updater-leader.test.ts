import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LOOP_ANNOTATION } from '@/server/decide/pods/replacements';
import { ManualClock, wallClock } from '@/server/lib/time/clock';
import type { Lease } from '@/server/objects/types';
import { UPDATER_LEASE_NAME } from '@/server/updater/updater';
import { ApiBetween } from '../support/api-between';
import { HeadlessProcess } from '../support/headless-process';
import { until } from '../support/until';
import { podsOf, type Updating, UpdatingCluster } from '../support/updating';
import { Witness } from '../support/witness';

let cluster: UpdatingCluster;

const SETTINGS = { leaderElect: true, useAdmissionControllerStatus: false, updaterIntervalMs: 1000 };
const LEASES = 'leases.coordination.k8s.io';

beforeEach(async () => {
  cluster = await UpdatingCluster.start();
});
afterEach(() => cluster.close());

/** Gives the lease to another, as happens to a leader that could not renew for a while. */
function loseLease(): void {
  cluster.sandbox.registry.mutate<Lease>(LEASES, 'plumbline', UPDATER_LEASE_NAME, (draft) => {
    draft.spec.holderIdentity = 'somebody-else';
    draft.spec.renewTime = new Date(wallClock.now()).toISOString().replace('Z', '000Z');
  });
}

describe('two updaters that elect a leader', () => {
  it('act one at a time, the other taking over when the first ends', async () => {
    await cluster.workload('web', { replicas: 4 });
    const [first, second] = [await cluster.updating(SETTINGS), await cluster.updating(SETTINGS)];
    first.updater.start();
    await until('a leader', () => first.updater.state.kind === 'running');
    second.updater.start();
    await until('a follower', () => second.updater.state.kind === 'following');
    await first.updater.stop();
    await until('a new leader', () => second.updater.state.kind === 'running');
  });
});

describe('a leader that lost its lease', () => {
  let former: Updating;
  let wall: ManualClock;

  beforeEach(async () => {
    wall = new ManualClock(wallClock.now());
    await cluster.workload('web', { replicas: 4 });
    // Its next pass, which would notice, is an hour away.
    former = await cluster.updating({ ...SETTINGS, updaterIntervalMs: 3_600_000 }, { wall });
    former.updater.start();
    await until('a leader', () => former.updater.state.kind === 'running');
  });

  it('records and does nothing any more, though its last pass was that of a leader', async () => {
    loseLease();
    await wall.advance(5_000);
    await until('a process that knows it does not lead', () => !former.updater.isLeading);
    expect(former.updater.state.kind).toBe('running');
    former.records.length = 0;
    await cluster.autoscaler('web');
    await former.caughtUp(cluster);
    await former.pass(cluster);
    expect(former.records).toEqual([]);
    expect(cluster.pods('web')).toHaveLength(4);
  });

  it('writes nothing more about replacements, which are for the next to judge', async () => {
    await cluster.autoscaler('web');
    await former.pass(cluster);
    await until('replacements', () => cluster.pods('web').length === 4);
    await cluster.ready('web', 4);
    const written = cluster.vpa('web').metadata.annotations?.[LOOP_ANNOTATION];
    expect(written).toBeDefined();
    loseLease();
    await wall.advance(5_000);
    await until('a process that knows it does not lead', () => !former.updater.isLeading);
    await former.pass(cluster);
    expect(cluster.vpa('web').metadata.annotations?.[LOOP_ANNOTATION]).toBe(written);
  });

  it('leaves the other pods of a VPA to the next, though it planned to evict them', async () => {
    await cluster.autoscaler('web');
    await former.caughtUp(cluster);
    const { plan } = await former.updater.plan();
    expect(podsOf(plan, 'web').filter(({ decision }) => decision === 'evict').length).toBeGreaterThan(1);
    const end = cluster.sandbox.registry.watch('pods', ({ object }) => {
      if (!object.metadata.deletionTimestamp) return;
      loseLease();
      // At once: it could not renew for a minute.
      wall.set(60_000);
    });
    await former.pass(cluster);
    end();
    expect(former.actions()).toEqual(['evict done']);
  });
});

describe('updaters as processes of their own', () => {
  const REPLICAS = 8;
  /** By the default tolerance of half. */
  const FEWEST_READY = 4;
  const opened: { close(): Promise<void> }[] = [];

  afterEach(async () => {
    for (const one of opened.splice(0).reverse()) await one.close();
  });

  const holder = () =>
    cluster.sandbox.registry.get<Lease>(LEASES, 'plumbline', UPDATER_LEASE_NAME)?.spec.holderIdentity ?? '';

  /** One that updates through a wire of its own, where what it does is seen. */
  async function update(name: string) {
    const between = await ApiBetween.start(cluster.sandbox.server, cluster.folder);
    const child = await HeadlessProcess.start({
      PLUMBLINE_ROLES: 'updater',
      PLUMBLINE_KUBECONFIG: between.kubeconfigPath,
      PLUMBLINE_DATA_DIR: path.join(cluster.folder, name),
      PLUMBLINE_LEADER_ELECT: 'true',
      PLUMBLINE_UPDATER_INTERVAL: '100ms',
      PLUMBLINE_WARM_UP: '0s',
      PLUMBLINE_LEAST_HISTORY: '0s',
      PLUMBLINE_LEAST_HISTORY_TO_LOWER: '0s',
      PLUMBLINE_CANARY: '0s',
      PLUMBLINE_LOOP_BREAKER_MISSES: '0',
    });
    opened.push(between, { close: () => child.kill() });
    return { between, child };
  }

  it('never act both, if the one that leads is frozen while it evicts and goes on once the other acts', async () => {
    await cluster.admitting();
    await cluster.workload('web', { replicas: REPLICAS });
    const witness = new Witness(cluster, 'web');
    const first = await update('first');
    await until('a leader', () => holder() !== '');
    const former = holder();
    const second = await update('second');

    const isEviction = (method: string, url: string) => method === 'POST' && url.endsWith('/eviction');
    let isFrozen = false;
    first.between.onAnswer = (method, url) => {
      if (!isFrozen && isEviction(method, url)) {
        first.child.freeze();
        isFrozen = true;
      }
      return false;
    };
    let evicted = 0;
    second.between.onAnswer = (method, url) => {
      if (isEviction(method, url)) evicted++;
      return false;
    };
    await cluster.autoscaler('web');
    await until('another leader', () => isFrozen && holder() !== former);
    await until('an eviction of the other', () => evicted > 0);

    const written: string[] = [];
    let asked = 0;
    first.between.onAnswer = (method, url) => {
      if (url.includes('/leases/')) asked++;
      // What it did before it was frozen it still tells, by an event.
      else if (method !== 'GET' && !url.endsWith('/events')) written.push(`${method} ${url}`);
      return false;
    };
    first.child.resume();
    await until('several tries for the lease', () => asked >= 4);
    cluster.recommend('web', { cpu: '300m', memory: '500Mi' });
    await until('updated pods', () => {
      const memory = cluster.requests('web').map((requests) => (requests as { memory?: string })?.memory);
      return memory.length === REPLICAS && memory.every((one) => one === '500Mi');
    });
    await cluster.ready('web', REPLICAS);
    witness.end();
    expect(written).toEqual([]);
    expect(witness.fewestReady).toBeGreaterThanOrEqual(FEWEST_READY);
  });
});
