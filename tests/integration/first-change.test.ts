import { afterEach, beforeEach, expect, it } from 'vitest';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { NAMESPACE, VPAS } from '../support/embedded-cluster';
import { reasonOf, UpdatingCluster } from '../support/updating';
import { expectSilence } from '../support/witness';

let cluster: UpdatingCluster;

beforeEach(async () => {
  cluster = await UpdatingCluster.start();
});
afterEach(() => cluster.close());

const stateWait = (text: string) =>
  cluster.sandbox.registry.mutate<VerticalPodAutoscaler>(VPAS, NAMESPACE, 'web', ({ metadata }) => {
    metadata.annotations = { ...metadata.annotations, 'plumbline.dev/first-change-after': text };
  });

it('changes nothing of a VPA before its first change is due, and goes on once it is', async () => {
  await cluster.admitting();
  await cluster.workload('web');
  await cluster.autoscaler('web');
  stateWait('30d');
  const createdMs = Date.parse(cluster.vpa('web').metadata.creationTimestamp ?? '');
  const process = await cluster.updating();
  const untilMs = createdMs + 30 * 86_400_000;
  const plan = await process.plan(cluster, 'web');
  expect(reasonOf(plan, 'before-first-change')).toEqual({
    code: 'before-first-change',
    after: '30d',
    untilMs,
  });
  expect(plan[0]?.notBeforeMs).toBe(untilMs);
  await expectSilence(cluster, process, 'web');
  stateWait('0s');
  await process.pass(cluster);
  expect(process.actions()).toContain('evict done');
});
