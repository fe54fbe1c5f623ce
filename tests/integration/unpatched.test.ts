import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MutatingWebhookConfiguration } from '@/server/admission/serving/webhook-configuration';
import { patchStatus } from '@/server/kube/vpa-status';
import { toKubeTime } from '@/server/lib/time/clock';
import { API_RESOURCES, pathOf } from '@/server/objects/resources';
import type { VerticalPodAutoscaler, VpaCondition } from '@/server/objects/vpa-types';
import { NAMESPACE, VPAS } from '../support/embedded-cluster';
import { until } from '../support/until';
import { codes, type Updating, UpdatingCluster } from '../support/updating';

const WEBHOOKS = 'mutatingwebhookconfigurations.admissionregistration.k8s.io';
const TARGET = { cpu: '163m', memory: '250Mi' };
/** Nobody repairs the registration here, and nothing waits longer than needed. */
const TIMINGS = { healthEveryMs: 20, conditionsEveryMs: 20, registrationEveryMs: 3_600_000, graceMs: 0 };

let cluster: UpdatingCluster;

beforeEach(async () => {
  cluster = await UpdatingCluster.start();
});
afterEach(() => cluster.close());

function askOnlyFor(matchLabels: Record<string, string>): void {
  cluster.sandbox.registry.mutate<MutatingWebhookConfiguration>(WEBHOOKS, undefined, 'plumbline', (draft) => {
    for (const webhook of draft.webhooks ?? []) webhook.objectSelector = { matchLabels };
  });
}

/** The VPA as any reader sees it. */
async function conditionOf({ context: { client } }: Pick<Updating, 'context'>, name: string) {
  const vpa = await client.request<VerticalPodAutoscaler>('GET', pathOf(API_RESOURCES.vpas, NAMESPACE, name));
  return vpa.status?.conditions?.find(({ type }) => type === 'PodsUnpatched');
}

function stored(name: string, type = 'PodsUnpatched'): VpaCondition | undefined {
  return cluster.vpa(name).status?.conditions?.find((condition) => condition.type === type);
}

/** A writer that replaces the whole list of conditions. */
function overwriteConditions(name: string, conditions: VpaCondition[]): void {
  cluster.sandbox.registry.mutate<VerticalPodAutoscaler>(
    VPAS,
    NAMESPACE,
    name,
    (draft) => {
      draft.status = { ...draft.status, conditions };
    },
    { subresource: 'status' },
  );
}

async function deleteOnePod(app: string): Promise<void> {
  const [{ metadata } = { metadata: { name: '' } }] = cluster.pods(app);
  cluster.sandbox.registry.delete('pods', NAMESPACE, metadata.name);
  await cluster.ready(app, 4);
}

/** The workload with its VPA, and its first pods created without their patch. */
async function comeUnpatched(name: string): Promise<VpaCondition> {
  await cluster.workload(name);
  await cluster.autoscaler(name);
  askOnlyFor({ reviewed: 'yes' });
  await cluster.clock.sleep(1_500);
  await deleteOnePod(name);
  return until('the condition', () => stored(name));
}

