import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REQUIRES_VPA_ANNOTATION } from '@/server/decide/new/requires-vpa';
import type {
  HorizontalPodAutoscaler,
  KubeEvent,
  KubeObject,
  Pod,
  PodSpec,
  Workload,
} from '@/server/objects/types';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import {
  AdmissionCluster,
  Admitting,
  RECOMMENDED_AMOUNTS,
  REQUESTED_AMOUNTS,
  requestsOf,
  template,
  WEBHOOKS,
} from '../support/admitting';
import { NAMESPACE, VPAS } from '../support/embedded-cluster';
import { until } from '../support/until';

let cluster: AdmissionCluster;
let admitting: Admitting;

beforeAll(async () => {
  cluster = await AdmissionCluster.start();
  admitting = await cluster.admitting();
});

afterAll(() => cluster?.close());

/** A Deployment of one pod, whose template has `annotations` and `spec` besides the usual. */
function deployment(name: string, spec: Partial<PodSpec> = {}, annotations: Record<string, string> = {}) {
  const usual = template(name, annotations);
  return cluster.create<Workload>('deployments.apps', {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace: NAMESPACE },
    spec: {
      replicas: 1,
      selector: { matchLabels: { app: name } },
      template: { ...usual, spec: { ...usual.spec, ...spec } },
    },
  });
}

async function onlyPod(name: string): Promise<Pod> {
  return until(`a pod of ${name}`, () => cluster.pods(name)[0]);
}

describe('an HPA on a resource', () => {
  it('keeps it as stated on new pods, as record and warning say', async () => {
    const targetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'scaled' };
    await cluster.create<HorizontalPodAutoscaler>('horizontalpodautoscalers.autoscaling', {
      apiVersion: 'autoscaling/v2',
      kind: 'HorizontalPodAutoscaler',
      metadata: { name: 'scaler', namespace: NAMESPACE },
      spec: {
        scaleTargetRef: targetRef,
        maxReplicas: 3,
        metrics: [
          {
            type: 'Resource',
            resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } },
          },
        ],
      },
    });
    await until('the HPA seen', () =>
      admitting.context.caches.horizontalPodAutoscalers.get(NAMESPACE, 'scaler'),
    );
    const warnings: string[] = [];
    await cluster.sandbox.registry.create<VerticalPodAutoscaler>(
      VPAS,
      {
        apiVersion: 'autoscaling.k8s.io/v1',
        kind: 'VerticalPodAutoscaler',
        metadata: { name: 'scaled', namespace: NAMESPACE },
        spec: { targetRef },
      },
      { onWarning: (text) => warnings.push(text) },
    );
    expect(warnings).toEqual([expect.stringContaining('HPA "scaler" scales Deployment "scaled" by cpu')]);
    cluster.recommend('scaled', { cpu: '163m', memory: '262144000' });
    await admitting.sees('scaled');
    await deployment('scaled');
    expect(requestsOf(await onlyPod('scaled'))).toEqual({
      cpu: REQUESTED_AMOUNTS.cpu,
      memory: RECOMMENDED_AMOUNTS.memory,
    });
    expect(admitting.mutations().find(({ vpa }) => vpa === 'scaled')).toMatchObject({
      changes: [{ resource: 'memory' }],
      left: [{ container: 'app', resource: 'cpu', reason: 'scaled-horizontally', autoscaler: 'scaler' }],
    });
  });
});

describe('two VPAs of one workload', () => {
  it('do not mix: of the same age, the first by name decides, as the record says', async () => {
    await cluster.autoscaler('twice');
    await cluster.create<VerticalPodAutoscaler>(VPAS, {
      apiVersion: 'autoscaling.k8s.io/v1',
      kind: 'VerticalPodAutoscaler',
      metadata: { name: 'twice-more', namespace: NAMESPACE },
      spec: { targetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'twice' } },
    });
    cluster.recommend('twice-more', { cpu: '999m', memory: '999Mi' });
    await admitting.sees('twice');
    await admitting.sees('twice-more');
    await deployment('twice');
    expect(requestsOf(await onlyPod('twice'))).toEqual(RECOMMENDED_AMOUNTS);
    expect(admitting.mutations().find(({ vpa }) => vpa === 'twice')).toMatchObject({
      overruled: ['twice-more'],
    });
  });
});

