import { RESOURCES } from '../../model/units';
import { policyFor } from '../../policy/compiled-vpa';
import type { Reason } from '../../words/reasons';
import type { Candidate } from './policy';

/** How far rounding alone may move a target. */
const ROUNDING = 0.98;

/**
 * Says of a pod at its target that the target is capped below what the usage needs; undefined if it is not.
 */
export function cappedTarget({ facts, workload, recommended }: Candidate): Reason | undefined {
  const { vpa } = workload;
  for (const [index, { name }] of facts.containers.entries()) {
    const own = vpa.recommendation?.get(name);
    for (const resource of RESOURCES) {
      const target = recommended[index]?.target[resource];
      const needed = own?.uncappedTarget?.[resource];
      if (target === undefined || needed === undefined || target >= needed * ROUNDING) continue;
      const most = policyFor(vpa, name)?.maxAllowed[resource] ?? Number.POSITIVE_INFINITY;
      const isCutForPod = target < Math.min(own?.target[resource] ?? 0, most);
      const cap = isCutForPod ? 'limit-range' : target >= most ? 'policy' : 'node';
      return { code: 'at-capped-target', container: name, resource, target, needed, cap };
    }
  }
  return undefined;
}
