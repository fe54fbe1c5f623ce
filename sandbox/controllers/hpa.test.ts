import { describe, expect, it } from 'vitest';
import { podMetricsResource } from '@/sandbox/metrics/pod-metrics';
import { daemonSet, deployment } from '@/sandbox/scenarios/build';
import type { Declared } from '@/sandbox/scenarios/scenario';
import type { CharacterText } from '@/sandbox/workloads/character';
import type { HorizontalPodAutoscaler, KubeEvent, KubeObject, Workload } from '@/server/objects/types';
import { type SimulatedCluster, simulate } from '../../tests/support/simulated-cluster';

const HPAS = 'horizontalpodautoscalers.autoscaling';
const METRICS = 'pods.metrics.k8s.io';

type Spec = HorizontalPodAutoscaler['spec'];

function hpa(target: Spec['scaleTargetRef'], spec: Partial<Spec> = {}, name = 'web'): Declared {
  const object: HorizontalPodAutoscaler = {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name, namespace: 'shop' },
    spec: { scaleTargetRef: target, maxReplicas: 8, ...spec },
  };
  return { resource: HPAS, object };
}

const WEB = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' };

const IDLE: CharacterText = { kind: 'steady', cpu: '20m', memory: '30Mi', startSeconds: 3 };

/** A Deployment whose container uses so much of the 100m it requests. */
const web = (cpu: string, replicas = 2) =>
  deployment({
    name: 'web',
    namespace: 'shop',
    replicas,
    containers: [{ requests: '100m/50Mi', does: { ...IDLE, cpu } }],
  });

async function measured(): Promise<SimulatedCluster> {
  const cluster = await simulate();
  cluster.registry.addVirtual(podMetricsResource(cluster.registry, cluster.clock, cluster.plane.kubelets));
  return cluster;
}

const replicas = (cluster: SimulatedCluster) =>
  cluster.get<Workload>('deployments.apps', 'web').spec.replicas;
const statusOf = (cluster: SimulatedCluster, name = 'web') =>
  cluster.get<HorizontalPodAutoscaler>(HPAS, name).status;
const condition = (cluster: SimulatedCluster, type: string) =>
  statusOf(cluster)?.conditions?.find((each) => each.type === type);
const reasons = (cluster: SimulatedCluster) => [
  ...new Set(
    cluster
      .list<KubeEvent>('events')
      .filter(({ involvedObject }) => involvedObject.kind === 'HorizontalPodAutoscaler')
      .map(({ reason }) => reason),
  ),
];

describe('the HPA controller', () => {
  it('scales up to what the metrics ask for, and down five minutes after', async () => {
    const cluster = await measured();
    await cluster.create(web('100m', 4), hpa(WEB));
    await cluster.pass(120);
    expect(replicas(cluster)).toBe(8);
    cluster.registry.mutate<HorizontalPodAutoscaler>(HPAS, 'shop', 'web', (draft) => {
      draft.spec.metrics = [
        {
          type: 'Resource',
          resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 250 } },
        },
      ];
    });
    await cluster.pass(240);
    expect(replicas(cluster)).toBe(8);
    expect(condition(cluster, 'AbleToScale')?.reason).toBe('ScaleDownStabilized');
    await cluster.pass(120);
    expect(replicas(cluster)).toBe(4);
  });

  it('scales nothing down once the metrics API is gone, and says so', async () => {
    const cluster = await measured();
    await cluster.create(web('20m', 6), hpa(WEB));
    await cluster.pass(60);
    cluster.registry.catalog.remove(METRICS);
    await cluster.pass(600);
    expect(replicas(cluster)).toBe(6);
    expect(condition(cluster, 'ScalingActive')).toMatchObject({
      status: 'False',
      reason: 'FailedGetResourceMetric',
      message:
        'the HPA was unable to compute the replica count: failed to get cpu utilization: unable to get metrics for resource cpu: unable to fetch metrics from resource metrics API: the server could not find the requested resource (get pods.metrics.k8s.io)',
    });
    expect(reasons(cluster)).toEqual(
      expect.arrayContaining(['FailedGetResourceMetric', 'FailedComputeMetricsReplicas']),
    );
  });

  it.each([
    [
      { apiVersion: 'apps/v1', kind: 'DaemonSet', name: 'agent' },
      'the server could not find the requested resource',
    ],
    [{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'none' }, 'deployments.apps "none" not found'],
    [
      { apiVersion: 'apps/v9', kind: 'Deployment', name: 'web' },
      'no matches for kind "Deployment" in group "apps"',
    ],
    [{ kind: 'Deployment', name: 'web' }, 'no matches for kind "Deployment" in version "v1"'],
  ])('says why it cannot scale %j', async (target, why) => {
    const cluster = await measured();
    await cluster.create(
      web('100m'),
      daemonSet({ name: 'agent', namespace: 'shop', containers: [{ does: IDLE }] }),
      hpa(target),
    );
    await cluster.pass(30);
    expect(condition(cluster, 'AbleToScale')).toMatchObject({
      status: 'False',
      reason: 'FailedGetScale',
      message: `the HPA controller was unable to get the target's current scale: ${why}`,
    });
    expect(reasons(cluster)).toEqual(['FailedGetScale']);
    expect(replicas(cluster)).toBe(2);
  });

  it('scales custom resources by the paths of their definition', async () => {
    const cluster = await measured();
    await cluster.create(web('100m'), {
      resource: 'customresourcedefinitions.apiextensions.k8s.io',
      object: {
        apiVersion: 'apiextensions.k8s.io/v1',
        kind: 'CustomResourceDefinition',
        metadata: { name: 'fleets.example.com' },
        spec: {
          group: 'example.com',
          names: { plural: 'fleets', kind: 'Fleet' },
          scope: 'Namespaced',
          versions: [
            {
              name: 'v1',
              served: true,
              storage: true,
              schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
              subresources: {
                scale: {
                  specReplicasPath: '.spec.size',
                  statusReplicasPath: '.status.size',
                  labelSelectorPath: '.status.selector',
                },
              },
            },
          ],
        },
      } as KubeObject,
    });
    await cluster.pass(5);
    await cluster.create(
      {
        resource: 'fleets.example.com',
        object: {
          apiVersion: 'example.com/v1',
          kind: 'Fleet',
          metadata: { name: 'web', namespace: 'shop' },
          spec: { size: 2 },
          status: { size: 2, selector: 'app=web' },
        } as KubeObject,
      },
      hpa({ apiVersion: 'example.com/v1', kind: 'Fleet', name: 'web' }),
    );
    await cluster.pass(90);
    expect(cluster.get<KubeObject & { spec: { size: number } }>('fleets.example.com', 'web').spec.size).toBe(
      3,
    );
  });

  it('writes nothing while nothing changes', async () => {
    const cluster = await measured();
    await cluster.create(hpa(WEB));
    await cluster.pass(60);
    const version = () => cluster.get(HPAS, 'web').metadata.resourceVersion;
    const before = version();
    await cluster.pass(120);
    expect(version()).toBe(before);
  });

  it('leaves every HPA alone if the cluster is to have none', async () => {
    const cluster = await simulate({ scalesHorizontally: false });
    await cluster.create(web('100m'), hpa(WEB));
    await cluster.pass(60);
    expect(statusOf(cluster)?.conditions).toBeUndefined();
  });
});
