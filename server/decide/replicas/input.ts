import type { HorizontalPodAutoscaler } from '../../objects/types';
import type { MilliAmounts } from './milli-amounts';
import type { HpaPast } from './past';
import type { ScaledPod } from './scaled-pod';
import type { EvaluationSettings } from './settings';

/** A value of one pod, in thousandths of its unit, measured over the window that ends at `atMs`. */
export interface PodValue {
  readonly pod: string;
  readonly atMs: number;
  readonly windowMs: number;
  readonly valueMilli: number;
}

/** What the resource metrics API measured of one pod; `usage` is read by `milliAmounts`. */
export interface PodUsage {
  readonly pod: string;
  readonly atMs: number;
  readonly windowMs: number;
  readonly containers: readonly { readonly name: string; readonly usage: MilliAmounts }[];
}

/** What was read for one metric; several may share one list. Values are in thousandths. */
export type MetricReading =
  /** For Resource and ContainerResource. */
  | { readonly kind: 'usage'; readonly pods: readonly PodUsage[] }
  /** For Pods. */
  | { readonly kind: 'pod-values'; readonly pods: readonly PodValue[] }
  /** For Object (one value) and External (the values of all series returned). */
  | { readonly kind: 'totals'; readonly valuesMilli: readonly number[] }
  | { readonly kind: 'failed'; readonly error: string };

/** The pods that the target selects, or why that cannot be told. */
export type Selected =
  | { readonly kind: 'pods'; readonly pods: readonly ScaledPod[] }
  | { readonly kind: 'no-selector' }
  | { readonly kind: 'bad-selector'; readonly error: string }
  /** Other HPAs select these pods too. */
  | {
      readonly kind: 'shared';
      readonly selector: string;
      readonly hpas: readonly string[];
      readonly pods: readonly ScaledPod[];
    };

/** Everything one evaluation of one HPA depends on. */
export interface EvaluationInput {
  readonly nowMs: number;
  readonly hpa: Pick<HorizontalPodAutoscaler, 'spec' | 'status'>;
  /** `spec.replicas` and `status.replicas` of the target's scale. */
  readonly scale: { readonly specReplicas: number; readonly statusReplicas: number };
  readonly selected: Selected;
  /** One for each of {@link metricSpecs}, in that order. */
  readonly readings: readonly MetricReading[];
  /** What earlier evaluations left; absent at the first. */
  readonly past?: HpaPast;
  readonly settings: EvaluationSettings;
}
