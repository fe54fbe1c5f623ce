import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MAY_EVICT_ANNOTATION } from '@/server/decide/features/may-evict/may-evict';
import type { PodPlan } from '@/server/decide/running/planned';
import { NAMESPACE, VPAS } from '../support/embedded-cluster';
import { until } from '../support/until';
import { codes, podsOf, type Updating, UpdatingCluster } from '../support/updating';
import { Witness } from '../support/witness';

const TARGET = { cpu: '163m', memory: '250Mi' };

let cluster: UpdatingCluster;

beforeEach(async () => {
  cluster = await UpdatingCluster.start();
});
afterEach(() => cluster.close());

/** Runs passes until nothing is left to evict; after each the pods come back. */
async function recreateAll(process: Updating, app: string, replicas: number): Promise<void> {
  for (let round = 0; round < 2 * replicas; round++) {
    const done = process.actions().length;
    const planned = podsOf(await process.pass(cluster), app).filter(({ decision }) => decision === 'evict');
    expect(process.actions().slice(done)).toEqual(planned.map(() => 'evict done'));
    await cluster.ready(app, replicas);
    if (planned.length === 0) return;
  }
}

/** Lets the VPA's pods go although a Job owns them; of other kinds they go in any case. */
function lettingJobsGo(vpa: string): void {
  cluster.sandbox.registry.mutate(VPAS, NAMESPACE, vpa, ({ metadata }) => {
    metadata.annotations = { ...metadata.annotations, [MAY_EVICT_ANNOTATION]: 'jobs' };
  });
}

const isTarget = (requests: unknown) => JSON.stringify(requests) === JSON.stringify(TARGET);
const evicting = (plan: readonly PodPlan[]) => plan.filter(({ decision }) => decision === 'evict');

describe('recreating', () => {
  it('brings the pods of a Deployment to their target, with its reasons, records and events', async () => {
    await cluster.admitting();
    await cluster.workload('web', { replicas: 4 });
    await cluster.autoscaler('web');
    const process = await cluster.updating();
    const witness = new Witness(cluster, 'web');
    const plan = await process.plan(cluster, 'web');
    expect(codes(plan).slice(0, 2)).toEqual(Array(2).fill('evict: outside-bounds outside-bounds'));
    expect(plan[0]?.reasons[0]).toMatchObject({
      resource: 'cpu',
      request: 100,
      target: 163,
      lowerBound: 163,
    });
    expect(plan[2]?.reasons.slice(2)).toMatchObject([
      { code: 'awaiting-verification', outstanding: 2, misses: 0, limit: 2 },
      { code: 'tolerance-used-up', configured: 4, running: 4, tolerance: 2, chosen: 2 },
    ]);
    expect(plan[2]?.awaits).toEqual(['replacement-seen', 'replicas-up']);

    await recreateAll(process, 'web', 4);
    witness.end();
    expect(witness.taken).toHaveLength(4);
    expect(witness.fewestReady).toBe(2);
    expect(cluster.requests('web')).toEqual(Array(4).fill(TARGET));
    expect(cluster.pods('web').map(({ metadata }) => metadata.annotations?.vpaUpdates)).toEqual(
      Array(4).fill(expect.stringContaining('Pod resources updated by web: container 0')),
    );
    expect(process.records.find(({ kind }) => kind === 'action')).toMatchObject({
      action: 'evict',
      outcome: 'done',
      vpa: 'web',
      pod: witness.taken[0],
      reasons: [{ code: 'outside-bounds' }, { code: 'outside-bounds' }],
      before: { app: { cpu: 100, memory: 64 * 2 ** 20 } },
      after: { app: { cpu: 163, memory: 250 * 2 ** 20 } },
    });
    await process.context.events.flush();
    expect(cluster.events('EvictedByVPA').map(({ involvedObject }) => involvedObject.name)).toEqual(
      witness.taken,
    );
    expect(cluster.events('EvictedPod')[0]?.involvedObject.name).toBe('web');
    expect(codes(await process.plan(cluster, 'web'))).toEqual(Array(4).fill('leave: within-bounds'));
  });

  it('leaves a single replica alone unless its VPA says that one is enough', async () => {
    await cluster.admitting();
    await cluster.workload('solo', { replicas: 1 });
    await cluster.autoscaler('solo');
    const process = await cluster.updating();
    const [waiting] = await process.plan(cluster, 'solo');
    expect(waiting).toMatchObject({ decision: 'wait', awaits: ['replicas-up'] });
    expect(waiting?.reasons.at(-1)).toMatchObject({ code: 'too-few-replicas', live: 1, minimum: 2 });
    await process.pass(cluster);
    expect(process.actions()).toEqual([]);
    cluster.sandbox.registry.mutate(VPAS, NAMESPACE, 'solo', (draft) => {
      const updatePolicy = { updateMode: 'Recreate', minReplicas: 1 };
      Object.assign(draft, { spec: { ...cluster.vpa('solo').spec, updatePolicy } });
    });
    await recreateAll(process, 'solo', 1);
    expect(cluster.requests('solo')).toEqual([TARGET]);
    expect(process.actions()).toEqual(['evict done']);
  });

  it.each([
    ['StatefulSet', 3, 'StatefulSet/many'],
    ['DaemonSet', 3, 'DaemonSet/many'],
    ['Job', 4, 'Job/many'],
  ] as const)('works through a %s', async (kind, replicas, controller) => {
    await cluster.admitting();
    await cluster.workload('many', { kind, replicas });
    await cluster.autoscaler('many', { kind });
    lettingJobsGo('many');
    const process = await cluster.updating({ loopBreakerMisses: 0 });
    const witness = new Witness(cluster, 'many');
    const tolerance = Math.trunc(replicas / 2);
    const plan = await process.plan(cluster, 'many');
    expect(evicting(plan)).toHaveLength(tolerance);
    expect(plan.at(-1)?.reasons.at(-1)).toEqual({
      code: 'tolerance-used-up',
      controller,
      configured: replicas,
      running: replicas,
      tolerance,
      chosen: tolerance,
    });
    await recreateAll(process, 'many', replicas);
    witness.end();
    expect(cluster.requests('many')).toEqual(Array(replicas).fill(TARGET));
    expect(witness.taken).toHaveLength(replicas);
    expect(witness.fewestReady).toBe(replicas - tolerance);
  });

  it.each(['Deployment', 'StatefulSet', 'DaemonSet', 'Job'] as const)(
    'keeps within the tolerance of a %s however soon it runs again',
    async (kind) => {
      await cluster.admitting();
      await cluster.workload('many', { kind, replicas: 3 });
      await cluster.autoscaler('many', { kind });
      lettingJobsGo('many');
      const process = await cluster.updating({ loopBreakerMisses: 0 });
      const witness = new Witness(cluster, 'many');
      await until('every pod at its target', async () => {
        await process.updater.pass();
        return cluster.requests('many').length === 3 && cluster.requests('many').every(isTarget);
      });
      witness.end();
      expect(witness.taken).toHaveLength(3);
      expect(witness.fewestReady).toBeGreaterThanOrEqual(2);
    },
  );
});

