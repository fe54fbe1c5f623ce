import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Pod } from '@/server/objects/types';
import type { VerticalPodAutoscalerCheckpoint } from '@/server/objects/vpa-types';
import { PROBLEM_TABLE } from '@/server/words/problems';
import { ApiCluster, CHECKPOINTS, VPAS } from '../support/api-cluster';
import { listedWorkloads } from '../support/listed';
import { Recommending } from '../support/recommending';

let cluster: ApiCluster | undefined;
let recommending: Recommending | undefined;
const folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

afterEach(async () => {
  await recommending?.stop();
  await cluster?.close();
  recommending = undefined;
  cluster = undefined;
});

async function startCluster(options = {}): Promise<ApiCluster> {
  cluster = await ApiCluster.start(options);
  return cluster;
}

async function start(on: ApiCluster, config = {}): Promise<Recommending> {
  recommending = await Recommending.start(on, config);
  return recommending;
}

/** A workload "good" without faults: it must be served. */
async function withGood(on: ApiCluster): Promise<void> {
  await on.workload('good', ['good-1']);
  await on.autoscaler('good');
  on.usage.set('shop/good-1', { app: { cpu: '250m', memory: '200Mi' } });
}

function file(name: string, text: string): string {
  const full = path.join(folder, name);
  writeFileSync(full, text);
  return full;
}

describe('a cluster that cannot be reached', () => {
  let empty: ApiCluster;

  beforeEach(async () => {
    empty = await startCluster();
  });

  it.each([
    ['kubeconfig-missing', () => path.join(folder, 'nowhere'), 'nowhere does not exist'],
    ['kubeconfig-malformed', () => file('broken', 'clusters: [:'), 'broken'],
    ['kubeconfig-malformed', () => file('empty', 'apiVersion: v1\nkind: Config\n'), 'empty'],
  ] as const)('%s is reported with the file', async (code, kubeconfig, about) => {
    const started = await start(empty, { kubeconfig: kubeconfig() });
    await started.expectProblem(code, about);
    expect(started.running.status().cluster).toMatchObject({ kind: 'none' });
    expect(await listedWorkloads(started.running)).toEqual([]);
    expect(started.running.health()).toMatchObject({ ok: true });
  });

  it('is reported with its address if nothing listens there', async () => {
    const nobody = empty.kubeconfigText().replace(/127\.0\.0\.1:\d+/, '127.0.0.1:1');
    const started = await start(empty, { kubeconfig: file('unreachable', nobody) });
    await started.expectProblem('cluster-unreachable', 'https://127.0.0.1:1');
    expect(started.running.status().cluster).toMatchObject({
      kind: 'connecting',
      server: 'https://127.0.0.1:1',
    });
  });

  it('is reported if it refuses the credentials, and connected by itself once they are renewed', async () => {
    await withGood(empty);
    const kubeconfig = file('expired', empty.kubeconfigText().replace(/token: .*/, 'token: expired'));
    const started = await start(empty, { kubeconfig });
    await started.expectProblem('credentials-refused', empty.url);
    expect(started.running.status().cluster).toMatchObject({
      kind: 'connecting',
      remedy: PROBLEM_TABLE['credentials-refused'].remedy,
    });
    writeFileSync(kubeconfig, empty.kubeconfigText());
    await started.until(() => expect(started.state('good').kind).toBe('recommended'));
    expect(started.problem('credentials-refused')).toBeUndefined();
  });
});

describe('a cluster that lacks something', () => {
  it('reports that the resource definitions are missing, and continues once they are applied', async () => {
    const on = await startCluster({ crds: false });
    const started = await start(on);
    await started.expectProblem('crds-not-installed', 'verticalpodautoscalers.autoscaling.k8s.io');
    await on.installCrds();
    await withGood(on);
    await started.until(() => expect(started.state('good').kind).toBe('recommended'));
    expect(started.problem('crds-not-installed')).toBeUndefined();
  });

  it('reports that the metrics API is missing, as a problem and at each VPA, and continues once it is there', async () => {
    const on = await startCluster({ metrics: false });
    await withGood(on);
    const started = await start(on);
    await started.firstPass();
    await started.expectProblem('metrics-not-installed', 'metrics.k8s.io');
    expect(started.state('good')).toMatchObject({ kind: 'none', reason: 'metrics-unavailable' });
    on.installMetrics();
    await started.until(() => expect(started.state('good').kind).toBe('recommended'));
    expect(started.problem('metrics-not-installed')).toBeUndefined();
  });
});

