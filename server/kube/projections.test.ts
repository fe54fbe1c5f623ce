import { describe, expect, it } from 'vitest';
import type { Pod, Workload } from '../objects/types';
import { projectionOf } from './projections';
import { Sharing } from './sharing';

const BULK = 'bulk';
const managedFields = [{ manager: BULK }];
const annotations = { note: 'kept', 'kubectl.kubernetes.io/last-applied-configuration': BULK };

/** A pod as sent, with fields that this product has no type for. */
function parsed<T>(object: object): T {
  return JSON.parse(JSON.stringify(object)) as T;
}

const container = {
  name: 'app',
  image: 'img:1',
  env: [{ name: 'A', value: BULK }],
  volumeMounts: [{ name: BULK, mountPath: '/' }],
  livenessProbe: { exec: { command: [BULK] } },
  resources: { requests: { cpu: '100m' }, limits: { cpu: '1' } },
  resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'NotRequired' }],
};
const kept = {
  name: 'app',
  image: 'img:1',
  resources: container.resources,
  resizePolicy: container.resizePolicy,
};

describe('what is kept of a pod', () => {
  const metadata = { name: 'p', namespace: 'shop', uid: 'u', resourceVersion: '7', labels: { app: 'x' } };
  const pod = projectionOf(
    'pods',
    new Sharing(),
  )(
    parsed<Pod>({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { ...metadata, annotations, managedFields },
      spec: {
        containers: [container],
        initContainers: [{ ...container, restartPolicy: 'Always' }],
        nodeName: 'node-1',
        priority: 5,
        volumes: [{ name: BULK }],
        affinity: { bulk: BULK },
        resources: { requests: { cpu: '2' } },
      },
      status: {
        phase: 'Running',
        podIP: BULK,
        qosClass: 'Burstable',
        conditions: [{ type: 'PodResizePending', status: 'True', reason: 'Deferred' }],
        containerStatuses: [
          {
            name: 'app',
            ready: true,
            restartCount: 2,
            image: 'img:1',
            imageID: BULK,
            containerID: BULK,
            lastState: {
              terminated: { exitCode: 137, reason: 'OOMKilled', finishedAt: '2026-01-01T00:00:00Z' },
            },
            allocatedResources: { cpu: '100m' },
          },
        ],
      },
    }),
  );

  it('is all that the recommender and the updater read', () => {
    expect(parsed(pod)).toEqual({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { ...metadata, annotations: { note: 'kept' } },
      spec: {
        containers: [kept],
        initContainers: [{ ...kept, restartPolicy: 'Always' }],
        nodeName: 'node-1',
        priority: 5,
        resources: { requests: { cpu: '2' } },
      },
      status: {
        phase: 'Running',
        qosClass: 'Burstable',
        conditions: [{ type: 'PodResizePending', status: 'True', reason: 'Deferred' }],
        containerStatuses: [
          {
            name: 'app',
            ready: true,
            restartCount: 2,
            image: 'img:1',
            imageID: '',
            lastState: {
              terminated: { exitCode: 137, reason: 'OOMKilled', finishedAt: '2026-01-01T00:00:00Z' },
            },
            allocatedResources: { cpu: '100m' },
          },
        ],
      },
    });
  });

  it('drops the bulk', () => {
    expect(JSON.stringify(pod)).not.toContain(BULK);
  });
});

describe('what is kept of a workload', () => {
  it('is selector, replicas, status and the lean template', () => {
    const workload = projectionOf(
      'deployments',
      new Sharing(),
    )(
      parsed<Workload>({
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'w', managedFields, annotations },
        spec: {
          replicas: 3,
          selector: { matchLabels: { app: 'x' } },
          template: {
            metadata: { labels: { app: 'x' } },
            spec: { containers: [container], volumes: [BULK] },
          },
        },
        status: { replicas: 3 },
      }),
    );
    expect(parsed(workload)).toMatchObject({
      spec: {
        replicas: 3,
        selector: { matchLabels: { app: 'x' } },
        template: { metadata: { labels: { app: 'x' } }, spec: { containers: [kept] } },
      },
      status: { replicas: 3 },
    });
    expect(JSON.stringify(workload)).not.toContain(BULK);
  });

  it('of a CronJob is the template of its jobs', () => {
    const template = { metadata: { labels: { app: 'x' } }, spec: { containers: [container] } };
    const workload = projectionOf(
      'cronJobs',
      new Sharing(),
    )(
      parsed<Workload>({
        apiVersion: 'batch/v1',
        kind: 'CronJob',
        metadata: { name: 'w' },
        spec: { schedule: '* * * * *', jobTemplate: { spec: { template } } },
      }),
    );
    expect(parsed(workload)).toMatchObject({
      spec: { schedule: '* * * * *', jobTemplate: { spec: { template: { spec: { containers: [kept] } } } } },
    });
    expect(JSON.stringify(workload)).not.toContain(BULK);
  });
});
