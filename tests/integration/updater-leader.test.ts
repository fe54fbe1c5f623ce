import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ManualClock, wallClock } from '@/server/clock';
import type { Lease } from '@/server/kube/types';
import { UPDATER_LEASE_NAME } from '@/server/updater/updater';
import { until } from '../support/until';
import { podsOf, type Updating, UpdatingCluster } from '../support/updating';

let cluster: UpdatingCluster;

const SETTINGS = { leaderElect: true, useAdmissionControllerStatus: false, updaterIntervalMs: 1000 };
const LEASES = 'leases.coordination.k8s.io';

beforeEach(async () => {
  cluster = await UpdatingCluster.start();
});
afterEach(() => cluster.close());

/** Gives the lease to another, as happens to a leader that could not renew for a while. */
function loseLease(): void {
  cluster.sandbox.registry.mutate<Lease>(LEASES, 'kube-system', UPDATER_LEASE_NAME, (draft) => {
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
    await wall.advance(2_000);
    await until('a process that knows it does not lead', () => !former.updater.isLeading);
    expect(former.updater.state.kind).toBe('running');
    former.records.length = 0;
    await cluster.autoscaler('web');
    await former.caughtUp(cluster);
    await former.pass(cluster);
    expect(former.records).toEqual([]);
    expect(cluster.pods('web')).toHaveLength(4);
  });

  it('leaves the other pods of a VPA to the next, though it planned to evict them', async () => {
    await cluster.autoscaler('web');
    await former.caughtUp(cluster);
    const { plan } = await former.updater.plan();
    expect(podsOf(plan, 'web').filter(({ decision }) => decision === 'evict').length).toBeGreaterThan(1);
    const end = cluster.sandbox.registry.watch('pods', ({ object }) => {
      if (!object.metadata.deletionTimestamp) return;
      loseLease();
      void wall.advance(60_000);
    });
    await former.pass(cluster);
    end();
    expect(former.actions()).toEqual(['evict done']);
  });
});
