import { type Amounts, RESOURCES, type Resource } from '../../model/units';
import type { Hold, PolicyScope, Proposal } from '../policy';
import { plainRestraint } from '../policy';
import type { Reason } from '../reasons';

/** No change that would leave a pod without a node, above the quota or against a LimitRange. */
export const room = plainRestraint('room', (proposal, scope) => {
  if (proposal.way === 'unboost') return undefined;
  const before = totals(proposal, 'before');
  const after = totals(proposal, 'after');
  return (
    nodeHold(before, after, scope) ?? quotaHold(proposal, before, after) ?? limitRangeHold(proposal, after)
  );
});

interface Totals {
  requests: Record<Resource, number>;
  limits: Record<Resource, number>;
}

function totals({ facts, changes }: Proposal, when: 'before' | 'after'): Totals {
  const sums: Totals = { requests: { cpu: 0, memory: 0 }, limits: { cpu: 0, memory: 0 } };
  for (const container of facts.containers) {
    const change = when === 'after' ? changes.find((one) => one.container === container.name) : undefined;
    for (const resource of RESOURCES) {
      sums.requests[resource] += change?.to[resource] ?? container.requests[resource] ?? 0;
      sums.limits[resource] += change?.limits[resource] ?? container.limits[resource] ?? 0;
    }
  }
  return sums;
}

function nodeHold(before: Totals, after: Totals, { cluster }: PolicyScope): Hold | undefined {
  const nodes = cluster.largestNodes;
  const grows = RESOURCES.filter((resource) => after.requests[resource] > before.requests[resource]);
  const fits = (node: Amounts) =>
    RESOURCES.every((resource) => after.requests[resource] <= (node[resource] ?? Number.POSITIVE_INFINITY));
  if (nodes.length === 0 || grows.length === 0 || nodes.some(fits)) return undefined;
  const most = (resource: Resource) => Math.max(...nodes.map((node) => node[resource] ?? 0));
  const resource = RESOURCES.find((one) => after.requests[one] > most(one)) ?? grows[0] ?? 'memory';
  return hold(
    { code: 'exceeds-largest-node', resource, asked: after.requests[resource], room: most(resource) },
    'node-added',
  );
}

function quotaHold({ workload }: Proposal, before: Totals, after: Totals): Hold | undefined {
  for (const { quota, of, resource, free } of workload.quotas) {
    const more = after[of][resource] - before[of][resource];
    if (more > 0 && more > free)
      return hold({ code: 'exceeds-quota', quota, resource, asked: more, room: free }, 'quota-freed');
  }
  return undefined;
}

function limitRangeHold({ workload, changes }: Proposal, after: Totals): Hold | undefined {
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
    if (podMost !== undefined && after.requests[resource] > podMost)
      return hold(
        {
          code: 'exceeds-limit-range',
          limitRange: 'Pod',
          resource,
          asked: after.requests[resource],
          room: podMost,
        },
        'quota-freed',
      );
  }
  return undefined;
}

function hold(reason: Reason, awaits: 'node-added' | 'quota-freed'): Hold {
  return { kind: 'hold', reason, awaits };
}
