import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadAccess } from '@/server/kube/access';
import { KubeClient } from '@/server/kube/client';
import { ProblemBoard } from '@/server/kube/problems';
import { silentLogger } from '@/server/lib/report/log';
import { ManualClock, toKubeMicroTime, wallClock } from '@/server/lib/time/clock';
import type { Lease } from '@/server/objects/types';
import { ApiCluster } from '../../../tests/support/api-cluster';
import { until } from '../../../tests/support/until';
import { ADMISSION_LEASE_NAME } from '../../kube/lease';
import { LeaseWatch } from './lease-watch';

const LEASES = 'leases.coordination.k8s.io';
const MAX_AGE_MS = 60_000;

let cluster: ApiCluster;
let client: KubeClient;
let watch: LeaseWatch;
let clock: ManualClock;

beforeEach(async () => {
  clock = new ManualClock(wallClock.now());
  cluster = await ApiCluster.start();
  client = KubeClient.connect(loadAccess({ kubeconfig: cluster.kubeconfig }));
});
afterEach(async () => {
  await watch.stop();
  await client.close();
  await cluster.close();
});

/** An updater that sees a lease renewed this long ago by its own clock. */
async function follow(renewedAgoMs: number | undefined): Promise<void> {
  await cluster.create<Lease>(LEASES, {
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: { name: ADMISSION_LEASE_NAME, namespace: 'kube-system' },
    spec: {
      holderIdentity: 'somebody',
      ...(renewedAgoMs !== undefined && { renewTime: toKubeMicroTime(clock.now() - renewedAgoMs) }),
    },
  });
  const problems = new ProblemBoard(clock, silentLogger).by('test');
  const options = { namespace: 'kube-system', isRequired: true, maxAgeMs: MAX_AGE_MS };
  watch = new LeaseWatch({ client, wallClock: clock, log: silentLogger, problems, ...options });
  watch.start();
  await watch.settled();
}

function renew(renewedAgoMs: number): void {
  cluster.registry.mutate<Lease>(LEASES, 'kube-system', ADMISSION_LEASE_NAME, (draft) => {
    draft.spec.renewTime = toKubeMicroTime(clock.now() - renewedAgoMs);
  });
}

describe('the admission lease', () => {
  it('is fresh until a minute after its renewal', async () => {
    await follow(MAX_AGE_MS - 1_000);
    expect(watch.read()).toEqual({ kind: 'fresh' });
    await clock.advance(1_000);
    expect(watch.read()).toMatchObject({ kind: 'stale', renewedMs: clock.now() - MAX_AGE_MS });
    renew(0);
    await until('a fresh lease', () => watch.read().kind === 'fresh');
  });

  it.each([
    ['ahead', -600_000],
    ['behind', 600_000],
  ])(
    'under a clock %s of ours is fresh once a renewal was seen, and ages from then on',
    async (_, apartMs) => {
      await follow(apartMs);
      expect(watch.read()).toMatchObject({ kind: 'stale' });
      await clock.advance(10_000);
      renew(apartMs);
      await until('a fresh lease', () => watch.read().kind === 'fresh');
      const seenMs = clock.now();
      await clock.advance(MAX_AGE_MS - 1);
      expect(watch.read()).toEqual({ kind: 'fresh' });
      await clock.advance(1);
      expect(watch.read()).toMatchObject({ kind: 'stale', renewedMs: seenMs });
    },
  );

  it('is stale if the renewal after a long silence was', async () => {
    await follow(0);
    await clock.advance(2 * MAX_AGE_MS);
    renew(MAX_AGE_MS + 1_000);
    await until('the renewal', () => {
      const facts = watch.read();
      return facts.kind === 'stale' && facts.renewedMs === clock.now() - MAX_AGE_MS - 1_000;
    });
  });

  it('is stale if it was never renewed', async () => {
    await follow(undefined);
    expect(watch.read()).toMatchObject({ kind: 'stale', renewedMs: 0 });
  });
});