describe('a process that ends during an eviction', () => {
  it('is followed by one that continues within the tolerance and without a burst', async () => {
    await cluster.admitting();
    await cluster.workload('web', { replicas: 6 });
    await cluster.autoscaler('web');
    const witness = new Witness(cluster, 'web');
    const first = await cluster.updating({ respectRoom: false });
    cluster.schedule(false);
    await first.pass(cluster);
    expect(witness.taken).toHaveLength(2);
    // The evicted pods are not back yet; only the cluster's state is left of it.
    await first.stop();
    const second = await cluster.updating({
      respectRoom: false,
      warmUpMs: 10 * 60_000,
      warmUpRatePerMinute: 1,
    });
    expect(evicting(await second.plan(cluster, 'web'))).toHaveLength(1);
    await second.pass(cluster);
    expect(witness.taken).toHaveLength(3);
    const [waiting] = await second.plan(cluster, 'web');
    expect(waiting?.reasons).toContainEqual(
      expect.objectContaining({ code: 'tolerance-used-up', configured: 6, running: 3, tolerance: 3 }),
    );
    await second.pass(cluster);
    expect(second.actions()).toEqual(['evict done']);

    cluster.schedule(true);
    await cluster.ready('web', 6);
    const due = (await second.plan(cluster, 'web')).filter(({ decision }) => decision !== 'leave');
    expect(codes(due).join()).toMatch(/warming-up/);
    expect(due.find(({ decision }) => decision === 'wait')?.notBeforeMs).toBeDefined();
    witness.end();
    expect(witness.fewestReady).toBe(3);
  });

  it('with another tolerance causes no burst either', async () => {
    await cluster.admitting();
    await cluster.workload('web', { replicas: 4 });
    await cluster.autoscaler('web');
    const cautious = await cluster.updating({ evictionTolerance: 0.25 });
    expect(evicting(await cautious.plan(cluster, 'web'))).toHaveLength(1);
    const bold = await cluster.updating({
      evictionTolerance: 1,
      loopBreakerMisses: 0,
      warmUpMs: 10 * 60_000,
      warmUpRatePerMinute: 2,
    });
    const plan = await bold.plan(cluster, 'web');
    expect(evicting(plan)).toHaveLength(2);
    const held = plan[2];
    expect(held?.reasons.at(-1)).toMatchObject({ code: 'warming-up', perMinute: 2 });
    expect(held?.notBeforeMs).toBeGreaterThan(cluster.clock.now());
  });
});