describe('a workload whose pods require a VPA', () => {
  it('gets none until there is one, and its events say what to create', async () => {
    await deployment('strict', {}, { [REQUIRES_VPA_ANNOTATION]: 'true' });
    const event = await until('the event', () =>
      [...cluster.sandbox.registry.list<KubeEvent>('events', NAMESPACE)].find(
        ({ reason, involvedObject }) =>
          reason === 'FailedCreate' && involvedObject?.name?.startsWith('strict-'),
      ),
    );
    expect(event.message).toContain(
      'create a VerticalPodAutoscaler in its namespace whose spec.targetRef names Deployment "strict"',
    );
    expect(cluster.pods('strict')).toEqual([]);
    await cluster.autoscaler('strict');
    await onlyPod('strict');
  });
});

describe('a pod with resources of its own', () => {
  it('never gets more than they allow, and the record says so', async () => {
    await cluster.autoscaler('held');
    await admitting.sees('held');
    await deployment('held', { resources: { requests: { cpu: '120m', memory: '1Gi' } } });
    expect(requestsOf(await onlyPod('held'))).toEqual({ cpu: 120, memory: RECOMMENDED_AMOUNTS.memory });
    const [cpu] = admitting.mutations().find(({ vpa }) => vpa === 'held')?.changes ?? [];
    expect(cpu).toMatchObject({ resource: 'cpu', to: 120, cappedBy: ['pod-resources'] });
  });
});

describe('a startup boost', () => {
  it('raises the CPU of new pods, keeps what they stated, and the record says so', async () => {
    await cluster.autoscaler('boosted', 'Deployment', {
      startupBoost: { cpu: { type: 'Factor', factor: 3, durationSeconds: 60 } },
    });
    await admitting.sees('boosted');
    await deployment('boosted');
    const pod = await onlyPod('boosted');
    expect(requestsOf(pod)).toEqual({ cpu: 489, memory: RECOMMENDED_AMOUNTS.memory });
    expect(JSON.parse(pod.metadata.annotations?.['vpaCpuStartupBoost/app'] ?? '')).toEqual({
      requests: { cpu: '100m', memory: '64Mi' },
      limits: {},
    });
    const [cpu] = admitting.mutations().find(({ vpa }) => vpa === 'boosted')?.changes ?? [];
    expect(cpu).toMatchObject({ resource: 'cpu', to: 489, boosted: true });
  });
});

describe('a webhook reached through a service', () => {
  it('is verified by the name of the service, and patches pods', async () => {
    const apart = await Admitting.start(cluster.sandbox.kubeconfigPath, {
      admissionServiceName: 'hook',
      admissionServiceNamespace: NAMESPACE,
      admissionWebhookName: 'by-service',
    });
    await cluster.create('endpoints', {
      apiVersion: 'v1',
      kind: 'Endpoints',
      metadata: { name: 'hook', namespace: NAMESPACE },
      subsets: [{ addresses: [{ ip: '127.0.0.1' }], ports: [{ port: apart.handle.port }] }],
    } as KubeObject);
    cluster.sandbox.registry.delete(WEBHOOKS, undefined, 'plumbline');
    await cluster.autoscaler('served');
    await apart.sees('served');
    await deployment('served');
    expect(requestsOf(await onlyPod('served'))).toEqual(RECOMMENDED_AMOUNTS);
    expect(apart.mutations()[0]?.vpa).toBe('served');
    cluster.sandbox.registry.delete(WEBHOOKS, undefined, 'by-service');
    await apart.stop();
  });
});

describe('a recommender in another process that accepts queries and never answers', () => {
  let silent: Server;
  let asked = 0;
  let apart: Admitting;

  beforeAll(async () => {
    silent = createServer(() => asked++);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    await admitting.stop();
    apart = await cluster.admitting({ admissionRecommenderUrl: `http://127.0.0.1:${port}` });
  });

  afterAll(async () => {
    await apart.stop();
    silent.closeAllConnections();
    await new Promise((resolve) => silent.close(resolve));
  });

  it("is waited for only within its budget, and then not asked for a while: pods get the status's recommendation", async () => {
    await cluster.autoscaler('quick', 'ReplicaSet');
    await apart.sees('quick');
    const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'quick', uid: 'u', controller: true };
    for (let index = 0; index < 30; index++) {
      const pod = await cluster.pod(`quick-${index}`, { ownerReferences: [owner] });
      expect(requestsOf(pod)).toEqual(RECOMMENDED_AMOUNTS);
    }
    expect(apart.mutations()[0]?.origin).toBe('status');
    expect(asked).toBeGreaterThan(0);
    expect(asked).toBeLessThan(15);
  });
});
