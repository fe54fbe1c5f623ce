import type { Condition, KubeObject, LabelSelector, ObjectMeta } from './object';
import type { PodTemplateSpec } from './pod';

/** A workload object: replicas, selector and template. */
export interface Workload extends KubeObject {
  spec: {
    replicas?: number;
    selector?: LabelSelector;
    template?: PodTemplateSpec;
    jobTemplate?: {
      metadata?: Partial<ObjectMeta>;
      spec: { parallelism?: number; template: PodTemplateSpec };
    };
    parallelism?: number;
    completions?: number;
    [field: string]: unknown;
  };
  status?: {
    replicas?: number;
    readyReplicas?: number;
    numberReady?: number;
    desiredNumberScheduled?: number;
    succeeded?: number;
    conditions?: Condition[];
    [field: string]: unknown;
  };
}

/** A template that a StatefulSet or DaemonSet has, or had. */
export interface ControllerRevision extends KubeObject {
  /** A patch of its owner; other controllers keep other things in it. */
  data?: { spec?: { template?: PodTemplateSpec } } | null;
  /** Rises with each roll-out, a rollback's too. */
  revision: number;
}

export interface Scale extends KubeObject {
  spec: { replicas?: number };
  status?: { replicas?: number; selector?: string };
}

export interface PodDisruptionBudget extends KubeObject {
  spec?: {
    minAvailable?: number | string;
    maxUnavailable?: number | string;
    selector?: LabelSelector;
    unhealthyPodEvictionPolicy?: 'IfHealthyBudget' | 'AlwaysAllow';
  };
  status?: {
    disruptionsAllowed?: number;
    currentHealthy?: number;
    desiredHealthy?: number;
    expectedPods?: number;
    observedGeneration?: number;
    conditions?: Condition[];
    disruptedPods?: Record<string, string>;
  };
}
