import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HPA_GIVEN_ANNOTATION } from '@/server/decide/features/with-hpa/hpa-given';
import { HPA_LEADER_ANNOTATION } from '@/server/decide/features/with-hpa/hpa-leader';
import { KEPT_THRESHOLDS_ANNOTATION } from '@/server/decide/features/with-hpa/hpa-thresholds';
import { WITH_HPA_ANNOTATION } from '@/server/decide/features/with-hpa/with-hpa';
import type { HorizontalPodAutoscaler, MetricSpec } from '@/server/objects/types';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { withHpasOf } from '@/server/pages/workloads/features-of';
import { NAMESPACE, VPAS } from '../support/embedded-cluster';
import { FaultyApi } from '../support/faulty-api';
import { onShare } from '../support/hpa';
import { until } from '../support/until';
import { codes, reasonOf, type Updating, UpdatingCluster } from '../support/updating';

const HPAS = 'horizontalpodautoscalers.autoscaling';
const LARGE = { cpu: '400m', memory: '250Mi' };

let cluster: UpdatingCluster;

beforeEach(async () => {
  cluster = await UpdatingCluster.start();
});
afterEach(() => cluster.close());

const hpa = (name = 'scaler') => {
  const found = cluster.sandbox.registry.get<HorizontalPodAutoscaler>(HPAS, NAMESPACE, name);
  if (!found) throw new Error(`no HPA ${name}`);
  return found;
};
const percent = () =>
  hpa().spec.metrics?.map((each) => (each.resource ?? each.containerResource)?.target?.averageUtilization);
const kept = () => hpa().metadata.annotations?.[KEPT_THRESHOLDS_ANNOTATION];

async function scaler(metrics: MetricSpec[], more: { name?: string; labels?: Record<string, string> } = {}) {
  const { name = 'scaler', labels } = more;
  await cluster.create<HorizontalPodAutoscaler>(HPAS, {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name, namespace: NAMESPACE, labels },
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
      minReplicas: 2,
      maxReplicas: 2,
      metrics,
    },
  });
}

/** Two pods of 100m and 64Mi that use 10m and 20Mi; a VPA with this mode that resizes them in place. */
async function beside(mode: string, target = { cpu: '163m', memory: '250Mi' }, cpu = '100m') {
  await cluster.workload('web', { replicas: 2, resources: { requests: { cpu, memory: '64Mi' } } });
  await cluster.autoscaler('web', {
    updatePolicy: { updateMode: 'InPlaceOrRecreate', minReplicas: 1 },
    target,
  });
  cluster.sandbox.registry.mutate<VerticalPodAutoscaler>(VPAS, NAMESPACE, 'web', (draft) => {
    draft.metadata.annotations = { [WITH_HPA_ANNOTATION]: mode };
  });
}

/** One pass once the process has seen the HPAs as they are. */
async function pass(process: Updating) {
  const versions = (all: Iterable<HorizontalPodAutoscaler>) =>
    [...all]
      .map(({ metadata, spec }) => JSON.stringify([metadata.name, metadata.annotations, spec.metrics]))
      .sort()
      .join();
  await until(
    'the HPAs',
    () =>
      versions(cluster.sandbox.registry.list<HorizontalPodAutoscaler>(HPAS)) ===
      versions(process.context.caches.horizontalPodAutoscalers.list()),
  );
  return process.pass(cluster);
}

const wordsOf = ({ context }: Updating) =>
  withHpasOf({ cluster: context, config: context.config }, NAMESPACE, 'web');

const open = { useAdmissionControllerStatus: false, inPlaceSkipDisruptionBudget: true } as const;
const retargets = (process: Updating) =>
  process.records.flatMap((record) =>
    record.kind === 'change' && record.change === 'hpa-target' ? [record] : [],
  );

