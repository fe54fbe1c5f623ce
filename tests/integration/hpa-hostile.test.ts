import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MetricSpec, Workload } from '@/server/objects/types';
import { ApiBetween } from '../support/api-between';
import { NAMESPACE } from '../support/embedded-cluster';
import { HPAS, type Scaling, ScalingCluster } from '../support/scaling';
import { SetClock } from '../support/set-clock';

const ON = { hpaController: true, hpaTakeoverMs: 1000 } as const;

let cluster: ScalingCluster;
let between: ApiBetween;

beforeEach(async () => {
  cluster = await ScalingCluster.start();
  between = await ApiBetween.start(cluster.sandbox.server, cluster.folder);
});

afterEach(async () => {
  await cluster.close();
  await between.close();
});

/** A process that reaches the cluster over a wire that a test can cut, and has taken the HPA `web` over. */
async function tookOver(settings = {}, clock = cluster.clock): Promise<Scaling> {
  await cluster.workload('web', '80m');
  await cluster.hpa('web', { minReplicas: 2, maxReplicas: 2 }, { isOurs: true });
  const scaling = await cluster.scaling({ ...ON, kubeconfig: between.kubeconfigPath, ...settings }, clock);
  await scaling.leads();
  await scaling.until(cluster, 'taking over', () => scaling.detail('web')?.claim.kind === 'held');
  return scaling;
}

/** From the next sync on, the metrics ask for more replicas. */
function raise(): void {
  cluster.changeHpa('web', ({ spec }) => {
    const target = { type: 'Utilization', averageUtilization: 20 };
    spec.metrics = [{ type: 'Resource', resource: { name: 'cpu', target } }];
    spec.minReplicas = 1;
    spec.maxReplicas = 8;
  });
}

function setReplicas(replicas: number): void {
  cluster.sandbox.registry.mutate<Workload>('deployments.apps', NAMESPACE, 'web', ({ spec }) => {
    spec.replicas = replicas;
  });
}

describe('a change between decision and act', () => {
  it('of the scale keeps what the other set', async () => {
    const scaling = await tookOver();
    raise();
    between.onAnswer = (method, path) => {
      if (method === 'GET' && path.endsWith('/web/scale')) setReplicas(3);
      return false;
    };
    await scaling.sync(cluster);
    expect(cluster.replicas('web')).toBe(3);
    between.onAnswer = () => false;
    await scaling.until(cluster, 'all replicas', () => cluster.replicas('web') === 8);
  });

  it('that is a stop holds back what is about to be written', async () => {
    const scaling = await tookOver();
    raise();
    between.onAnswer = (method, path) => {
      if (method === 'GET' && path.endsWith('/web/scale')) cluster.isStopped = true;
      return false;
    };
    await scaling.sync(cluster);
    expect(cluster.isStopped).toBe(true);
    expect(cluster.replicas('web')).toBe(2);
  });

  it('of the scale before it is read again is left to the next sync', async () => {
    const scaling = await tookOver();
    raise();
    between.onAnswer = (method, path) => {
      if (method === 'GET' && path.endsWith('/horizontalpodautoscalers/web')) setReplicas(1);
      return false;
    };
    await scaling.sync(cluster);
    expect(cluster.replicas('web')).toBe(1);
  });

  it.each<[string, () => void]>([
    [
      'of the annotation',
      () =>
        cluster.changeHpa('web', ({ metadata }) => {
          metadata.annotations = {};
        }),
    ],
    [
      'of the bounds',
      () =>
        cluster.changeHpa('web', ({ spec }) => {
          spec.maxReplicas = 2;
        }),
    ],
    ['that deletes the HPA', () => cluster.sandbox.registry.delete(HPAS, NAMESPACE, 'web')],
    [
      'that is a stop',
      () => {
        cluster.isStopped = true;
      },
    ],
  ])('%s is seen', async (_, change) => {
    const scaling = await tookOver();
    raise();
    let isDone = false;
    between.onAnswer = (method, path) => {
      if (!isDone && method === 'GET' && path.includes('/metrics.k8s.io/')) {
        isDone = true;
        change();
      }
      return false;
    };
    await scaling.sync(cluster);
    expect(isDone).toBe(true);
    expect(cluster.replicas('web')).toBe(2);
  });
});