describe('a VPA that cannot be served', () => {
  it.each([
    [
      'whose target does not exist',
      { targetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'gone' } },
      'target-missing',
      'ConfigUnsupported',
    ],
    [
      'whose target is owned by another controller',
      { targetRef: { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'good-rs' } },
      'target-not-topmost',
      'ConfigUnsupported',
    ],
    [
      'whose target is of an unknown kind',
      { targetRef: { apiVersion: 'example.com/v1', kind: 'Gizmo', name: 'g' } },
      'target-unsupported',
      'ConfigUnsupported',
    ],
  ] as const)('%s says why, by condition, page and problem', async (_, spec, code, condition) => {
    const on = await startCluster();
    await withGood(on);
    await on.replicaSetOf('good', 'good-rs');
    await on.autoscaler('bad', spec);
    const started = await start(on);
    await started.firstPass();
    await started.expectProblem(code, 'VerticalPodAutoscaler shop/bad');
    expect(started.state('bad')).toMatchObject({ kind: 'none', reason: code });
    expect(on.vpa('bad').status?.conditions?.find((one) => one.type === condition)?.status).toBe('True');
    expect(started.state('good').kind).toBe('recommended');

    on.registry.delete(VPAS, 'shop', 'bad');
    await started.until(() => expect(started.problem(code)).toBeUndefined());
  });

  it('is served once its target appears', async () => {
    const on = await startCluster();
    await on.autoscaler('good');
    const started = await start(on);
    await started.firstPass();
    expect(started.state('good')).toMatchObject({ kind: 'none', reason: 'target-missing' });
    await on.workload('good', ['good-1']);
    on.usage.set('shop/good-1', { app: { cpu: '250m', memory: '200Mi' } });
    await started.until(() => expect(started.state('good').kind).toBe('recommended'));
  });

  it('is ignored if it asks for another recommender', async () => {
    const on = await startCluster();
    await withGood(on);
    await on.autoscaler('other', {
      targetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'good' },
      recommenders: [{ name: 'theirs' }],
    });
    const started = await start(on);
    await started.passes(2);
    expect(started.state('other')).toMatchObject({ kind: 'none', reason: 'other-recommender' });
    expect(on.vpa('other').status).toBeUndefined();
    expect(started.state('good').kind).toBe('recommended');
  });

  it.each([
    ['its target wants no pods', 'scaled-to-zero', {}, [] as string[], false],
    ['its pods have no usage yet', 'no-samples-yet', {}, ['lonely-1'], false],
    [
      'every container is off',
      'all-containers-off',
      { resourcePolicy: { containerPolicies: [{ containerName: '*', mode: 'Off' as const }] } },
      ['lonely-1'],
      true,
    ],
  ] as const)('says so while %s', async (_, reason, spec, pods, used) => {
    const on = await startCluster();
    await withGood(on);
    await on.workload('lonely', [...pods]);
    await on.autoscaler('lonely', spec as object);
    if (used) on.usage.set('shop/lonely-1', { app: { cpu: '1', memory: '1Gi' } });
    const started = await start(on);
    await started.firstPass();
    expect(started.state('lonely')).toMatchObject({ kind: 'none', reason });
    expect(started.state('good').kind).toBe('recommended');
  });
});

it('a container that is killed before it is measured is told as such where its memory is not sized', async () => {
  const on = await startCluster();
  await on.workload('lonely', ['lonely-1']);
  await on.autoscaler('lonely', {
    resourcePolicy: { containerPolicies: [{ containerName: '*', controlledResources: ['cpu'] }] },
  });
  const started = await start(on);
  await started.firstPass();
  on.restart('lonely-1', 'app');
  await started.until(() =>
    expect(started.state('lonely')).toEqual({
      kind: 'none',
      reason: 'killed-before-measured',
      detail: 'app: 1 kill in 24 h',
    }),
  );
});

describe('an absurd sample', () => {
  it.each([
    ['negative CPU', { cpu: '-1', memory: '1Mi' }, undefined],
    ['CPU that is no quantity', { cpu: 'NaN', memory: '1Mi' }, undefined],
    ['1e300 bytes', { cpu: '1m', memory: '1e300' }, undefined],
    ['a timestamp from tomorrow', { cpu: '1m', memory: '1Mi' }, '2026-03-03T12:00:00Z'],
    ['a timestamp of year 1', { cpu: '1m', memory: '1Mi' }, '0001-01-01T00:00:00Z'],
  ])('%s is dropped and reported, naming pod and container; the rest counts', async (_, usage, timestamp) => {
    const on = await startCluster();
    await withGood(on);
    await on.workload('odd', ['odd-1']);
    await on.autoscaler('odd');
    on.usage.set('shop/odd-1', { app: usage });
    if (timestamp) on.timestamps.set('shop/odd-1', timestamp);
    const started = await start(on);
    await started.firstPass();
    await started.expectProblem('sample-absurd', 'Pod shop/odd-1, container app');
    expect(started.running.workload('shop', 'odd').problems.map((one) => one.code)).toEqual([
      'sample-absurd',
    ]);
    expect(started.state('good').kind).toBe('recommended');

    on.usage.set('shop/odd-1', { app: { cpu: '5m', memory: '5Mi' } });
    on.timestamps.delete('shop/odd-1');
    await started.until(() => expect(started.problem('sample-absurd')).toBeUndefined());
  });
});

