import { afterEach, beforeEach, expect, it } from 'vitest';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import type { Operations } from '@/server/operations';
import type { AuditRecord } from '@/server/store';
import { NAMESPACE, VPAS } from '../support/embedded-cluster';
import { until } from '../support/until';
import { operationsBeside, recordingInto, UpdatingCluster } from '../support/updating';

const SCOPE = { kind: 'vpa', namespace: NAMESPACE, name: 'web' } as const;

let cluster: UpdatingCluster;
let operations: Operations;
let records: AuditRecord[];
let end: () => Promise<void>;

/** A process without roles that serves pages. */
beforeEach(async () => {
  cluster = await UpdatingCluster.start();
  const context = cluster.context({ roles: ['recommender'] });
  records = [];
  operations = operationsBeside(context, recordingInto(records), () => undefined);
  end = async () => {
    await operations.stop();
    await context.caches.stop();
    await context.client.close();
  };
});
afterEach(async () => {
  await end();
  await cluster.close();
});

const policy = () =>
  cluster.sandbox.registry.get<VerticalPodAutoscaler>(VPAS, NAMESPACE, 'web')?.spec.updatePolicy;
const changes = () =>
  records.flatMap((record) =>
    record.kind === 'change' ? [`${record.who} ${record.change} ${record.outcome}`] : [],
  );

async function known(name: string): Promise<void> {
  await until('the VPA', () =>
    operations.policies.preview(NAMESPACE, name, {}).then(
      () => true,
      () => false,
    ),
  );
}

it('saves, stops and resumes without an updater, and says that it plans no pods', async () => {
  await cluster.workload('web', { replicas: 2 });
  await cluster.autoscaler('web');
  await known('web');
  const edit = { minReplicas: 3, containerPolicies: [{ containerName: 'app', maxAllowed: { cpu: '150m' } }] };
  const seen = await operations.policies.preview(NAMESPACE, 'web', edit);
  expect(seen).toMatchObject({
    errors: [],
    before: { updateMode: 'Recreate' },
    after: { updateMode: 'Recreate' },
  });
  expect(seen.before.evict).toBeUndefined();
  expect(seen.statements).toContain('This process plans no pods; the updater decides what happens to them.');
  expect(seen.containers).toMatchObject([{ container: 'app', before: { cpu: 163 }, after: { cpu: 150 } }]);

  await operations.policies.save(NAMESPACE, 'web', edit, { who: 'ada' });
  expect(policy()?.minReplicas).toBe(3);
  await operations.stops.press(SCOPE, 'ada');
  expect(operations.stops.view().stops).toMatchObject([{ scope: SCOPE, who: 'ada', inCluster: true }]);
  await operations.stops.resume(SCOPE, 'bob');
  expect(operations.stops.view().stops).toEqual([]);
  expect(changes()).toEqual(['ada resource-policy done', 'ada stop done', 'bob resume done']);
});

it('saves over a calendar and parameters with characters that an API server keeps escaped', async () => {
  const blackout = (name: string) => `# ${name}\nblackouts:\n  - date: 2026-12-24\n`;
  await cluster.workload('web', { replicas: 2 });
  await cluster.autoscaler('web');
  cluster.sandbox.registry.mutate<VerticalPodAutoscaler>(VPAS, NAMESPACE, 'web', (draft) => {
    draft.metadata.annotations = {
      'plumbline.dev/calendar': blackout('R&D <freeze>'),
      about: 'p95 < 80% & no OOM \u2028',
    };
  });
  const annotations = () =>
    cluster.sandbox.registry.get<VerticalPodAutoscaler>(VPAS, NAMESPACE, 'web')?.metadata.annotations;
  await known('web');
  const calendar = blackout('R&D <holidays>');
  await operations.policies.save(NAMESPACE, 'web', { calendar }, { who: 'anna' });
  expect(annotations()?.['plumbline.dev/calendar']).toBe(calendar);
  await until('the calendar', async () => {
    const { before } = await operations.policies.preview(NAMESPACE, 'web', {});
    return before && true;
  });
  await operations.policies.save(
    NAMESPACE,
    'web',
    { recommender: 'default', parameters: { marginFraction: '0.2' } },
    { who: 'anna' },
  );
  expect(changes()).toEqual(['anna resource-policy done', 'anna recommender done']);
});

it('reverts without an updater what another process resized, and refuses while that continues', async () => {
  await cluster.workload('web', { replicas: 2 });
  await cluster.autoscaler('web', { updatePolicy: { updateMode: 'InPlaceOrRecreate' } });
  const updating = await cluster.updating();
  const cpu = () => cluster.pods('web').map(({ spec }) => spec.containers[0]?.resources?.requests?.cpu);
  await until('both resized', async () => {
    await updating.pass(cluster);
    return cpu().every((amount) => amount === '163m');
  });
  await expect(operations.reverts.revert(SCOPE, 'ada')).rejects.toMatchObject({ code: 'conflict' });
  await operations.stops.press(SCOPE, 'ada');
  expect(await operations.reverts.revert(SCOPE, 'ada')).toEqual({ reverted: 2, failed: 0 });
  expect(cpu()).toEqual(['100m', '100m']);
  expect(await operations.reverts.revert({ kind: 'namespace', namespace: 'elsewhere' }, 'ada')).toEqual({
    reverted: 0,
    failed: 0,
  });
  expect(changes()).toEqual(['ada stop done', 'ada revert done', 'ada revert done']);
});

it('changes one VPA beside others that cannot be read', async () => {
  await cluster.workload('web', { replicas: 1 });
  await cluster.autoscaler('web');
  const broken = { apiVersion: 'autoscaling.k8s.io/v1', kind: 'VerticalPodAutoscaler' } as const;
  const target = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' };
  const policies = { containerPolicies: [{ containerName: '*', maxAllowed: { cpu: '1e1001' } }] };
  await cluster.create<VerticalPodAutoscaler>(VPAS, {
    ...broken,
    metadata: { name: 'broken', namespace: NAMESPACE },
    spec: { targetRef: target, resourcePolicy: policies },
  });
  await known('web');
  await known('broken');
  await operations.policies.save(NAMESPACE, 'web', { minReplicas: 3 }, { who: 'ada' });
  expect(policy()?.minReplicas).toBe(3);
  const kept = await operations.policies.preview(NAMESPACE, 'broken', { minReplicas: 3 });
  expect(kept.errors.length).toBeGreaterThan(0);
  await operations.policies.save(NAMESPACE, 'broken', { containerPolicies: [] }, { who: 'ada' });
  expect(await operations.reverts.revert({ kind: 'all' }, 'ada')).toEqual({ reverted: 0, failed: 0 });
  expect(changes()).toHaveLength(3);
});
