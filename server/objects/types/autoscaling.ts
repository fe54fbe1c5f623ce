import type { Condition, KubeObject, LabelSelector } from './object';

/** What one metric of an HPA should be; which field counts depends on the metric's type. */
export interface MetricTarget {
  type: string;
  averageUtilization?: number;
  averageValue?: string | number;
  value?: string | number;
}

export interface MetricIdentifier {
  name: string;
  selector?: LabelSelector;
}

interface DescribedObject {
  apiVersion?: string;
  kind: string;
  name: string;
}

/** One metric of an HPA: its type, and the source of that type. */
export interface MetricSpec {
  type: string;
  resource?: { name: string; target?: MetricTarget };
  containerResource?: { name: string; container: string; target?: MetricTarget };
  pods?: { metric: MetricIdentifier; target?: MetricTarget };
  object?: { describedObject: DescribedObject; metric: MetricIdentifier; target?: MetricTarget };
  external?: { metric: MetricIdentifier; target?: MetricTarget };
}

export interface MetricValueStatus {
  averageUtilization?: number;
  averageValue?: string;
  value?: string;
}

/** What one metric of an HPA is now; the type is empty while nobody knows. */
export interface MetricStatus {
  type: string;
  resource?: { name: string; current: MetricValueStatus };
  containerResource?: { name: string; container: string; current: MetricValueStatus };
  pods?: { metric: MetricIdentifier; current: MetricValueStatus };
  object?: { describedObject: DescribedObject; metric: MetricIdentifier; current: MetricValueStatus };
  external?: { metric: MetricIdentifier; current: MetricValueStatus };
}

export interface HpaScalingPolicy {
  type: 'Pods' | 'Percent';
  value: number;
  periodSeconds: number;
}

export interface HpaScalingRules {
  stabilizationWindowSeconds?: number;
  selectPolicy?: 'Max' | 'Min' | 'Disabled';
  policies?: HpaScalingPolicy[];
  tolerance?: string | number;
}

export interface HpaBehavior {
  scaleUp?: HpaScalingRules;
  scaleDown?: HpaScalingRules;
}

export interface HorizontalPodAutoscaler extends KubeObject {
  spec: {
    scaleTargetRef: { apiVersion?: string; kind: string; name: string };
    minReplicas?: number;
    maxReplicas: number;
    metrics?: MetricSpec[];
    behavior?: HpaBehavior;
  };
  status?: {
    observedGeneration?: number;
    lastScaleTime?: string;
    currentReplicas?: number;
    desiredReplicas?: number;
    currentMetrics?: MetricStatus[] | null;
    conditions?: Condition[];
  };
}
