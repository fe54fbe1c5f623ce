/** Types of Kubernetes that forms edit as they are. */
export type {
  HpaBehavior,
  HpaScalingPolicy,
  HpaScalingRules,
  MetricIdentifier,
  MetricSpec,
  MetricTarget,
} from '../objects/types';
export type {
  ContainerResourcePolicy,
  EvictionRequirement,
  StartupBoost,
  UpdateMode,
} from '../objects/vpa-types';
