import { ofKey } from '../../../lib/memo/of-key';
import { partOfWorkload } from '../../../words/outcome-parts';
import { type CompiledVpa, countedRecommendation, recommendationIn } from '../compiled-vpa';
import type { Recommendation } from '../recommendation';
import { withHeldAmounts } from './hold';

/** VPAs are immutable, so what counts for a part of their pods is worked out once. */
const BY_PART = new WeakMap<CompiledVpa, Map<string, CompiledVpa>>();

/**
 * The VPA on a PodGroup as it counts for the pods of one workload: with what is held there. The VPA itself if nothing is
 * followed or held of any of its pods.
 * @param workload the key of the workload; undefined if its pods are not of several
 */
export function forWorkload(vpa: CompiledVpa, workload: string | undefined): CompiledVpa {
  if (workload === undefined || !vpa.outcomes) return vpa;
  const byPart = ofKey(BY_PART, vpa, () => new Map<string, CompiledVpa>());
  const part = partOfWorkload(workload);
  return ofKey(byPart, part, () => asPart(vpa, part, recommendationIn(vpa.vpa)));
}

/** The VPA as it counts for a part of its pods. @param recommendation for it, before anything is held */
export function asPart(
  vpa: CompiledVpa,
  part: string,
  recommendation: Recommendation | undefined,
): CompiledVpa {
  const { outcome: _ofOthers, ...rest } = vpa;
  const outcome = vpa.outcomes?.get(part);
  return {
    ...rest,
    part,
    recommendation: withHeldAmounts(countedRecommendation(recommendation, vpa.policies), outcome?.held),
    ...(outcome && { outcome }),
  };
}
