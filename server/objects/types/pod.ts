import type { Condition, KubeObject, ObjectMeta, ResourceList } from './object';

export interface ResourceRequirements {
  requests?: ResourceList;
  limits?: ResourceList;
  claims?: { name: string }[];
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
  envFrom?: object[];
  ports?: { containerPort: number; name?: string; protocol?: string }[];
  resources?: ResourceRequirements;
  resizePolicy?: ContainerResizePolicy[];
  /** `Always` on an init container makes it a sidecar. */
  restartPolicy?: string;
}

/** A taint of nodes that a pod tolerates; without a key, every one. */
export interface Toleration {
  key?: string;
  operator?: string;
  value?: string;
  effect?: string;
}

interface NodeSelectorRequirement {
  key: string;
  operator: string;
  values?: string[];
}

/** Both lists must hold; a term without any selects no node. */
export interface NodeSelectorTerm {
  matchExpressions?: NodeSelectorRequirement[];
  matchFields?: NodeSelectorRequirement[];
}

export interface Affinity {
  nodeAffinity?: {
    requiredDuringSchedulingIgnoredDuringExecution?: { nodeSelectorTerms?: NodeSelectorTerm[] };
  };
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
  activeDeadlineSeconds?: number;
  nodeSelector?: Record<string, string>;
  affinity?: Affinity;
  tolerations?: Toleration[];
  serviceAccountName?: string;
  os?: { name?: string };
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
  /** Tells this run of the container apart from every other. */
  containerID?: string;
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
  /** What a pod that is sized as a whole was granted. */
  allocatedResources?: ResourceList;
  /** The same in force, read back from its cgroup: CPU is never quite what was asked for. */
  resources?: ResourceRequirements;
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
