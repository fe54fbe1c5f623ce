import { keepsLimit } from '@/server/decide/pods/container-policy';
import { readVpa } from '@/server/decide/pods/vpa-reading';
import { RESOURCES } from '@/server/objects/units';
import { type NamespaceLimits, NO_LIMITS } from '../../decide/pods/limit-bounds';
import type { WatchCache } from '../../kube/watch-cache';
import { statesWhole } from '../../objects/sized-containers';
import type { Pod } from '../../objects/types';
import type { Knowledge, Recommending } from '../recommend/recommending';
import type { ServedVpa } from '../vpas/served-vpa';
import { type CappedForPods, cappedForPods } from './capped';

interface CapParts {
  pods: WatchCache<Pod>;
  recommending: Pick<Recommending, 'policiesOf'>;
  /** The merged LimitRanges of a namespace. */
  limitsOf(namespace: string): NamespaceLimits;
}

/**
 * What the pods of a VPA are held to, by container, judged by the first. Undefined where no LimitRange, no limit
 * that stays and nothing that pods state as a whole can cap anything, as for most, and where pod or policy cannot be read.
 */
export function cappedInPass(
  { pods, recommending, limitsOf }: CapParts,
  { namespace, vpa, recommendation, wholePod }: ServedVpa,
  { pods: [first] }: Knowledge,
): ReadonlyMap<string, CappedForPods> | undefined {
  try {
    const limits = limitsOf(namespace);
    const policies = recommending.policiesOf(vpa);
    const spec = first && pods.get(first.namespace, first.name)?.spec;
    const isFree =
      limits === NO_LIMITS &&
      ![...policies.values()].some((policy) => RESOURCES.some((resource) => keepsLimit(policy, resource)));
    const isApart = recommendation?.containerRecommendations?.some((one) => one.memoryLimit) ?? false;
    if (isFree && !isApart && !(spec && statesWhole(spec))) return undefined;
    const whole = wholePod?.recommendation;
    return cappedForPods(spec, policies, recommendation, limits, { whole, vpa: readVpa(vpa).compiled });
  } catch {
    return undefined;
  }
}
