import { type Failed, failed } from './failures';
import { type ReplicaProposal, wholeReplicas } from './proposal';
import type { ScalingBehavior } from './rules';
import type { ScaledPod } from './scaled-pod';
import { isTolerated, type Tolerances } from './tolerance';

export interface TotalQuestion {
  /** The value of an object, or the sum of the series of an external metric, thousandths. */
  readonly totalMilli: number;
  readonly targetMilli: number;
  readonly pods: readonly ScaledPod[];
  readonly scale: { readonly specReplicas: number; readonly statusReplicas: number };
  readonly tolerances: Tolerances;
  readonly rules: ScalingBehavior;
}

/**
 * The target is for the value as it is: the ready pods times the ratio. From zero, as many as the ratio says,
 * since there is no pod to multiply with (Kubernetes 1.37, pkg/controller/podautoscaler, replica_calculator.go,
 * `GetObjectMetricReplicas`).
 */
export function proposeByValue(question: TotalQuestion): ReplicaProposal | Failed {
  const { totalMilli, targetMilli, pods, scale, tolerances, rules } = question;
  const ratio = totalMilli / targetMilli;
  const shared = {
    kind: 'proposed',
    ratio,
    tolerances,
    current: { valueMilli: totalMilli },
    pods: [],
  } as const;
  if (scale.specReplicas === 0)
    return { ...shared, because: 'ratio', replicas: wholeReplicas(ratio), multipliedBy: 1 };
  const ready = pods.filter((pod) => pod.phase === 'Running' && pod.ready?.status === 'True').length;
  if (isTolerated(ratio, tolerances, rules))
    return { ...shared, because: 'within-tolerance', replicas: scale.specReplicas, multipliedBy: ready };
  if (pods.length === 0) return failed({ code: 'no-pods' });
  return { ...shared, because: 'ratio', replicas: wholeReplicas(ratio * ready), multipliedBy: ready };
}

/**
 * The target is a share for each pod: as many pods as there are shares. Without pods there is no tolerance (Kubernetes 1.37,
 * pkg/controller/podautoscaler, replica_calculator.go, `GetObjectPerPodMetricReplicas`).
 */
export function proposeByShare(question: TotalQuestion): ReplicaProposal {
  const { totalMilli, targetMilli, scale, tolerances, rules } = question;
  const { statusReplicas } = scale;
  const ratio = totalMilli / (targetMilli * Math.max(1, statusReplicas));
  const shares = wholeReplicas(totalMilli / targetMilli);
  const averageValueMilli = statusReplicas > 0 ? Math.ceil(totalMilli / statusReplicas) : undefined;
  const stays = statusReplicas > 0 && isTolerated(ratio, tolerances, rules);
  return {
    kind: 'proposed',
    because: stays ? 'within-tolerance' : 'ratio',
    replicas: stays ? statusReplicas : shares,
    ratio,
    multipliedBy: statusReplicas,
    tolerances,
    current: { averageValueMilli },
    pods: [],
  };
}
