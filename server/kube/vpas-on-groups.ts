import type { Labels } from '../objects/selector';
import { podGroupRef } from '../objects/target-key';
import type { VerticalPodAutoscaler } from '../objects/vpa-types';
import type { ClusterCaches } from './caches';

const NONE: readonly never[] = [];

/** The VPAs on PodGroups that select a pod with these labels, in no order. */
export function vpasOnGroups(
  { podGroupsByLabels, vpasByTarget }: Pick<ClusterCaches, 'podGroupsByLabels' | 'vpasByTarget'>,
  namespace: string,
  labels: Labels | undefined,
): readonly VerticalPodAutoscaler[] {
  const names = podGroupsByLabels.selecting(namespace, labels);
  if (names.length === 0) return NONE;
  return names.flatMap((name) => vpasByTarget.targeting(podGroupRef(namespace, name)));
}
