import { API_RESOURCES, pathOf, type ResourceName } from '@/server/objects/resources';
import type {
  HorizontalPodAutoscaler,
  KubeObject,
  LimitRange,
  Node,
  Pod,
  PodDisruptionBudget,
  ResourceQuota,
  Workload,
} from '@/server/objects/types';
import type { VerticalPodAutoscaler, VerticalPodAutoscalerCheckpoint } from '@/server/objects/vpa-types';
import type { ScriptedApi } from './scripted-api';

/** Long past, so that everything is old enough. */
const LONG_AGO = '2025-01-01T00:00:00Z';
const LIST_VERSION = '100';

function metadata(kind: string, name: string, namespace = 'shop') {
  return { name, namespace, uid: `${kind}-${name}`, resourceVersion: '1', creationTimestamp: LONG_AGO };
}

export function deployment(name: string): Workload {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: metadata('deployment', name),
    spec: { replicas: 4, selector: { matchLabels: { app: name } } },
  };
}

export function replicaSet(name: string): Workload {
  return {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: {
      ...metadata('rs', name),
      ownerReferences: [
        { apiVersion: 'apps/v1', kind: 'Deployment', name, uid: `deployment-${name}`, controller: true },
      ],
    },
    spec: { replicas: 4, selector: { matchLabels: { app: name } } },
  };
}

/** A pod of ReplicaSet `app` that asks for far less than its VPA recommends. */
export function pod(app: string, name: string): Pod {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      ...metadata('pod', name),
      labels: { app },
      annotations: {
        vpaObservedContainers: 'app',
        vpaUpdates: 'Pod resources updated by web',
        'plumbline.dev/resized-at': LONG_AGO,
      },
      ownerReferences: [
        { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: app, uid: `rs-${app}`, controller: true },
      ],
    },
    spec: {
      nodeName: 'node-0',
      containers: [
        {
          name: 'app',
          resources: { requests: { cpu: '50m', memory: '32Mi' }, limits: { cpu: '1', memory: '1Gi' } },
          resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'NotRequired' }],
        },
      ],
    },
    status: {
      phase: 'Running',
      startTime: LONG_AGO,
      conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: LONG_AGO }],
      containerStatuses: [
        {
          name: 'app',
          ready: true,
          restartCount: 1,
          image: '',
          imageID: '',
          resources: { requests: { cpu: '50m', memory: '32Mi' } },
          lastState: {
            terminated: { exitCode: 137, reason: 'OOMKilled', startedAt: LONG_AGO, finishedAt: LONG_AGO },
          },
        },
      ],
    },
  };
}

/** A VPA with every field set, of the Deployment of its own name. */
export function vpa(name: string): VerticalPodAutoscaler {
  return {
    apiVersion: 'autoscaling.k8s.io/v1',
    kind: 'VerticalPodAutoscaler',
    metadata: {
      ...metadata('vpa', name),
      generation: 1,
      annotations: { 'plumbline.dev/replacements': '{"misses":0,"basis":"x"}' },
    },
    spec: {
      targetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name },
      recommenders: [{ name: 'default' }],
      updatePolicy: {
        updateMode: 'Recreate',
        minReplicas: 1,
        evictAfterOOMSeconds: 600,
        evictionRequirements: [{ resources: ['cpu'], changeRequirement: 'TargetHigherThanRequests' }],
      },
      resourcePolicy: {
        containerPolicies: [
          {
            containerName: 'app',
            mode: 'Auto',
            minAllowed: { cpu: '10m', memory: '16Mi' },
            maxAllowed: { cpu: '2', memory: '2Gi' },
            controlledResources: ['cpu', 'memory'],
            controlledValues: 'RequestsAndLimits',
            startupBoost: { cpu: { type: 'Factor', factor: 2, durationSeconds: 10 } },
          },
        ],
      },
      startupBoost: { cpu: { type: 'Quantity', quantity: '1', durationSeconds: 10 } },
    },
    status: {
      recommendation: {
        containerRecommendations: [
          {
            containerName: 'app',
            target: { cpu: '500m', memory: '256Mi' },
            lowerBound: { cpu: '400m', memory: '200Mi' },
            upperBound: { cpu: '1', memory: '1Gi' },
            uncappedTarget: { cpu: '500m', memory: '256Mi' },
          },
        ],
      },
      conditions: [{ type: 'RecommendationProvided', status: 'True', lastTransitionTime: LONG_AGO }],
    },
  };
}

