/**
 * Kubernetes objects as JSON: only the fields this product reads or writes. Times are RFC 3339 strings,
 * quantities are strings (see `model/quantity`).
 */
export interface OwnerReference {
  apiVersion: string;
  kind: string;
  name: string;
  uid: string;
  controller?: boolean;
  blockOwnerDeletion?: boolean;
}

/** Who changed an object, how and when last; without the fields if nobody needs them. */
export interface FieldManager {
  manager?: string;
  operation?: string;
  time?: string;
  subresource?: string;
}

export interface ObjectMeta {
  name: string;
  namespace?: string;
  generateName?: string;
  uid?: string;
  resourceVersion?: string;
  generation?: number;
  creationTimestamp?: string;
  deletionTimestamp?: string;
  deletionGracePeriodSeconds?: number;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  ownerReferences?: OwnerReference[];
  finalizers?: string[];
  managedFields?: FieldManager[];
}

export interface KubeObject {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
}

export interface KubeList<T> {
  apiVersion: string;
  kind: string;
  metadata: { resourceVersion?: string; continue?: string; remainingItemCount?: number };
  items: T[];
}

/** The `Status` with which an API server refuses a request. */
export interface StatusBody {
  apiVersion: 'v1';
  kind: 'Status';
  metadata: Record<string, never>;
  status: 'Success' | 'Failure';
  message?: string;
  reason?: string;
  details?: {
    name?: string;
    group?: string;
    kind?: string;
    uid?: string;
    retryAfterSeconds?: number;
    causes?: { reason?: string; message?: string; field?: string }[];
  };
  code?: number;
}

export type ResourceList = Record<string, string | number>;

export interface ResourceRequirements {
  requests?: ResourceList;
  limits?: ResourceList;
  claims?: { name: string }[];
}

export interface LabelSelectorRequirement {
  key: string;
  operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist';
  values?: string[];
}

export interface LabelSelector {
  matchLabels?: Record<string, string>;
  matchExpressions?: LabelSelectorRequirement[];
}

export interface ContainerResizePolicy {
  resourceName: string;
  restartPolicy: 'NotRequired' | 'RestartContainer';
}

export interface Container {
  name: string;
  image?: string;
  command?: string[];
  args?: string[];
  env?: { name: string; value?: string }[];
  ports?: { containerPort: number; name?: string; protocol?: string }[];
  resources?: ResourceRequirements;
  resizePolicy?: ContainerResizePolicy[];
  /** `Always` on an init container makes it a sidecar. */
  restartPolicy?: string;
}

export interface PodSpec {
  containers: Container[];
  initContainers?: Container[];
  ephemeralContainers?: Container[];
  nodeName?: string;
  restartPolicy?: string;
  terminationGracePeriodSeconds?: number;
  priority?: number;
  priorityClassName?: string;
  nodeSelector?: Record<string, string>;
  serviceAccountName?: string;
  /** Pod-level resources (Kubernetes 1.34 on). */
  resources?: ResourceRequirements;
  overhead?: ResourceList;
}

export interface ContainerStateTerminated {
  exitCode: number;
  reason?: string;
  message?: string;
  startedAt?: string;
  finishedAt?: string;
}

export interface ContainerState {
  waiting?: { reason?: string; message?: string };
  running?: { startedAt?: string };
  terminated?: ContainerStateTerminated;
}

export interface ContainerStatus {
  name: string;
  ready: boolean;
  started?: boolean;
  restartCount: number;
  image: string;
  imageID: string;
  containerID?: string;
  state?: ContainerState;
  lastState?: ContainerState;
  resources?: ResourceRequirements;
  allocatedResources?: ResourceList;
}

export interface Condition {
  type: string;
  status: 'True' | 'False' | 'Unknown';
  reason?: string;
  message?: string;
  lastTransitionTime?: string;
  lastProbeTime?: string | null;
  observedGeneration?: number;
}

export type PodPhase = 'Pending' | 'Running' | 'Succeeded' | 'Failed' | 'Unknown';

export interface PodStatus {
  phase?: PodPhase;
  reason?: string;
  message?: string;
  startTime?: string;
  conditions?: Condition[];
  containerStatuses?: ContainerStatus[];
  initContainerStatuses?: ContainerStatus[];
  podIP?: string;
  hostIP?: string;
  qosClass?: string;
  nominatedNodeName?: string;
  observedGeneration?: number;
}

export interface Pod extends KubeObject {
  spec: PodSpec;
  status?: PodStatus;
}

export interface PodTemplateSpec {
  metadata?: Partial<ObjectMeta>;
  spec: PodSpec;
}

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

export interface Scale extends KubeObject {
  spec: { replicas?: number };
  status?: { replicas?: number; selector?: string };
}

export interface Node extends KubeObject {
  spec?: { unschedulable?: boolean; [field: string]: unknown };
  status?: { capacity?: ResourceList; allocatable?: ResourceList; conditions?: Condition[] };
}

export interface Namespace extends KubeObject {
  status?: { phase?: string };
}

export interface KubeEvent extends KubeObject {
  involvedObject: {
    apiVersion?: string;
    kind?: string;
    name?: string;
    namespace?: string;
    uid?: string;
    fieldPath?: string;
  };
  reason?: string;
  message?: string;
  type?: string;
  count?: number;
  firstTimestamp?: string | null;
  lastTimestamp?: string | null;
  eventTime?: string | null;
  source?: { component?: string; host?: string };
  reportingComponent?: string;
  reportingInstance?: string;
  action?: string;
}

export interface PodMetrics extends KubeObject {
  timestamp: string;
  window: string;
  containers: { name: string; usage: ResourceList }[];
}

export interface Lease extends KubeObject {
  spec: {
    holderIdentity?: string;
    leaseDurationSeconds?: number;
    acquireTime?: string;
    renewTime?: string;
    leaseTransitions?: number;
  };
}

export interface LimitRange extends KubeObject {
  spec: {
    limits?:
      | {
          type: 'Container' | 'Pod' | 'PersistentVolumeClaim' | (string & {});
          max?: ResourceList;
          min?: ResourceList;
          default?: ResourceList;
          defaultRequest?: ResourceList;
          maxLimitRequestRatio?: ResourceList;
        }[]
      | null;
  };
}

export interface ResourceQuota extends KubeObject {
  spec?: { hard?: ResourceList; scopes?: string[]; scopeSelector?: unknown };
  status?: { hard?: ResourceList; used?: ResourceList };
}

export interface PodDisruptionBudget extends KubeObject {
  spec?: { minAvailable?: number | string; maxUnavailable?: number | string; selector?: LabelSelector };
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

export interface HorizontalPodAutoscaler extends KubeObject {
  spec: {
    scaleTargetRef: { apiVersion?: string; kind: string; name: string };
    minReplicas?: number;
    maxReplicas: number;
    metrics?: {
      type: string;
      resource?: { name: string };
      containerResource?: { name: string; container: string };
    }[];
  };
}

export interface ConfigMap extends KubeObject {
  data?: Record<string, string>;
}

export interface Secret extends KubeObject {
  type?: string;
  data?: Record<string, string>;
}