it('never scales what it may not write the status of, and says so', async () => {
  between.instead = (method, url) =>
    method === 'PATCH' && url.includes('/status')
      ? { status: 403, body: { kind: 'Status', status: 'Failure', code: 403, message: 'not allowed' } }
      : undefined;
  await cluster.workload('web', '100m');
  await cluster.hpa('web', {}, { isOurs: true });
  const scaling = await cluster.scaling({ ...ON, kubeconfig: between.kubeconfigPath });
  await scaling.leads();
  for (let sync = 0; sync < 5; sync++) await scaling.sync(cluster);
  expect(scaling.detail('web')?.claim.kind).toBe('trying');
  expect(scaling.problems().map(({ code }) => code)).toEqual(['hpa-not-written']);
  expect(cluster.replicas('web')).toBe(2);
});

it('says in a condition that the scale cannot be written', async () => {
  const scaling = await tookOver();
  raise();
  between.instead = (method, url) =>
    method === 'PUT' && url.includes('/scale')
      ? { status: 403, body: { kind: 'Status', status: 'Failure', code: 403, message: 'not allowed' } }
      : undefined;
  await scaling.until(
    cluster,
    'a condition',
    () => cluster.condition('web', 'AbleToScale')?.reason === 'FailedUpdateScale',
  );
  expect(cluster.condition('web', 'AbleToScale')).toMatchObject({ status: 'False' });
  expect(cluster.replicas('web')).toBe(2);
});

it('scales nothing down while the metrics API answers nonsense', async () => {
  const scaling = await tookOver({ hpaDownscaleStabilizationMs: 0 });
  cluster.changeHpa('web', ({ spec }) => {
    spec.minReplicas = 1;
  });
  for (const items of [
    [null, 7, {}, { metadata: null }, { metadata: { name: 'x' }, containers: 'none' }],
    cluster.pods('web').map(({ metadata }) => ({
      metadata: { name: metadata.name, namespace: NAMESPACE },
      timestamp: 'once',
      window: 'wide',
      containers: [{ name: 'app', usage: { cpu: '-1' } }],
    })),
    cluster.pods('web').map(({ metadata }) => ({
      metadata: { name: metadata.name, namespace: NAMESPACE },
      timestamp: new Date(cluster.clock.now()).toISOString(),
      window: '30s',
      containers: [{ name: 'app', usage: { cpu: 'much' } }],
    })),
  ]) {
    between.instead = (_, url) =>
      url.includes('/metrics.k8s.io/') ? { body: { kind: 'PodMetricsList', items } } : undefined;
    await scaling.sync(cluster);
    expect(scaling.detail('web')).toMatchObject({ state: 'failing', held: 'metrics-failed' });
    expect(cluster.replicas('web')).toBe(2);
  }
});

it('evaluates the others while an adapter is silent', async () => {
  const metrics: MetricSpec[] = [
    { type: 'External', external: { metric: { name: 'queue' }, target: { type: 'Value', value: '1' } } },
  ];
  await cluster.workload('web', '100m');
  await cluster.hpa('web');
  await cluster.hpa('silent', {
    metrics,
    scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
  });
  between.instead = (_, url) => (url.includes('/external.metrics') ? 'silence' : undefined);
  const scaling = await cluster.scaling({ kubeconfig: between.kubeconfigPath });
  await scaling.sync(cluster);
  expect(scaling.detail('web')?.evaluation).toBeDefined();
  expect(scaling.detail('silent')).toMatchObject({ state: 'failing' });
});

