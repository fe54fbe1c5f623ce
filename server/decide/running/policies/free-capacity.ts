import { RESOURCES, type Resource } from '../../../objects/units';
import type { Reason } from '../../../words/reasons';
import { fits } from '../../places/pod-need';
import { policyFor } from '../../pods/compiled-vpa';
import { amountStated } from '../../pods/pod-sum';
import { needAfter } from '../need-after';
import { type Hold, type ProposedUpdate, plainRestraint } from '../policy';
import { type PodTotals, totalOf, totals } from './totals';

/** Holds back changes that would leave a pod without a node or violate a LimitRange. */
export const freeCapacity = plainRestraint('room', (proposal) => {
  if (proposal.way === 'unboost') return undefined;
  const before = totals(proposal, 'before');
  const after = totals(proposal, 'after');
  return nodeHold(proposal, before, after) ?? limitRangeHold(proposal);
});

function nodeHold(proposal: ProposedUpdate, before: PodTotals, after: PodTotals): Hold | undefined {
  const nodes = proposal.workload.largestNodes ?? [];
  const asks = needAfter(proposal);
  const grows = RESOURCES.filter((resource) => after.requests[resource] > before.requests[resource]);
  if (nodes.length === 0 || grows.length === 0) return undefined;
  const most = (resource: Resource) => Math.max(...nodes.map((node) => node[resource]));
  if (!nodes.some((node) => fits(asks, node))) {
    const resource = RESOURCES.find((one) => asks[one] > most(one)) ?? grows[0] ?? 'memory';
    return hold(
      { code: 'exceeds-largest-node', resource, asked: asks[resource], room: most(resource) },
      'node-added',
    );
  }
  for (const resource of grows) {
    const bound = most(resource);
    // Cutting rounds down per container.
    const isAll = asks[resource] + proposal.facts.containers.length > bound;
    const beside = asks[resource] - together(proposal, resource);
    const asked = isAll ? needed(proposal, resource) + beside : 0;
    if (asked > bound) {
      const target = asks[resource];
      return hold({ code: 'exceeds-largest-node', resource, asked, room: bound, target }, 'node-added');
    }
  }
  return undefined;
}

/** What the pod would request if its recommendation had not been cut to the largest node. */
function needed({ facts, workload, changes }: ProposedUpdate, resource: Resource): number {
  return facts.containers.reduce((sum, { name, requests }) => {
    const planned =
      changes.find(({ container }) => container === name)?.to[resource] ?? requests[resource] ?? 0;
    const uncapped = workload.vpa.recommendation?.get(name)?.uncappedTarget?.[resource] ?? 0;
    const most = policyFor(workload.vpa, name)?.maxAllowed[resource] || Number.POSITIVE_INFINITY;
    return sum + Math.max(planned, Math.min(uncapped, most));
  }, 0);
}

/** What its containers would request together while they run. */
function together({ facts, changes }: ProposedUpdate, resource: Resource): number {
  return facts.containers.reduce((sum, { name, requests }) => {
    const planned = changes.find(({ container }) => container === name)?.to[resource];
    return sum + (planned ?? requests[resource] ?? 0);
  }, 0);
}

function limitRangeHold(proposal: ProposedUpdate): Hold | undefined {
  const { workload, changes } = proposal;
  const { container, pod } = workload.limits;
  for (const resource of RESOURCES) {
    const most = container?.max?.[resource];
    const asked = Math.max(0, ...changes.map((change) => change.to[resource] ?? 0));
    if (most !== undefined && asked > most)
      return hold(
        { code: 'exceeds-limit-range', limitRange: 'Container', resource, asked, room: most },
        'quota-freed',
      );
    const podMost = pod?.max?.[resource];
    if (podMost === undefined) continue;
    const whole = totalOf(proposal, 'requests', resource, 'after') - overheadOf(proposal, resource);
    if (whole > podMost)
      return hold(
        { code: 'exceeds-limit-range', limitRange: 'Pod', resource, asked: whole, room: podMost },
        'quota-freed',
      );
  }
  return undefined;
}

/** LimitRanges do not count it. */
function overheadOf({ facts }: ProposedUpdate, resource: Resource): number {
  return amountStated(facts.pod.spec.overhead, resource) ?? 0;
}

function hold(reason: Reason, awaits: 'node-added' | 'quota-freed'): Hold {
  return { kind: 'hold', reason, awaits };
}