describe('mode bottleneck', () => {
  it('leaves alone what leads the HPA, and changes the rest', async () => {
    await beside('bottleneck');
    await scaler([onShare('cpu', 70, 'app'), onShare('memory', 80)]);
    const process = await cluster.updating(open);
    expect(codes(await process.plan(cluster, 'web'))).toEqual(
      Array(2).fill('wait: hpa-same-resource hpa-same-resource'),
    );
    await until('metrics', () => hpa().status?.currentMetrics?.length === 2);
    await until('a leader', async () => {
      await pass(process);
      return cluster.vpa('web').metadata.annotations?.[HPA_LEADER_ANNOTATION] !== undefined;
    });
    expect(cluster.vpa('web').metadata.annotations?.[HPA_LEADER_ANNOTATION]).toMatch(/^memory /);
    await until(
      'the words for the page',
      () => wordsOf(process) === 'HPA scaler scales on memory; the rest is vertical, cpu of app too',
    );
    await until('the CPU changed', async () => {
      await pass(process);
      return process.actions().length === 2;
    });
    expect(cluster.requests('web')).toEqual(Array(2).fill({ cpu: '163m', memory: '64Mi' }));
  });
});

describe('mode keep-threshold', () => {
  it('notes the threshold, raises requests, then rewrites the target, and reverts all of it', async () => {
    await beside('keep-threshold');
    await scaler([onShare('cpu', 70, 'app')]);
    const process = await cluster.updating(open);
    await pass(process);
    expect(JSON.parse(kept() ?? '')).toEqual({ 'cpu/app': { threshold: 70, percent: 70, first: 70 } });
    await until('both resized', async () => {
      await pass(process);
      return process.actions().filter((text) => text === 'resize done').length >= 2;
    });
    await until('the target', async () => {
      await pass(process);
      return percent()?.[0] === 43;
    });
    for (let more = 0; more < 3; more++) await pass(process);
    expect(percent()).toEqual([43]);
    // Once if both pods were resized in one pass, else once for each.
    expect(retargets(process).length).toBeLessThanOrEqual(2);
    expect(retargets(process)[0]?.before).toEqual({
      horizontalPodAutoscaler: 'scaler',
      averageUtilization: { 'cpu of app': 70 },
    });
    expect(retargets(process).at(-1)).toMatchObject({
      who: 'plumbline',
      name: 'web',
      outcome: 'done',
      detail: expect.stringMatching(/^cpu of app from (70|53) % to 43 %, which keeps 70m per pod$/),
      after: { averageUtilization: { 'cpu of app': 43 } },
    });

    await expect(process.operations.reverts.revert({ kind: 'all' }, 'ada')).rejects.toMatchObject({
      code: 'conflict',
    });
    await process.stops.press({ kind: 'all' }, 'ada');
    expect(await process.operations.reverts.revert({ kind: 'all' }, 'ada')).toEqual({
      reverted: 3,
      failed: 0,
    });
    expect(percent()).toEqual([70]);
    const seen = process.context.caches.horizontalPodAutoscalers.get(NAMESPACE, 'scaler');
    expect(seen?.metadata.annotations?.[KEPT_THRESHOLDS_ANNOTATION]).toBeUndefined();
    expect(kept()).toBeUndefined();
    expect(retargets(process).at(-1)).toMatchObject({
      who: 'ada',
      after: { averageUtilization: { 'cpu of app': 70 } },
    });
    await pass(process);
    expect(kept()).toBeUndefined();
  });

  it('rewrites the target before requests fall, so that the threshold is never lower', async () => {
    await beside('keep-threshold', { cpu: '100m', memory: '64Mi' }, LARGE.cpu);
    await scaler([onShare('cpu', 20)]);
    const api = await FaultyApi.before(cluster.sandbox);
    try {
      const seen: unknown[] = [];
      api.fault = (method, url) => {
        if (method === 'PATCH' && url.includes('/resize')) seen.push(percent()?.[0]);
        return undefined;
      };
      const process = await cluster.updating({ ...open, kubeconfig: api.kubeconfig });
      await pass(process);
      await until('both resized', async () => {
        await pass(process);
        return process.actions().length >= 2;
      });
      expect(seen).toHaveLength(2);
      for (const share of seen) expect(share).toBeGreaterThan(20);
      await until('the target', async () => {
        await pass(process);
        return percent()?.[0] === 80;
      });
    } finally {
      await api.close();
    }
  });

  it('gives new pods what the running ones have, so that a scaling moves no utilization', async () => {
    await beside('keep-threshold', { cpu: '163m', memory: '64Mi' }, '400m');
    await scaler([onShare('cpu', 70)]);
    await cluster.admitting();
    const process = await cluster.updating({ ...open, hpaMaxReplicaJump: 0 });
    cluster.sandbox.registry.mutate<VerticalPodAutoscaler>(
      VPAS,
      NAMESPACE,
      'web',
      (draft) => {
        const [own] = draft.status?.recommendation?.containerRecommendations ?? [];
        if (own) own.upperBound = { cpu: '2', memory: '64Mi' };
      },
      { subresource: 'status' },
    );
    await pass(process);
    await until('what was given', async () => {
      await pass(process);
      return cluster.vpa('web').metadata.annotations?.[HPA_GIVEN_ANNOTATION] === '{"app":{"cpu":400}}';
    });
    const [pod] = cluster.pods('web');
    cluster.sandbox.registry.delete('pods', NAMESPACE, pod?.metadata.name ?? '');
    await cluster.ready('web', 2);
    expect(cluster.requests('web')).toEqual(Array(2).fill({ cpu: '400m', memory: '64Mi' }));
    expect(percent()).toEqual([70]);
  });

  it('says before an edit what becomes of the replicas', async () => {
    await beside('keep-threshold');
    await scaler([onShare('cpu', 70, 'app')]);
    // The passes raise the requests, which the edit would lower again at once.
    const process = await cluster.updating({ ...open, ageOfRequests: false });
    await pass(process);
    await until('metrics', () => hpa().status?.currentMetrics?.length === 1);
    const edit = { containerPolicies: [{ containerName: 'app', maxAllowed: { cpu: '150m' } }] };
    await until('the statement', async () => {
      await pass(process).catch(() => undefined);
      const { statements } = await process.operations.policies.preview(NAMESPACE, 'web', edit);
      return statements.some((text) => text.endsWith('HorizontalPodAutoscaler scaler stays at 2 replicas.'));
    });
  });

  it('takes a target that somebody else sets, and never sets it back', async () => {
    await beside('keep-threshold', { cpu: '100m', memory: '64Mi' });
    await scaler([onShare('cpu', 70)]);
    const process = await cluster.updating(open);
    await pass(process);
    cluster.sandbox.registry.mutate<HorizontalPodAutoscaler>(HPAS, NAMESPACE, 'scaler', (draft) => {
      draft.spec.metrics = [onShare('cpu', 55)];
    });
    for (let more = 0; more < 3; more++) await pass(process);
    expect(percent()).toEqual([55]);
    expect(JSON.parse(kept() ?? '')).toEqual({ cpu: { threshold: 55, percent: 55, first: 55 } });
  });

  it('changes nothing while the HPA cannot be written, and says so', async () => {
    await beside('keep-threshold', { cpu: '50m', memory: '64Mi' });
    await scaler([onShare('cpu', 70)]);
    const api = await FaultyApi.before(cluster.sandbox);
    try {
      const process = await cluster.updating({ ...open, kubeconfig: api.kubeconfig });
      await pass(process);
      expect(kept()).toBeDefined();
      api.fault = (method, url) =>
        method === 'PATCH' && url.includes('/horizontalpodautoscalers/')
          ? { status: 403, reason: 'Forbidden' }
          : undefined;
      for (let more = 0; more < 3; more++) await pass(process);
      expect(process.actions()).toEqual([]);
      expect(process.context.problems.list().map(({ code, about }) => `${code} ${about}`)).toContain(
        'hpa-not-prepared HorizontalPodAutoscaler shop/scaler',
      );
      api.fault = () => undefined;
      await until('both resized', async () => {
        await pass(process);
        return process.actions().length >= 2;
      });
      expect(process.context.problems.list()).toEqual([]);
    } finally {
      await api.close();
    }
  });

  it('stops noting what somebody else keeps removing, and changes the rest', async () => {
    await beside('keep-threshold');
    await scaler([onShare('cpu', 70)]);
    const process = await cluster.updating(open);
    for (let round = 0; round < 4; round++) {
      await pass(process);
      await pass(process);
      cluster.sandbox.registry.mutate<HorizontalPodAutoscaler>(HPAS, NAMESPACE, 'scaler', (draft) => {
        draft.metadata.annotations = {};
      });
    }
    await pass(process);
    for (let more = 0; more < 3; more++) await pass(process);
    expect(kept()).toBeUndefined();
    expect(process.context.problems.list().map(({ code }) => code)).toContain('hpa-not-prepared');
  });

  it('leaves twins alone, which nobody could tell apart', async () => {
    await beside('keep-threshold');
    await scaler([onShare('cpu', 70), onShare('cpu', 60)]);
    const process = await cluster.updating(open);
    await until('the memory', async () => {
      await pass(process);
      return process.actions().length >= 2;
    });
    expect([percent(), kept()]).toEqual([[70, 60], undefined]);
    expect(cluster.requests('web')).toEqual(Array(2).fill({ cpu: '100m', memory: '250Mi' }));
  });

  it('reads again after a conflict', async () => {
    await beside('keep-threshold');
    await scaler([onShare('cpu', 70)]);
    const api = await FaultyApi.before(cluster.sandbox);
    try {
      let conflicts = 0;
      api.fault = (method, url) =>
        method === 'PATCH' && url.includes('/horizontalpodautoscalers/') && ++conflicts < 3
          ? { status: 409, reason: 'Conflict' }
          : undefined;
      const process = await cluster.updating({ ...open, kubeconfig: api.kubeconfig });
      await pass(process);
      expect(kept()).toBeDefined();
    } finally {
      await api.close();
    }
  });

  it('leaves an HPA alone that a tool manages, and names the tool', async () => {
    await beside('keep-threshold');
    await scaler([onShare('cpu', 70)], { labels: { 'argocd.argoproj.io/instance': 'shop' } });
    const process = await cluster.updating(open);
    await until('the memory', async () => {
      await pass(process);
      return process.actions().length >= 2;
    });
    expect(cluster.requests('web')).toEqual(Array(2).fill({ cpu: '100m', memory: '250Mi' }));
    expect([percent(), kept()]).toEqual([[70], undefined]);
    expect(reasonOf(await process.plan(cluster, 'web'), 'hpa-same-resource')).toMatchObject({
      aside: 'managed',
      by: 'Argo CD',
    });
    expect(process.context.problems.list().map(({ code }) => code)).toEqual(['with-hpa-not-applied']);
  });
});

it('two HPAs on one target are both named, and neither is acted on', async () => {
  await beside('keep-threshold', { cpu: '163m', memory: '64Mi' });
  await scaler([onShare('cpu', 70)]);
  await scaler([onShare('cpu', 60, 'app')], { name: 'other' });
  const process = await cluster.updating(open);
  for (let more = 0; more < 3; more++) await pass(process);
  const [plan] = await process.plan(cluster, 'web');
  const named = plan?.reasons.flatMap((reason) =>
    reason.code === 'hpa-same-resource' ? [reason.autoscaler] : [],
  );
  expect(named?.sort()).toEqual(['other', 'scaler']);
  expect(wordsOf(process)).toMatch(
    /^HPAs other and scaler scale on cpu and cpu of app|^HPAs other and scaler scale on cpu of app and cpu/,
  );
  expect(process.actions()).toEqual([]);
  expect([percent(), kept()]).toEqual([[70], undefined]);
  expect(
    process.context.problems
      .list()
      .map(({ message }) => message)
      .join(),
  ).toContain('other, scaler');
});