describe('pods created without their patch', () => {
  it('are reported in a condition, a problem and metrics, and no updater evicts until one has it again', async () => {
    const { context } = await cluster.admission({ timings: TIMINGS });
    await cluster.workload('web');
    await cluster.autoscaler('web');
    const updating = await cluster.updating({ loopBreakerMisses: 0 });
    askOnlyFor({ reviewed: 'yes' });
    await cluster.clock.sleep(1_500);
    await updating.pass(cluster);
    // The second of the pass is held back if the first is seen to be replaced without its patch by then.
    const actions = updating.actions();
    expect([actions[0], actions.length]).toEqual(['evict done', 2]);
    await cluster.ready('web', 4);
    await deleteOnePod('web');
    await until('the condition', () => /^[23] pods/.test(stored('web')?.message ?? ''));

    expect(await conditionOf(updating, 'web')).toMatchObject({
      status: 'True',
      reason: 'CreatedWithoutPatch',
      message: expect.stringMatching(
        /^[23] pods were created without the recommendation, the last at \d{4}-.*Z$/,
      ),
    });
    expect(context.problems.list().map(({ code, about }) => [code, about])).toEqual([
      ['pods-unpatched', `VerticalPodAutoscaler ${NAMESPACE}/web`],
    ]);
    const metrics = await context.metrics.metrics();
    expect(metrics).toMatch(/plumbline_admission_unpatched_pods_total [23]\n/);
    expect(metrics).toMatch(/plumbline_admission_unpatched_vpas 1\n/);
    expect(metrics).toMatch(/plumbline_admission_healthy 1\n/);

    for (const process of [updating, await cluster.updating({ loopBreakerMisses: 0 })]) {
      await process.pass(cluster);
      const plan = await process.plan(cluster, 'web');
      expect(codes(plan)).toEqual(Array(4).fill('wait: outside-bounds outside-bounds pods-unpatched'));
      expect(plan[0]?.awaits).toEqual(['pod-patched']);
    }
    expect(updating.actions()).toHaveLength(2);

    askOnlyFor({});
    await deleteOnePod('web');
    await until('no condition', () => !stored('web'));
    expect(context.problems.list()).toEqual([]);
    expect(await context.metrics.metrics()).toMatch(/plumbline_admission_unpatched_vpas 0\n/);
    for (let round = 0; round < 3; round++) {
      await updating.pass(cluster);
      await cluster.ready('web', 4);
    }
    expect(cluster.requests('web')).toEqual(Array(4).fill(TARGET));
  });

  it('are none of a VPA that changes nothing yet', async () => {
    const { context } = await cluster.admission({ timings: TIMINGS });
    for (const name of ['young', 'web']) {
      await cluster.workload(name);
      await cluster.autoscaler(name);
    }
    cluster.sandbox.registry.mutate<VerticalPodAutoscaler>(VPAS, NAMESPACE, 'young', ({ metadata }) => {
      metadata.annotations = { 'plumbline.dev/first-change-after': '30d' };
    });
    askOnlyFor({ reviewed: 'yes' });
    await cluster.clock.sleep(1_500);
    await deleteOnePod('young');
    await deleteOnePod('web');
    await until('the condition of the other', () => stored('web'));
    expect(stored('young')).toBeUndefined();
    expect(context.problems.list().map(({ about }) => about)).toEqual([
      `VerticalPodAutoscaler ${NAMESPACE}/web`,
    ]);
  });

  it('are reported again after another writer removed that, beside what it wrote', async () => {
    await cluster.admission({ timings: TIMINGS });
    const condition = await comeUnpatched('web');
    const own: VpaCondition = { type: 'RecommendationProvided', status: 'True' };
    overwriteConditions('web', [own]);
    await until('the condition again', () => stored('web'));
    expect(cluster.vpa('web').status?.conditions).toEqual([condition, own]);
    expect(cluster.vpa('web').status?.recommendation).toBeDefined();
  });

  it('are still reported by the next process after a restart, until a pod has its patch', async () => {
    const first = await cluster.admission({ timings: TIMINGS });
    const condition = await comeUnpatched('web');
    await first.stop();
    const second = await cluster.admission({ timings: TIMINGS });
    await until('the problem', () =>
      second.context.problems.list().some(({ code }) => code === 'pods-unpatched'),
    );
    expect(stored('web')).toEqual(condition);
    expect(await second.context.metrics.metrics()).toMatch(/plumbline_admission_unpatched_vpas 1\n/);
    overwriteConditions('web', []);
    expect(await until('the condition again', () => stored('web'))).toEqual(condition);
    await deleteOnePod('web');
    await until('no condition', () => !stored('web'));
  });

  it('are forgotten by the next process if a pod got its patch in between', async () => {
    const first = await cluster.admission({ timings: TIMINGS });
    const condition = await comeUnpatched('web');
    await first.stop();
    const second = await cluster.admission({ timings: { ...TIMINGS, conditionsEveryMs: 3_600_000 } });
    await cluster.clock.sleep(1_500);
    await deleteOnePod('web');
    expect(cluster.requests('web')).toContainEqual(TARGET);
    expect(stored('web')).toEqual(condition);
    await second.stop();
    await cluster.admission({ timings: TIMINGS });
    await until('no condition', () => !stored('web'));
  });

  it("are forgotten if the state was unknown for half an hour, by the condition's time", async () => {
    const lastTransitionTime = (minutesAgo: number) => toKubeTime(cluster.clock.now() - minutesAgo * 60_000);
    const condition = { type: 'PodsUnpatched', status: 'True', message: 'some' } as const;
    for (const [name, minutesAgo] of [
      ['long-ago', 31],
      ['of-late', 28],
    ] as const) {
      await cluster.autoscaler(name);
      overwriteConditions(name, [{ ...condition, lastTransitionTime: lastTransitionTime(minutesAgo) }]);
    }
    await cluster.admission({ timings: TIMINGS });
    await until('no condition', () => !stored('long-ago'));
    expect(stored('of-late')).toMatchObject(condition);
    await until('no condition', () => !stored('of-late'));
  });

  it('are forgotten with the VPA', async () => {
    const { context } = await cluster.admission({ timings: TIMINGS });
    await comeUnpatched('web');
    cluster.sandbox.registry.delete(VPAS, NAMESPACE, 'web');
    await until('no problem', () => context.problems.list().length === 0);
    await cluster.autoscaler('web');
    await cluster.clock.sleep(5_000);
    expect(stored('web')).toBeUndefined();
  });

  it('count for a VPA only from its last change', async () => {
    await cluster.admission({ timings: { ...TIMINGS, graceMs: 3_600_000 } });
    await cluster.workload('web');
    await cluster.autoscaler('web');
    askOnlyFor({ reviewed: 'yes' });
    await cluster.clock.sleep(1_500);
    await deleteOnePod('web');
    await cluster.clock.sleep(5_000);
    expect(stored('web')).toBeUndefined();
  });
});

describe('the status of a VPA', () => {
  it('keeps the conditions of all who write it at once', async () => {
    const updating = await cluster.updating();
    await cluster.workload('web');
    await cluster.autoscaler('web');
    const { client } = updating.context;
    const stale = cluster.vpa('web');
    const add = (type: string) =>
      patchStatus(client, stale, ({ status }) => ({
        conditions: [...(status?.conditions ?? []), { type, status: 'True' }],
      }));
    await add('One');
    // `stale` is what a cache that lags behind still holds.
    await add('Two');
    await add('Three');
    expect(cluster.vpa('web').status?.conditions?.map(({ type }) => type)).toEqual(['One', 'Two', 'Three']);
    expect(cluster.vpa('web').status?.recommendation).toEqual(stale.status?.recommendation);
  });

  it('is not written to another VPA of the same name', async () => {
    const updating = await cluster.updating();
    await cluster.autoscaler('web');
    const former = cluster.vpa('web');
    cluster.sandbox.registry.delete(VPAS, NAMESPACE, 'web');
    await cluster.autoscaler('web');
    const conditions: VpaCondition[] = [{ type: 'One', status: 'True' }];
    await expect(patchStatus(updating.context.client, former, () => ({ conditions }))).rejects.toMatchObject({
      kind: 'conflict',
    });
    expect(stored('web', 'One')).toBeUndefined();
  });
});
