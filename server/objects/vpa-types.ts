import type { Condition, KubeObject, ResourceList } from './types';

export const VPA_GROUP = 'autoscaling.k8s.io';

export const UPDATE_MODES = ['Off', 'Initial', 'Recreate', 'InPlaceOrRecreate', 'InPlace', 'Auto'] as const;
/** `Auto` is a deprecated synonym of `Recreate`. */
export type UpdateMode = (typeof UPDATE_MODES)[number];

export interface TargetRef {
  apiVersion?: string;
  kind: string;
  name: string;
}

export interface EvictionRequirement {
  resources: string[];
  changeRequirement: 'TargetHigherThanRequests' | 'TargetLowerThanRequests';
}

export interface CpuStartupBoost {
  type?: 'Factor' | 'Quantity';
  factor?: number;
  quantity?: string | number;
  durationSeconds?: number;
}

export interface StartupBoost {
  cpu?: CpuStartupBoost;
}

export interface ContainerResourcePolicy {
  /** `*` stands for every container without a policy of its own. */
  containerName?: string;
  mode?: 'Auto' | 'Off';
  minAllowed?: ResourceList;
  maxAllowed?: ResourceList;
  controlledResources?: string[];
  controlledValues?: 'RequestsAndLimits' | 'RequestsOnly';
  oomBumpUpRatio?: string | number;
  oomMinBumpUp?: string | number;
  memoryAggregationIntervalSeconds?: number;
  memoryAggregationIntervalCount?: number;
  startupBoost?: StartupBoost;
}

export interface PodUpdatePolicy {
  updateMode?: UpdateMode;
  minReplicas?: number;
  evictionRequirements?: EvictionRequirement[];
  evictAfterOOMSeconds?: number;
}

/** `target`, `lowerBound`, `upperBound`, `uncappedTarget` of one container, as quantities. */
export interface RecommendedContainerResources {
  containerName: string;
  target: ResourceList;
  lowerBound?: ResourceList;
  upperBound?: ResourceList;
  uncappedTarget?: ResourceList;
  /** Only inside a process: in the cluster it is in an annotation, see `decide/pods/memory-limit/recommended.ts`. */
  memoryLimit?: StatedMemoryLimit;
  /** The most CPU that was seen, a quantity; as above, see `decide/pods/seen-cpu.ts`. */
  seenCpu?: string;
}

interface StatedRange {
  readonly target: string | number;
  readonly lowerBound: string | number;
  readonly upperBound: string | number;
}

/** A memory limit that is estimated apart from the request, and what both are where they have to be the same. */
export interface StatedMemoryLimit extends StatedRange {
  readonly asOne: StatedRange;
  /** A limit that a pod states stays until as much is requested, see `model/own-limit.ts`. */
  readonly keepsStated?: true;
}

export interface RecommendedPodResources {
  containerRecommendations?: RecommendedContainerResources[];
}

export type VpaConditionType =
  | 'RecommendationProvided'
  | 'NoPodsMatched'
  | 'ConfigUnsupported'
  | 'ConfigDeprecated'
  | 'LowConfidence'
  | 'FetchingHistory'
  /** Part of the usage from before the start could not be read. */
  | 'HistoryIncomplete'
  /** Containers whose memory rises from start to end; see `leakCondition`. */
  | 'MemoryLeak'
  /** Containers that were OOM-killed after each of many raises; see `raisedInVainContainers`. */
  | 'RaisedInVain'
  /** Containers of which a resource was never measured, so that nothing is recommended for it. */
  | 'NoSamples'
  /** Set by admission: the newest pods came without their patch. */
  | 'PodsUnpatched';

export interface VpaStatus {
  /** The generation the recommender saw when it wrote this. */
  observedGeneration?: number;
  recommendation?: RecommendedPodResources;
  conditions?: VpaCondition[];
}

export type VpaCondition = Condition & { type: VpaConditionType | (string & {}) };

export interface VerticalPodAutoscaler extends KubeObject {
  spec: {
    targetRef?: TargetRef;
    recommenders?: { name: string }[];
    updatePolicy?: PodUpdatePolicy;
    resourcePolicy?: { containerPolicies?: ContainerResourcePolicy[] };
    startupBoost?: StartupBoost;
  };
  status?: VpaStatus;
}

/** `bucketWeights` maps a bucket index to 1…10000; the heaviest bucket has 10000. */
export interface HistogramCheckpoint {
  referenceTimestamp?: string | null;
  bucketWeights?: Record<string, number>;
  totalWeight?: number;
}

export interface VerticalPodAutoscalerCheckpoint extends KubeObject {
  spec: { vpaObjectName?: string; containerName?: string };
  status?: {
    lastUpdateTime?: string | null;
    version?: string;
    firstSampleStart?: string | null;
    lastSampleStart?: string | null;
    totalSamplesCount?: number;
    cpuHistogram?: HistogramCheckpoint;
    memoryHistogram?: HistogramCheckpoint;
  };
}
