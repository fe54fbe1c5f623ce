import { defaultConfig } from '@/server/config';
import { compileVpa } from '@/server/decide/pods/compiled-vpa';
import { NO_LIMITS } from '@/server/decide/pods/limit-bounds';
import { Planner } from '@/server/decide/running/plan';
import {
  type Allowances,
  type ClusterFacts,
  NO_LOOP,
  type PlanInput,
  type WorkloadInput,
} from '@/server/decide/running/plan-input';
import type { PodPlan } from '@/server/decide/running/planned';
import type { PlanSettings } from '@/server/decide/running/settings';
import type { Pod, ResourceList } from '@/server/objects/types';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';

export const NOW_MS = Date.parse('2026-08-01T12:00:00Z');
const timeAt = (beforeMs: number) => new Date(NOW_MS - beforeMs).toISOString();

export interface PodOptions {
  requests?: ResourceList;
  limits?: ResourceList;
  ageMs?: number;
  phase?: 'Running' | 'Pending' | 'Succeeded';
  owner?: string;
  ownerKind?: string;
  annotations?: Record<string, string>;
  conditions?: NonNullable<Pod['status']>['conditions'];
  /** OOM-killed this long after its start. */
  killedAfterMs?: number;
  isScheduled?: boolean;
  isTerminating?: boolean;
  restartsOnResize?: boolean;
}

/** A pod of ReplicaSet `web` with one container `app`. */
export function pod(name: string, options: PodOptions = {}): Pod {
  const {
    requests = { cpu: '100m', memory: '100Mi' },
    limits,
    ageMs = 3_600_000,
    phase = 'Running',
    owner = 'web',
    ownerKind = 'ReplicaSet',
    annotations,
    conditions = [{ type: 'Ready', status: 'True', lastTransitionTime: timeAt(ageMs) }],
    killedAfterMs,
    isScheduled = true,
    isTerminating = false,
    restartsOnResize = false,
  } = options;
  const killed =
    killedAfterMs === undefined ? undefined : { finished: 60_000, started: 60_000 + killedAfterMs };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      namespace: 'shop',
      uid: `uid-${name}`,
      labels: { app: 'web' },
      annotations,
      deletionTimestamp: isTerminating ? timeAt(0) : undefined,
      ownerReferences: owner
        ? [{ apiVersion: 'apps/v1', kind: ownerKind, name: owner, uid: `uid-${owner}`, controller: true }]
        : [],
    },
    spec: {
      nodeName: isScheduled ? 'node-0' : undefined,
      containers: [
        {
          name: 'app',
          resources: { requests, limits },
          resizePolicy: restartsOnResize
            ? [{ resourceName: 'cpu', restartPolicy: 'RestartContainer' }]
            : undefined,
        },
      ],
    },
    status: {
      phase,
      startTime: timeAt(ageMs),
      conditions,
      containerStatuses: [
        {
          name: 'app',
          ready: true,
          restartCount: 0,
          image: '',
          imageID: '',
          lastState: killed && {
            terminated: {
              exitCode: 137,
              reason: 'OOMKilled',
              startedAt: timeAt(killed.started),
              finishedAt: timeAt(killed.finished),
            },
          },
        },
      ],
    },
  };
}

export interface VpaOptions extends Omit<Partial<VerticalPodAutoscaler['spec']>, 'targetRef'> {
  target?: ResourceList;
  lowerBound?: ResourceList;
  upperBound?: ResourceList;
}

/** A VPA of Deployment `web` that wants 200m and 200Mi for `app`. */
export function vpa(options: VpaOptions = {}): VerticalPodAutoscaler {
  const {
    target = { cpu: '200m', memory: '200Mi' },
    lowerBound = { cpu: '150m', memory: '150Mi' },
    upperBound = { cpu: '400m', memory: '400Mi' },
    ...spec
  } = options;
  return {
    apiVersion: 'autoscaling.k8s.io/v1',
    kind: 'VerticalPodAutoscaler',
    metadata: { name: 'web', namespace: 'shop', uid: 'uid-vpa', resourceVersion: '7' },
    spec: {
      targetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
      updatePolicy: { updateMode: 'Recreate' },
      ...spec,
    },
    status: {
      recommendation: {
        containerRecommendations: [{ containerName: 'app', target, lowerBound, upperBound }],
      },
    },
  };
}

export function workload(
  pods: readonly Pod[],
  object: VerticalPodAutoscaler = vpa(),
  more: Partial<WorkloadInput> = {},
): WorkloadInput {
  return {
    vpa: compileVpa(object),
    pods,
    controllers: [{ uid: 'uid-web', kind: 'ReplicaSet', name: 'web', configured: pods.length }],
    limits: NO_LIMITS,
    quotas: [],
    budgets: [],
    conflicts: [],
    loop: NO_LOOP,
    sampledMs: 3_600_000,
    refusals: new Map(),
    failures: new Map(),
    ...more,
  };
}

/** Rules that have tests of their own. */
const APART = { leastHistoryToLowerMs: 0, canaryMs: 0 };

export function input(
  workloads: readonly WorkloadInput[],
  more: {
    settings?: Partial<PlanSettings>;
    allowances?: Allowances;
    largestNodes?: WorkloadInput['largestNodes'];
  } & Partial<Omit<ClusterFacts, 'settings'>> = {},
): PlanInput {
  const {
    settings,
    allowances = {},
    lease = { kind: 'fresh' },
    largestNodes,
    unfollowed,
    nodesCome,
    traitsOf,
    mayUseOtherKind,
    hasPlaceFor,
  } = more;
  return {
    nowMs: NOW_MS,
    cluster: {
      settings: { ...defaultConfig(), ...APART, ...settings },
      lease,
      unfollowed,
      nodesCome,
      traitsOf,
      mayUseOtherKind,
      hasPlaceFor,
    },
    workloads: largestNodes ? workloads.map((one) => ({ ...one, largestNodes })) : workloads,
    allowances,
  };
}

/** The plan for the pods of one workload, as `decision: code code`. */
export function decisions(one: WorkloadInput, more: Parameters<typeof input>[1] = {}): string[] {
  return planned(one, more).map(
    ({ decision, reasons }) => `${decision}: ${reasons.map((reason) => reason.code).join(' ')}`,
  );
}

export function planned(one: WorkloadInput, more: Parameters<typeof input>[1] = {}): PodPlan[] {
  return new Planner().plan(input([one], more)).vpas[0]?.pods ?? [];
}
