import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ManualClock } from '@/server/lib/time/clock';
import type { KubeObject, PodDisruptionBudget } from '@/server/objects/types';
import { NAMESPACE } from '../support/embedded-cluster';
import { until } from '../support/until';
import { UpdatingCluster } from '../support/updating';

const MINUTE_MS = 60_000;
const PASSES = 8;

let cluster: UpdatingCluster;

beforeAll(async () => {
  cluster = await UpdatingCluster.start();
  await cluster.admitting();
});
afterAll(() => cluster.close());

/** Workloads of many kinds and policies, some of which block each other. */
async function manyWorkloads(): Promise<void> {
  const mode = (updateMode: 'Off' | 'Initial' | 'Recreate' | 'InPlaceOrRecreate' | 'InPlace') => ({
    updatePolicy: { updateMode },
  });
  for (const [name, replicas, spec] of [
    ['recreated', 6, mode('Recreate')],
    ['recreated-too', 3, mode('Recreate')],
    ['resized', 5, mode('InPlaceOrRecreate')],
    ['never-evicted', 4, mode('InPlace')],
    ['impossible', 2, { ...mode('Recreate'), target: { cpu: '64', memory: '250Mi' } }],
    ['off', 2, mode('Off')],
    ['initial', 2, mode('Initial')],
    ['budgeted', 4, mode('Recreate')],
    ['alone', 1, mode('Recreate')],
    [
      'picky',
      2,
      {
        updatePolicy: {
          updateMode: 'Recreate' as const,
          evictionRequirements: [
            { resources: ['cpu' as const], changeRequirement: 'TargetLowerThanRequests' as const },
          ],
        },
      },
    ],
  ] as const) {
    await cluster.workload(name, { replicas });
    await cluster.autoscaler(name, structuredClone(spec) as never);
  }
  await cluster.workload('stateful', { kind: 'StatefulSet', replicas: 3 });
  await cluster.autoscaler('stateful', { kind: 'StatefulSet' });
  await cluster.create<PodDisruptionBudget>('poddisruptionbudgets.policy', {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name: 'budgeted', namespace: NAMESPACE },
    spec: { maxUnavailable: 1, selector: { matchLabels: { app: 'budgeted' } } },
  });
  await cluster.create('resourcequotas', {
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata: { name: 'roomy', namespace: NAMESPACE },
    spec: { hard: { 'requests.cpu': '8' } },
  } as KubeObject);
}

const settled = () =>
  until('pods that are all ready', () => {
    const pods = [...cluster.sandbox.registry.list<KubeObject & { status?: PodStatus }>('pods', NAMESPACE)];
    return pods.every(
      ({ metadata, status }) =>
        !metadata.deletionTimestamp &&
        status?.conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'True') &&
        !status.conditions.some(({ type }) => type.startsWith('PodResize')),
    );
  });

interface PodStatus {
  conditions?: { type: string; status: string }[];
}

describe('the plan made just before a pass', () => {
  it('is what the pass does: the same pods, the same way, for the same reasons, and nothing else, and its plan is the one shown', async () => {
    await manyWorkloads();
    const clock = new ManualClock(cluster.clock.now());
    const settings = { warmUpMs: 2 * MINUTE_MS, warmUpRatePerMinute: 4, evictionRateLimitPerVpa: 2 };
    const process = await cluster.updating(settings, { clock });
    const seen = new Set<string>();
    for (let round = 0; round < PASSES; round++) {
      await settled();
      await process.caughtUp(cluster);
      await clock.advance(cluster.clock.now() - clock.now());
      const done = process.records.length;
      const { plan } = await process.updater.plan();
      const carriedOut = await process.updater.pass();
      expect(process.updater.shown.latest?.plan).toBe(carriedOut);
      const shown = plan.vpas.flatMap(({ name: vpa, pods }) =>
        pods
          .filter(({ decision }) => decision === 'evict' || decision === 'resize')
          .map(({ name: pod, decision, reasons }) => ({ vpa, pod, decision, reasons })),
      );
      const did = process.records.slice(done).flatMap((record) => {
        if (record.kind !== 'action') return [];
        const { vpa, pod, action: decision, outcome, reasons } = record;
        expect(`${vpa}/${pod} ${outcome}`).toBe(`${vpa}/${pod} done`);
        return [{ vpa, pod, decision, reasons }];
      });
      const inOrder = (list: typeof shown) => list.map((one) => JSON.stringify(one)).sort();
      expect(inOrder(did as typeof shown)).toEqual(inOrder(shown));
      for (const { pods } of plan.vpas)
        for (const { reasons } of pods) for (const { code } of reasons) seen.add(code);
    }
    for (const code of [
      'outside-bounds',
      'within-bounds',
      'mode-off',
      'mode-initial',
      'exceeds-largest-node',
      'disruption-budget',
      'tolerance-used-up',
      'too-few-replicas',
      'eviction-requirement',
      'warming-up',
      'vpa-rate-limited',
    ])
      expect(seen).toContain(code);
    expect(process.actions()).toContain('evict done');
    expect(process.actions()).toContain('resize done');
  });
});