it('evaluates those of another adapter while many wait for a silent one', async () => {
  const target = { type: 'Value', value: '1' };
  const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'other' };
  for (const name of ['web', 'other']) await cluster.workload(name, '100m');
  for (let index = 0; index < 20; index++)
    await cluster.hpa(`silent-${index}`, {
      scaleTargetRef,
      metrics: [{ type: 'External', external: { metric: { name: 'queue' }, target } }],
    });
  const describedObject = { kind: 'Namespace', name: NAMESPACE };
  await cluster.hpa('web', {
    metrics: [{ type: 'Object', object: { describedObject, metric: { name: 'rate' }, target } }],
  });
  between.instead = (_, url) => {
    if (/^\/apis\/(custom|external)\.metrics\.k8s\.io$/.test(url))
      return { body: { kind: 'APIGroup', apiVersion: 'v1', preferredVersion: { version: 'v1beta1' } } };
    if (url.includes('/external.metrics')) return 'silence';
    return url.includes('/custom.metrics')
      ? { body: { kind: 'MetricValueList', items: [{ value: '2' }] } }
      : undefined;
  };
  const scaling = await cluster.scaling({ kubeconfig: between.kubeconfigPath });
  await scaling.sync(cluster);
  expect(scaling.detail('web')?.metrics).toMatchObject([{ current: '2', failure: undefined }]);
  expect(scaling.detail('silent-19')).toMatchObject({ state: 'failing' });
});

it('names the first HPAs of a target that very many scale', async () => {
  const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' };
  await cluster.workload('web', '100m');
  for (let index = 0; index < 60; index++) await cluster.hpa(`web-${index}`, { scaleTargetRef });
  const scaling = await cluster.scaling();
  await scaling.sync(cluster);
  for (const name of ['web-0', 'web-59']) {
    const detail = scaling.detail(name);
    expect(detail?.sharedBy).toHaveLength(20);
    expect(detail?.why.match(/web-/g)).toHaveLength(20);
  }
});

it('says of an HPA with thousands of metrics that it evaluates none', async () => {
  await cluster.workload('web', '100m');
  await cluster.hpa('web');
  const target = { type: 'Value', value: '1' };
  await cluster.hpa('crowd', {
    metrics: Array.from({ length: 2_000 }, (_, index) => ({
      type: 'External',
      external: { metric: { name: `queue-${index}` }, target },
    })),
  });
  const scaling = await cluster.scaling();
  await scaling.sync(cluster);
  expect(scaling.detail('web')?.desired).toBe(3);
  expect(scaling.detail('crowd')).toBeUndefined();
  expect(scaling.problems()).toMatchObject([
    { code: 'object-unusable', about: `HorizontalPodAutoscaler ${NAMESPACE}/crowd` },
  ]);
});

it('takes no replicas that are no number', async () => {
  await cluster.rules('odd', { size: 'many' });
  await cluster.hpa('odd', { scaleTargetRef: { apiVersion: 'example.com/v1', kind: 'Fleet', name: 'odd' } });
  const scaling = await cluster.scaling();
  await scaling.sync(cluster);
  expect(scaling.detail('odd')).toMatchObject({ state: 'failing', held: 'no-scale' });
  expect(scaling.detail('odd')?.why).toContain('"many" replicas');
});

it('scales down after the clock was set back by a day', async () => {
  const clock = new SetClock(cluster.clock);
  const scaling = await tookOver({ hpaDownscaleStabilizationMs: 10_000 }, clock);
  const ask = (averageUtilization: number) =>
    cluster.changeHpa('web', ({ spec }) => {
      const target = { type: 'Utilization', averageUtilization };
      spec.metrics = [{ type: 'Resource', resource: { name: 'memory', target } }];
      spec.minReplicas = 1;
      spec.maxReplicas = 4;
    });
  ask(10);
  await scaling.until(cluster, 'all replicas', () => cluster.replicas('web') === 4);
  clock.offMs = -86_400_000;
  ask(100);
  await scaling.until(cluster, 'fewer replicas', () => (cluster.replicas('web') ?? 4) < 4);
});