export function node(name: string): Node {
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { ...metadata('node', name), namespace: undefined },
    status: { allocatable: { cpu: '8', memory: '32Gi' } },
  };
}

/** Scales nothing that a VPA of these tests is for, unless a field is wrong. */
export function hpa(name: string): HorizontalPodAutoscaler {
  return {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: metadata('hpa', name),
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
      minReplicas: 1,
      maxReplicas: 9,
      metrics: [
        { type: 'Resource', resource: { name: 'requests-per-second' } },
        { type: 'ContainerResource', containerResource: { name: 'queue', container: 'app' } },
      ],
    },
  };
}

/** Allows any number of evictions. */
export function budget(name: string): PodDisruptionBudget {
  return {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: metadata('pdb', name),
    spec: {
      minAvailable: 1,
      selector: {
        matchLabels: { app: 'other' },
        matchExpressions: [{ key: 'app', operator: 'In', values: ['other'] }],
      },
    },
    status: { disruptionsAllowed: 1000, currentHealthy: 1001, desiredHealthy: 1 },
  };
}

export function quota(name: string): ResourceQuota {
  return {
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata: metadata('quota', name),
    spec: { hard: { 'requests.cpu': '100k', 'requests.memory': '100Ti' } },
    status: {
      hard: { 'requests.cpu': '100k', 'requests.memory': '100Ti' },
      used: { 'requests.cpu': '1', 'requests.memory': '1Gi' },
    },
  };
}

export function limitRange(name: string): LimitRange {
  return {
    apiVersion: 'v1',
    kind: 'LimitRange',
    metadata: metadata('limits', name),
    spec: {
      limits: [
        {
          type: 'Container',
          min: { cpu: '1m', memory: '1Mi' },
          max: { cpu: '100k', memory: '100Ti' },
          default: { cpu: '10', memory: '10Gi' },
          maxLimitRequestRatio: { cpu: '1k', memory: '1k' },
        },
        { type: 'Pod', min: { cpu: '1m' }, max: { cpu: '100k' } },
      ],
    },
  };
}

export function checkpoint(name: string): VerticalPodAutoscalerCheckpoint {
  return {
    apiVersion: 'autoscaling.k8s.io/v1',
    kind: 'VerticalPodAutoscalerCheckpoint',
    metadata: metadata('checkpoint', name),
    spec: { vpaObjectName: 'web', containerName: 'app' },
    status: { firstSampleStart: LONG_AGO, lastSampleStart: '2026-01-01T00:00:00Z', totalSamplesCount: 9 },
  };
}

export type Objects = Partial<Record<ResourceName, readonly KubeObject[]>>;

/** Serves these objects as the lists of their kinds, and nothing of any other kind. */
export function serveCluster(api: ScriptedApi, objects: Objects): void {
  for (const [name, resource] of Object.entries(API_RESOURCES))
    api.serve(pathOf(resource), {
      kind: 'List',
      metadata: { resourceVersion: LIST_VERSION },
      items: objects[name as ResourceName] ?? [],
    });
}

/** Deployment `web` with pods that its VPA would evict, on a node where no pod of a crowd takes their room. */
function healthyWorkload(): Objects {
  return {
    deployments: [deployment('web')],
    replicaSets: [replicaSet('web')],
    pods: ['web-0', 'web-1', 'web-2', 'web-3'].map((name) => {
      const one = pod('web', name);
      return { ...one, spec: { ...one.spec, nodeName: 'node-of-web' } };
    }),
    vpas: [vpa('web')],
    nodes: [
      node('node-0'),
      { ...node('node-of-web'), status: { allocatable: { cpu: '10k', memory: '10Ti' } } },
    ],
  };
}

/** Deployment `name` with one pod. */
export function workloadOf(name: string): Objects {
  return { deployments: [deployment(name)], replicaSets: [replicaSet(name)], pods: [pod(name, `${name}-0`)] };
}

export function merged(...all: readonly Objects[]): Objects {
  const objects: Objects = {};
  for (const one of all)
    for (const [name, list] of Object.entries(one) as [ResourceName, KubeObject[]][])
      objects[name] = [...(objects[name] ?? []), ...list];
  return objects;
}

/** Objects beside those of the healthy workload. */
export function beside(...more: readonly Objects[]): Objects {
  return merged(healthyWorkload(), ...more);
}
