import type { HpaBehavior, MetricSpec } from '../../objects/types';

/** What a person can change of an HPA; what it scales stays. */
export interface HpaRules {
  minReplicas?: number | undefined;
  maxReplicas: number;
  metrics?: MetricSpec[] | undefined;
  behavior?: HpaBehavior | undefined;
}

/** A change of an HPA. What is absent stays; null removes it, so that the default applies. */
export interface HpaEdit {
  /** The rules that were edited. If the cluster has others by now, nothing is saved. */
  was?: HpaRules | undefined;
  minReplicas?: number | null | undefined;
  maxReplicas?: number | undefined;
  metrics?: MetricSpec[] | undefined;
  behavior?: HpaBehavior | null | undefined;
}
