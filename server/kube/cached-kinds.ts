import type { ChangeApproval, PodGroup, VerticalScalingPolicy } from '../objects/plumbline-types';
import type {
  ControllerRevision,
  HorizontalPodAutoscaler,
  LimitRange,
  Namespace,
  Node,
  Pod,
  PodDisruptionBudget,
  ResourceQuota,
  Workload,
} from '../objects/types';
import type { VerticalPodAutoscaler, VerticalPodAutoscalerCheckpoint } from '../objects/vpa-types';

/** The type of the objects in each cache. */
export interface CachedKinds {
  pods: Pod;
  vpas: VerticalPodAutoscaler;
  checkpoints: VerticalPodAutoscalerCheckpoint;
  nodes: Node;
  limitRanges: LimitRange;
  resourceQuotas: ResourceQuota;
  podDisruptionBudgets: PodDisruptionBudget;
  horizontalPodAutoscalers: HorizontalPodAutoscaler;
  replicaSets: Workload;
  deployments: Workload;
  statefulSets: Workload;
  daemonSets: Workload;
  controllerRevisions: ControllerRevision;
  jobs: Workload;
  cronJobs: Workload;
  replicationControllers: Workload;
  namespaces: Namespace;
  verticalScalingPolicies: VerticalScalingPolicy;
  podGroups: PodGroup;
  changeApprovals: ChangeApproval;
}

export type CachedKind = keyof CachedKinds;