it('a measurement at a time that is none is skipped and told, naming the pod; the rest counts', async () => {
  const on = await startCluster();
  await withGood(on);
  await on.workload('odd', ['odd-1']);
  await on.autoscaler('odd');
  on.usage.set('shop/odd-1', { app: { cpu: '1m', memory: '1Mi' } });
  on.timestamps.set('shop/odd-1', 'yesterday');
  const started = await start(on);
  await started.firstPass();
  const { message } = await started.expectProblem('object-unusable', 'PodMetrics shop/odd-1');
  expect(message).toContain('its timestamp "yesterday" is no time');
  expect(started.state('good').kind).toBe('recommended');

  on.timestamps.delete('shop/odd-1');
  await started.until(() => expect(started.problem('object-unusable')).toBeUndefined());
});

describe('an unusable checkpoint', () => {
  const HISTOGRAM = {
    referenceTimestamp: '2026-03-01T00:00:00Z',
    bucketWeights: { 10: 10000 },
    totalWeight: 5,
  };
  const STATUS = {
    version: 'v3',
    lastUpdateTime: '2026-03-01T00:00:00Z',
    firstSampleStart: '2026-02-20T00:00:00Z',
    lastSampleStart: '2026-03-01T00:00:00Z',
    totalSamplesCount: 9000,
    cpuHistogram: HISTOGRAM,
    memoryHistogram: HISTOGRAM,
  };

  async function checkpoint(on: ApiCluster, vpa: string, status: object): Promise<void> {
    await on.create<VerticalPodAutoscalerCheckpoint>(CHECKPOINTS, {
      apiVersion: 'autoscaling.k8s.io/v1',
      kind: 'VerticalPodAutoscalerCheckpoint',
      metadata: { namespace: 'shop', name: `${vpa}-app` },
      spec: { vpaObjectName: vpa, containerName: 'app' },
      status: { ...STATUS, ...status },
    });
  }

  it.each([
    ['of another version', { version: 'v4' }, 'status.version is "v4"'],
    [
      'with a bucket that does not exist',
      { cpuHistogram: { ...HISTOGRAM, bucketWeights: { 999: 1 } } },
      'bucketWeights[999] is not a bucket',
    ],
    [
      'with a negative weight',
      { memoryHistogram: { ...HISTOGRAM, bucketWeights: { 3: -1 } } },
      'bucketWeights[3] is -1',
    ],
  ])('%s is reported and never overwritten; the others count', async (_, status, why) => {
    const on = await startCluster();
    await withGood(on);
    for (const name of ['odd', 'odd-one']) {
      await on.workload(name, [`${name}-1`]);
      await on.autoscaler(name);
      on.usage.set(`shop/${name}-1`, { app: { cpu: '5m', memory: '5Mi' } });
    }
    await checkpoint(on, 'good', {});
    await checkpoint(on, 'odd-one', status);
    const started = await start(on);
    await started.passes(2);
    const problem = await started.expectProblem(
      'checkpoint-unusable',
      'VerticalPodAutoscalerCheckpoint shop/odd-one-app',
    );
    expect(problem.message).toContain(why);
    expect(started.running.workload('shop', 'good').containers[0]?.samples).toBeGreaterThan(9000);
    expect(started.state('odd-one').kind).toBe('recommended');
    expect(started.running.workload('shop', 'odd-one').problems).toEqual([problem]);
    expect(started.running.workload('shop', 'odd').problems).toEqual([]);
    await started.stop();
    const kept = on.registry.get<VerticalPodAutoscalerCheckpoint>(CHECKPOINTS, 'shop', 'odd-one-app');
    expect(kept?.status).toMatchObject(status);
  });
});

describe('a pod that is deleted during a pass', () => {
  it('costs only its own sample', async () => {
    const on = await startCluster();
    await withGood(on);
    await on.workload('web', ['web-1']);
    await on.autoscaler('web');
    on.usage.set('shop/web-1', { app: { cpu: '250m', memory: '200Mi' } });
    on.usage.set('shop/never-was', { app: { cpu: '250m', memory: '200Mi' } });
    const started = await start(on);
    await started.firstPass();
    on.onMetricsRequest = () => {
      on.onMetricsRequest = undefined;
      on.registry.delete('pods', 'shop', 'web-1', { gracePeriodSeconds: 0 });
      on.registry.delete(VPAS, 'shop', 'web');
    };
    await started.passes(2);
    expect(started.running.problems.list()).toEqual([]);
    expect((await listedWorkloads(started.running)).map((one) => one.name)).toEqual(['good']);
    expect(on.registry.get<Pod>('pods', 'shop', 'web-1')).toBeUndefined();
  });
});
