import { RULES_OF_TODAY, type ScalingBehavior } from './rules';

/**
 * How HPAs are evaluated: the `--horizontal-pod-autoscaler-…` flags of Kubernetes, and whose rules (Kubernetes 1.37,
 * cmd/kube-controller-manager/app/options, hpacontroller.go).
 */
export interface EvaluationSettings {
  /** Ratios this close to 1 change nothing, unless the HPA says otherwise. */
  readonly tolerance: number;
  /** So long after its start, the CPU use of a pod may be that of its start. */
  readonly cpuInitializationPeriodMs: number;
  /** A pod that became unready so soon after its start was never ready. */
  readonly initialReadinessDelayMs: number;
  /** The window for scaling down of HPAs that state none. */
  readonly downscaleStabilizationMs: number;
  readonly rules: ScalingBehavior;
}

export const KUBERNETES_DEFAULTS: EvaluationSettings = {
  tolerance: 0.1,
  cpuInitializationPeriodMs: 300_000,
  initialReadinessDelayMs: 30_000,
  downscaleStabilizationMs: 300_000,
  rules: RULES_OF_TODAY,
};
