/** Where releases of Kubernetes decide differently. */
export interface ScalingBehavior {
  /**
   * How a ratio compares with the tolerance: by its difference from 1, which in doubles is just above 0.1 for
   * 1.1, or by bounds, within which 1.1 is.
   */
  readonly tolerance: 'difference' | 'bounds';
  /** `behavior.scaleUp.tolerance` and `behavior.scaleDown.tolerance` count. */
  readonly tolerancePerDirection: boolean;
  /** What a missing pod counts as on the way down, if targets above 100 % exist. */
  readonly missingUses: 'request' | 'request-or-target';
  /** A pod measured without the container of the metric: the metric fails, or the pod is missing. */
  readonly unmeasuredContainer: 'fails' | 'is-missing';
  /** A pod whose spec lacks the container of the metric: it requests nothing, or the metric fails. */
  readonly absentContainer: 'requests-nothing' | 'fails';
  /** Init containers that keep running count, and requests of the pod as a whole. */
  readonly sidecarsAndPodRequests: boolean;
  /** Pods removed within the period of a policy count as well as those added. */
  readonly ratesCountBothDirections: boolean;
  /** Two HPAs that select the same pods: neither scales. */
  readonly refusesSharedPods: boolean;
  /** A condition tells an HPA that scaled to zero from a person who did; only the first is undone. */
  readonly remembersScalingToZero: boolean;
}

/** Kubernetes 1.37. */
export const RULES_OF_TODAY: ScalingBehavior = {
  tolerance: 'bounds',
  tolerancePerDirection: true,
  missingUses: 'request-or-target',
  unmeasuredContainer: 'is-missing',
  absentContainer: 'fails',
  sidecarsAndPodRequests: true,
  ratesCountBothDirections: true,
  refusesSharedPods: true,
  remembersScalingToZero: true,
};

/** Kubernetes 1.24, of which the conformance vectors are. */
export const RULES_OF_1_24: ScalingBehavior = {
  tolerance: 'difference',
  tolerancePerDirection: false,
  missingUses: 'request',
  unmeasuredContainer: 'fails',
  absentContainer: 'requests-nothing',
  sidecarsAndPodRequests: false,
  ratesCountBothDirections: false,
  refusesSharedPods: false,
  remembersScalingToZero: false,
};
