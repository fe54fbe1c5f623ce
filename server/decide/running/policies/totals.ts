import { EPHEMERAL_STORAGE, RESOURCES, type RequestedResource, type Resource } from '../../../objects/units';
import { type PlannedAmount, podSum } from '../../pods/pod-sum';
import type { ProposedUpdate } from '../policy';

/** What a pod counts for as a whole, see `podSum`. */
export interface PodTotals {
  requests: Record<Resource, number>;
  limits: Record<Resource, number>;
}

export function totals(update: ProposedUpdate, when: 'before' | 'after'): PodTotals {
  const sums: PodTotals = { requests: { cpu: 0, memory: 0 }, limits: { cpu: 0, memory: 0 } };
  for (const side of ['requests', 'limits'] as const)
    for (const resource of RESOURCES) sums[side][resource] = totalOf(update, side, resource, when);
  return sums;
}

/** The same of one resource, in millicores or bytes. */
export function totalOf(
  { facts, changes }: ProposedUpdate,
  of: 'requests' | 'limits',
  resource: RequestedResource,
  when: 'before' | 'after',
): number {
  const planned = plannedAmounts(changes);
  const { spec } = facts.pod;
  if (resource !== EPHEMERAL_STORAGE && !spec.initContainers?.length && !spec.overhead && !spec.resources)
    return facts.containers.reduce((sum, { name, [of]: amounts }) => {
      const amount = when === 'after' ? planned(name, of, resource) : undefined;
      return sum + (amount ?? amounts[resource] ?? 0);
    }, 0);
  return podSum(spec, of, resource, when === 'after' ? planned : undefined);
}

/** What the containers are to state after a change. */
export function plannedAmounts(changes: ProposedUpdate['changes']): PlannedAmount {
  return (container, of, resource) => {
    const change = changes.find((one) => one.container === container);
    return (of === 'requests' ? change?.to : change?.limits)?.[resource];
  };
}
