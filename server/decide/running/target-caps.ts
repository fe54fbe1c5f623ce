import { RESOURCES, type Resource } from '../../objects/units';
import { WHOLE_POD } from '../../objects/whole-pod';
import type { Reason } from '../../words/reasons';
import { fillsOneOf } from '../places/pareto-front';
import { policyFor } from '../pods/compiled-vpa';
import type { PodLevelAmounts } from '../pods/pod-resources';
import { needAfter } from './need-after';
import type { Candidate } from './policy';
import type { WholePod } from './whole-pod';

/** How far rounding alone may move a target. */
const ROUNDING = 0.98;

/**
 * Says of a pod that its target is capped below what the usage needs, and by what; undefined if it is not, or by a
 * policy that has changed since.
 */
export function cappedTarget(candidate: Candidate): Reason | undefined {
  const { facts, workload, recommended, wholePod } = candidate;
  const { vpa } = workload;
  for (const [index, { name }] of facts.containers.entries()) {
    const own = vpa.recommendation?.get(name);
    for (const resource of RESOURCES) {
      const target = recommended[index]?.target[resource];
      const needed = own?.uncappedTarget?.[resource];
      if (target === undefined || needed === undefined || target >= needed * ROUNDING) continue;
      const most = policyFor(vpa, name)?.maxAllowed[resource] ?? Number.POSITIVE_INFINITY;
      const isCutForPod = target < Math.min(own?.target[resource] ?? 0, most);
      if (isCutForPod && wholePod?.plan.requests[resource] !== undefined) continue;
      const ofPod = facts.podLevel && isStated(facts.podLevel, resource) ? 'pod' : 'limit-range';
      const cap = isCutForPod ? ofPod : target >= most ? 'policy' : 'node';
      if (cap === 'node' && !mayBeCut(candidate, resource)) continue;
      return { code: 'at-capped-target', container: name, resource, target, needed, cap };
    }
  }
  return wholePod && cappedWhole(wholePod, candidate);
}

/** A pod that is sized as a whole bounds its containers by what it needs itself; so what caps is what caps that. */
function cappedWhole({ plan, recommended }: WholePod, { workload: { vpa } }: Candidate): Reason | undefined {
  for (const resource of RESOURCES) {
    const target = plan.requests[resource];
    const needed = recommended.uncappedTarget?.[resource];
    if (target === undefined || needed === undefined || target >= needed * ROUNDING) continue;
    const most = vpa.wholePod?.maxAllowed[resource] ?? Number.POSITIVE_INFINITY;
    const own = Math.min(vpa.recommendation?.get(WHOLE_POD)?.target[resource] ?? 0, most);
    const cap = target < own * ROUNDING ? 'limit-range' : target >= most ? 'policy' : 'node';
    return { code: 'at-capped-target', container: WHOLE_POD, resource, target, needed, cap };
  }
  return undefined;
}

function isStated({ requests, limits }: PodLevelAmounts, resource: Resource): boolean {
  return (requests[resource] ?? limits[resource]) !== undefined;
}

/** Whether the target may have been cut to a node; without any known, it may. */
function mayBeCut({ facts, workload, recommended }: Candidate, resource: Resource): boolean {
  const { largestNodes = [] } = workload;
  if (largestNodes.length === 0) return true;
  const changes = facts.containers.map(({ name: container, requests: from }, index) => ({
    container,
    from,
    to: recommended[index]?.target ?? {},
    limits: {},
  }));
  return fillsOneOf(largestNodes, needAfter({ facts, changes }), resource);
}
