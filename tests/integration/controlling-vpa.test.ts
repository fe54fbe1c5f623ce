import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Pod } from '@/server/objects/types';
import type { TargetRef, UpdateMode, VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { NAMESPACE, VPAS } from '../support/embedded-cluster';
import { until } from '../support/until';
import { codes, podsOf, type Updating, UpdatingCluster } from '../support/updating';
import { createWorker, createWorkerPod, defineWorkers } from '../support/workers';

const DEPLOYMENT = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' };
const SMALL = { cpu: '163m', memory: '250Mi' };
const LARGE = { cpu: '300m', memory: '300Mi' };

let cluster: UpdatingCluster;

beforeEach(async () => {
  cluster = await UpdatingCluster.start();
});
afterEach(() => cluster.close());

async function autoscaler(
  name: string,
  { targetRef = DEPLOYMENT, mode = 'Recreate' as UpdateMode, target = SMALL } = {},
): Promise<void> {
  await cluster.create<VerticalPodAutoscaler>(VPAS, {
    apiVersion: 'autoscaling.k8s.io/v1',
    kind: 'VerticalPodAutoscaler',
    metadata: { name, namespace: NAMESPACE },
    spec: { targetRef: targetRef as TargetRef, updatePolicy: { updateMode: mode } },
  });
  cluster.recommend(name, target);
}

/** Makes the next object younger than all others, since dates are whole seconds. */
async function aSecondLater(): Promise<void> {
  const nowMs = cluster.clock.now();
  await until('the next second', () => cluster.clock.now() >= nowMs + 1000);
}

async function allAt(target: object, process: Updating): Promise<void> {
  await until('every pod at its target', async () => {
    await process.pass(cluster);
    const requests = cluster.requests('web');
    return requests.length === 2 && requests.every((one) => JSON.stringify(one) === JSON.stringify(target));
  });
}

describe('of an older VPA in mode Off and a younger one that recreates', () => {
  it('the younger acts, for admission and the updater, and the plan says so for both', async () => {
    const admission = await cluster.admitting();
    await cluster.workload('web', { replicas: 2 });
    await autoscaler('goldilocks-web', { mode: 'Off', target: LARGE });
    await aSecondLater();
    await autoscaler('web');
    const process = await cluster.updating();
    await process.caughtUp(cluster);

    const { plan } = await process.updater.plan();
    expect(plan.vpas.map(({ name }) => name).sort()).toEqual(['goldilocks-web', 'web']);
    expect(plan.vpas.find(({ name }) => name === 'goldilocks-web')).toMatchObject({
      overruledBy: 'web',
      pods: Array(2).fill({ decision: 'leave', reasons: [{ code: 'other-vpa-acts', vpa: 'web' }] }),
    });
    expect(codes(podsOf(plan, 'web'))[0]).toBe('evict: outside-bounds outside-bounds');

    await allAt(SMALL, process);
    expect(new Set(process.actions())).toEqual(new Set(['evict done']));
    expect(admission.mutations().map(({ vpa }) => vpa)).toEqual(['web', 'web']);
  });

  it('the older takes over once it acts, and the younger says who does', async () => {
    await cluster.admitting();
    await cluster.workload('web', { replicas: 2 });
    await autoscaler('older', { mode: 'Off', target: LARGE });
    await aSecondLater();
    await autoscaler('web');
    const process = await cluster.updating({ respectConflicts: false });
    cluster.sandbox.registry.mutate<VerticalPodAutoscaler>(VPAS, NAMESPACE, 'older', (draft) => {
      draft.spec.updatePolicy = { updateMode: 'Recreate' };
    });
    expect(new Set(codes(await process.plan(cluster, 'web')))).toEqual(new Set(['leave: other-vpa-acts']));
    await allAt(LARGE, process);
  });

  it('each says what its own mode does if none acts', async () => {
    await cluster.workload('web', { replicas: 1 });
    await autoscaler('a', { mode: 'Off' });
    await autoscaler('b', { mode: 'Off' });
    const process = await cluster.updating();
    expect(codes(await process.plan(cluster, 'a'))).toEqual(['leave: mode-off']);
    expect(codes(await process.plan(cluster, 'b'))).toEqual(['leave: mode-off']);
  });
});

describe('a target of a well-known kind', () => {
  it.each(['v1', 'extensions/v1beta1'])('is served though its manifest says %s', async (apiVersion) => {
    await cluster.admitting();
    await cluster.workload('web', { replicas: 2 });
    await autoscaler('web', { targetRef: { ...DEPLOYMENT, apiVersion } });
    const process = await cluster.updating();
    await allAt(SMALL, process);
  });
});

describe('targets of one kind and name in two groups', () => {
  const GROUPS = ['example.com', 'example.org'];

  /** Defines the workers of a group and makes one, whose pods the answer makes. */
  async function worker(group: string): Promise<() => Promise<Pod>> {
    await defineWorkers(cluster, group);
    const web = await createWorker(cluster, group, 1);
    let serial = 0;
    return () => createWorkerPod(cluster, web, `${group}-${serial++}`);
  }

  it('are kept apart by admission and the updater', async () => {
    const admission = await cluster.admitting();
    const [first, second] = [await worker('example.com'), await worker('example.org')];
    for (const [index, group] of GROUPS.entries())
      await autoscaler(group, {
        targetRef: { apiVersion: `${group}/v1`, kind: 'Worker', name: 'web' },
        target: index === 0 ? SMALL : LARGE,
      });
    await until('both patched by their own', async () => {
      const [one, other] = [await first(), await second()];
      const requests = [one, other].map((pod) => pod.spec.containers[0]?.resources?.requests?.cpu);
      return requests[0] === SMALL.cpu && requests[1] === LARGE.cpu;
    });
    expect(admission.mutations().every(({ pod, vpa }) => pod.startsWith(vpa))).toBe(true);
    const process = await cluster.updating();
    await until('a plan that knows both owners', async () => {
      const plans = await Promise.all(GROUPS.map((group) => process.plan(cluster, group)));
      return plans.every((pods) => pods.length > 0);
    });
    for (const group of GROUPS) {
      const pods = await process.plan(cluster, group);
      expect(pods.every(({ name }) => name.startsWith(group))).toBe(true);
    }
  });
});
