import { afterEach, beforeEach, expect, it } from 'vitest';
import type { HorizontalPodAutoscaler } from '@/server/objects/types';
import { ApiBetween } from '../support/api-between';
import { NAMESPACE } from '../support/embedded-cluster';
import { HPAS, ScalingCluster } from '../support/scaling';
import { until } from '../support/until';

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

type Draft = { spec: Record<string, unknown>; metadata: Record<string, unknown>; status?: unknown };

const resource = (target: unknown) => ({
  metrics: [{ type: 'Resource', resource: { name: 'cpu', target } }],
});

const ODD: [string, (draft: Draft) => void][] = [
  ['no spec', (draft) => Object.assign(draft, { spec: null })],
  ['no target', ({ spec }) => Object.assign(spec, { scaleTargetRef: null })],
  ['a target without a name', ({ spec }) => Object.assign(spec, { scaleTargetRef: { kind: 'Deployment' } })],
  ['a target that is text', ({ spec }) => Object.assign(spec, { scaleTargetRef: 'web' })],
  [
    'a kind that is an object',
    ({ spec }) => Object.assign(spec, { scaleTargetRef: { kind: {}, name: 'other', apiVersion: 'apps/v1' } }),
  ],
  [
    'a version that is a number',
    ({ spec }) =>
      Object.assign(spec, { scaleTargetRef: { kind: 'Deployment', name: 'other', apiVersion: 7 } }),
  ],
  ['metrics that are text', ({ spec }) => Object.assign(spec, { metrics: 'cpu' })],
  ['a metric of null', ({ spec }) => Object.assign(spec, { metrics: [null] })],
  [
    'metrics without a source',
    ({ spec }) =>
      Object.assign(spec, {
        metrics: [
          { type: 'Resource' },
          { type: 'Pods' },
          { type: 'Object' },
          { type: 'External' },
          { type: 'ContainerResource' },
        ],
      }),
  ],
  [
    'sources of null',
    ({ spec }) =>
      Object.assign(spec, {
        metrics: [
          { type: 'Pods', pods: {} },
          { type: 'Object', object: {} },
          { type: 'External', external: {} },
          { type: 'Pods', pods: { metric: null } },
          { type: 'Object', object: { metric: { name: 'x' }, describedObject: null, target: null } },
        ],
      }),
  ],
  [
    'an infinite target',
    ({ spec }) => Object.assign(spec, resource({ type: 'Utilization', averageUtilization: 1e308 })),
  ],
  ['a target of null', ({ spec }) => Object.assign(spec, resource(null))],
  [
    'a target of nothing',
    ({ spec }) => Object.assign(spec, resource({ type: 'Utilization', averageUtilization: 0 })),
  ],
  [
    'a negative target',
    ({ spec }) => Object.assign(spec, resource({ type: 'Utilization', averageUtilization: -5 })),
  ],
  [
    'a target in words',
    ({ spec }) => Object.assign(spec, resource({ type: 'AverageValue', averageValue: 'much' })),
  ],
  [
    'a huge amount',
    ({ spec }) => Object.assign(spec, resource({ type: 'AverageValue', averageValue: '1e308' })),
  ],
  [
    'an amount that is an object',
    ({ spec }) => Object.assign(spec, resource({ type: 'AverageValue', averageValue: {} })),
  ],
  [
    'a selector of null',
    ({ spec }) =>
      Object.assign(spec, {
        metrics: [
          {
            type: 'External',
            external: {
              metric: { name: 'q', selector: { matchExpressions: [null] } },
              target: { type: 'Value', value: '1' },
            },
          },
        ],
      }),
  ],
  ['bounds in words', ({ spec }) => Object.assign(spec, { minReplicas: 'few', maxReplicas: 'many' })],
  ['no bounds', ({ spec }) => Object.assign(spec, { minReplicas: null, maxReplicas: null })],
  ['huge bounds', ({ spec }) => Object.assign(spec, { minReplicas: 1e308, maxReplicas: 1e308 })],
  ['behaviour that is text', ({ spec }) => Object.assign(spec, { behavior: 'calm' })],
  [
    'policies of null',
    ({ spec }) =>
      Object.assign(spec, {
        behavior: {
          scaleUp: { policies: [null], tolerance: 'wide' },
          scaleDown: { policies: null, stabilizationWindowSeconds: 'long' },
        },
      }),
  ],
  [
    'annotations that are text',
    ({ metadata }) => Object.assign(metadata, { annotations: 'plumbline.dev/controller' }),
  ],
  [
    'conditions that are text',
    (draft) =>
      Object.assign(draft, {
        status: { conditions: 'fine', currentMetrics: 'none', desiredReplicas: 'many' },
      }),
  ],
  [
    'conditions of null',
    (draft) =>
      Object.assign(draft, { status: { conditions: [null], currentMetrics: [null], desiredReplicas: null } }),
  ],
];

/** What a server that checks less than Kubernetes might list: the first is fine. */
function listed(): object {
  const web = cluster.sandbox.registry.get<HorizontalPodAutoscaler>(HPAS, NAMESPACE, 'web');
  const odd = ODD.map(([, change], index) => {
    const draft = structuredClone(web) as unknown as Draft;
    Object.assign(draft.metadata, { name: `odd-${index}`, uid: `odd-${index}` });
    draft.spec.scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: `other-${index % 3}` };
    change(draft);
    return draft;
  });
  return { kind: 'HorizontalPodAutoscalerList', metadata: { resourceVersion: '1' }, items: [...odd, web] };
}

it('odd HPAs cost only themselves', async () => {
  for (const name of ['web', 'other-0', 'other-1', 'other-2']) await cluster.workload(name, '100m');
  await cluster.hpa('web');
  const body = JSON.parse(JSON.stringify(listed()));
  between.instead = (method, url) =>
    method !== 'GET' || !url.includes('/horizontalpodautoscalers')
      ? undefined
      : url.includes('sendInitialEvents')
        ? { status: 400, body: { kind: 'Status', status: 'Failure', code: 400, reason: 'BadRequest' } }
        : url.includes('watch=')
          ? 'silence'
          : { body };
  const scaling = await cluster.scaling({ kubeconfig: between.kubeconfigPath });
  const { horizontalPodAutoscalers, pods } = scaling.context.caches;
  await until(
    'all HPAs',
    () => [...horizontalPodAutoscalers.list()].length > 1 && [...pods.list()].length === 8,
  );
  await scaling.scaler.sync();
  expect(scaling.detail('web')).toMatchObject({ replicas: 2, desired: 3 });
  const rows = scaling.handle.rows();
  let step = rows.next();
  while (!step.done) step = rows.next();
  expect(step.value.map(({ name }) => name)).toContain('web');
  const detail = ODD.map(([what], index) => {
    try {
      return JSON.stringify(scaling.detail(`odd-${index}`)) && '';
    } catch (error) {
      return `${what}: ${error}`;
    }
  });
  expect(detail.filter(Boolean)).toEqual([]);
});
