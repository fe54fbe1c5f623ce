import type { Pod } from '../../kube/types';
import type { WatchCache } from '../../kube/watch-cache';
import { type NamespaceLimits, NO_LIMITS } from '../../policy/limit-bounds';
import type { VpaRecord } from '../books/vpa-record';
import type { Knowledge, Recommending } from '../recommend/recommending';
import { type CappedForPods, heldRecommendation } from './held';

interface HeldParts {
  pods: WatchCache<Pod>;
  recommending: Pick<Recommending, 'policiesOf'>;
  /** The merged LimitRanges of a namespace. */
  limitsOf(namespace: string): NamespaceLimits;
}

/**
 * What the pods of a VPA are held to, by container, judged by the first. Undefined where neither a LimitRange nor a
 * limit that stays can cap anything, as for most, and where pod or policy cannot be read.
 */
export function heldInPass(
  { pods, recommending, limitsOf }: HeldParts,
  { namespace, vpa, recommendation }: VpaRecord,
  { pods: [first] }: Knowledge,
): ReadonlyMap<string, CappedForPods> | undefined {
  try {
    const limits = limitsOf(namespace);
    const policies = recommending.policiesOf(vpa);
    if (limits === NO_LIMITS && ![...policies.values()].some(({ requestsOnly }) => requestsOnly))
      return undefined;
    const pod = first && pods.get(first.namespace, first.name);
    return heldRecommendation(pod?.spec, policies, recommendation, limits);
  } catch {
    return undefined;
  }
}
