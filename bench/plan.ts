import { defaultConfig } from '@/server/config';
import { compileVpa } from '@/server/decide/pods/compiled-vpa';
import { NO_LIMITS } from '@/server/decide/pods/limit-bounds';
import { Planner } from '@/server/decide/running/plan';
import { NO_LOOP, type PlanInput, type WorkloadInput } from '@/server/decide/running/plan-input';
import type { Pod } from '@/server/objects/types';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import type { Bench } from './bench';

const VPAS = 1_000;
const PODS_PER_VPA = 10;
const NOW_MS = Date.UTC(2026, 7, 1, 12);
const HOUR_MS = 3_600_000;
const ROUNDS = 10;

/** Two containers per pod; one VPA in ten has pods that are due. */
function vpa(index: number): VerticalPodAutoscaler {
  const target = (cpu: string, memory: string) => ({
    target: { cpu, memory },
    lowerBound: { cpu: '50m', memory: '64Mi' },
    upperBound: { cpu: '2', memory: '2Gi' },
  });
  return {
    apiVersion: 'autoscaling.k8s.io/v1',
    kind: 'VerticalPodAutoscaler',
    metadata: { name: `web-${index}`, namespace: `ns-${index % 50}`, uid: `vpa-${index}` },
    spec: { targetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: `web-${index}` } },
    status: {
      recommendation: {
        containerRecommendations: [
          { containerName: 'app', ...target(index % 10 === 0 ? '3' : '250m', '262144k') },
          { containerName: 'proxy', ...target('100m', '128Mi') },
        ],
      },
    },
  };
}

function pod(index: number, replica: number): Pod {
  const container = (name: string, cpu: string, memory: string) => ({
    name,
    resources: { requests: { cpu, memory }, limits: { memory } },
  });
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: `web-${index}-${replica}`,
      namespace: `ns-${index % 50}`,
      uid: `pod-${index}-${replica}`,
      labels: { app: `web-${index}` },
      annotations: { vpaObservedContainers: 'app, proxy' },
      ownerReferences: [
        {
          apiVersion: 'apps/v1',
          kind: 'ReplicaSet',
          name: `web-${index}`,
          uid: `rs-${index}`,
          controller: true,
        },
      ],
    },
    spec: {
      nodeName: `node-${replica}`,
      containers: [container('app', `${200 + replica}m`, '256Mi'), container('proxy', '100m', '128Mi')],
    },
    status: {
      phase: 'Running',
      startTime: new Date(NOW_MS - replica * HOUR_MS).toISOString(),
      conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: '2026-08-01T00:00:00Z' }],
      containerStatuses: ['app', 'proxy'].map((name) => ({
        name,
        ready: true,
        restartCount: 0,
        image: '',
        imageID: '',
      })),
    },
  };
}

function workload(index: number): WorkloadInput {
  return {
    vpa: compileVpa(vpa(index)),
    pods: Array.from({ length: PODS_PER_VPA }, (_, replica) => pod(index, replica)),
    controllers: [{ uid: `rs-${index}`, kind: 'ReplicaSet', name: `web-${index}`, configured: PODS_PER_VPA }],
    limits: NO_LIMITS,
    quotas: [],
    budgets: [],
    conflicts: [],
    loop: NO_LOOP,
    sampledMs: HOUR_MS,
    refusals: new Map(),
    failures: new Map(),
  };
}

function freshInput(): PlanInput {
  return {
    nowMs: NOW_MS,
    cluster: { settings: defaultConfig(), lease: { kind: 'fresh' } },
    workloads: Array.from({ length: VPAS }, (_, index) => workload(index)),
    allowances: {},
  };
}

/**
 * The plan for 1,000 VPAs and 10,000 pods: the first from new objects, the next with none changed. All
 * objects are made beforehand, as the watch caches hold them long before a pass.
 */
export const planBench: Bench = {
  name: 'plan',
  run() {
    let firstMs = Number.POSITIVE_INFINITY;
    let nextMs = Number.POSITIVE_INFINITY;
    for (const input of Array.from({ length: ROUNDS }, freshInput)) {
      const planner = new Planner();
      const started = performance.now();
      const plan = planner.plan(input);
      firstMs = Math.min(firstMs, performance.now() - started);
      if (plan.vpas.length !== VPAS) throw new Error('the plan leaves VPAs out');
      const again = performance.now();
      planner.plan({ ...input, nowMs: NOW_MS + 1 });
      nextMs = Math.min(nextMs, performance.now() - again);
    }
    return [
      { name: 'plan', value: firstMs, unit: 'ms', reach: '≤ 50' },
      { name: 'plan-unchanged', value: nextMs, unit: 'ms', reach: '≤ 10' },
    ];
  },
};
