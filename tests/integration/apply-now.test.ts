import { afterEach, beforeEach, expect, it } from 'vitest';
import { APPLY_NOW_ANNOTATION } from '@/server/decide/features/apply-now/asked-now';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { NAMESPACE, VPAS } from '../support/embedded-cluster';
import { until } from '../support/until';
import { isReady, UpdatingCluster } from '../support/updating';

let cluster: UpdatingCluster;

beforeEach(async () => {
  cluster = await UpdatingCluster.start();
});
afterEach(() => cluster.close());

it('changes of young pods within their bounds go once a person asks, recorded, and only where the mode lets them', async () => {
  await cluster.admitting();
  await cluster.workload('web', { replicas: 2, resources: { requests: { cpu: '100m', memory: '200Mi' } } });
  await cluster.autoscaler('web', { target: { cpu: '150m', memory: '300Mi' } });
  cluster.sandbox.registry.mutate<VerticalPodAutoscaler>(
    VPAS,
    NAMESPACE,
    'web',
    (draft) => {
      const bounds = {
        lowerBound: { cpu: '50m', memory: '100Mi' },
        upperBound: { cpu: '1', memory: '1Gi' },
      };
      const own = draft.status?.recommendation?.containerRecommendations ?? [];
      draft.status = {
        recommendation: { containerRecommendations: own.map((one) => ({ ...one, ...bounds })) },
      };
    },
    { subresource: 'status' },
  );
  const process = await cluster.updating({ minReplicas: 1 });
  await until('ready pods', () => cluster.pods('web').filter(isReady).length === 2);
  const codes = async () =>
    (await process.plan(cluster, 'web')).flatMap(({ reasons }) => reasons.map(({ code }) => code));
  expect(await codes()).toContain('too-young');

  const { untilMs } = await process.operations.applyNow(NAMESPACE, 'web', { who: 'ada' });
  expect(Date.parse(cluster.vpa('web').metadata.annotations?.[APPLY_NOW_ANNOTATION] ?? '')).toBe(untilMs);
  expect(process.records.at(-1)).toMatchObject({ kind: 'change', change: 'apply-now', who: 'ada' });
  expect(await codes()).toContain('asked-for-now');
  await until('pods with the target', async () => {
    await process.pass(cluster);
    return cluster
      .pods('web')
      .every((pod) => isReady(pod) && pod.spec.containers[0]?.resources?.requests?.cpu === '150m');
  });

  cluster.sandbox.registry.mutate<VerticalPodAutoscaler>(VPAS, NAMESPACE, 'web', (draft) => {
    draft.spec.updatePolicy = { updateMode: 'Off' };
  });
  await process.caughtUp(cluster);
  await expect(process.operations.applyNow(NAMESPACE, 'web', { who: 'ada' })).rejects.toMatchObject({
    code: 'conflict',
  });
  await expect(process.operations.applyNow(NAMESPACE, 'nobody', { who: 'ada' })).rejects.toMatchObject({
    code: 'not-found',
  });
});
