import { type Amounts, RESOURCES, type Resource } from '../../model/units';
import { policyFor, type Recommendation } from '../../policy/compiled-vpa';
import { fillsNode } from '../../policy/largest-node';
import type { Reason } from '../../words/reasons';
import type { Candidate, PolicyScope } from './policy';

/** How far rounding alone may move a target. */
const ROUNDING = 0.98;

/**
 * Says of a pod that its target is capped below what the usage needs, and by what; undefined if it is not, or by a
 * policy that has changed since.
 */
export function cappedTarget(
  { facts, workload, recommended }: Candidate,
  { cluster: { largestNodes } }: PolicyScope,
): Reason | undefined {
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
      if (cap === 'node' && !fillsOne(vpa.recommendation, resource, largestNodes)) continue;
      return { code: 'at-capped-target', container: name, resource, target, needed, cap };
    }
  }
  return undefined;
}

/** Whether the target may have been cut to a node; without any known, it may. */
function fillsOne(
  recommendation: Recommendation | undefined,
  resource: Resource,
  nodes: readonly Amounts[],
): boolean {
  if (nodes.length === 0) return true;
  const room = Math.max(...nodes.map((node) => node[resource] ?? 0));
  return fillsNode(
    [...(recommendation?.values() ?? [])].map(({ target }) => target),
    resource,
    room,
  );
}
