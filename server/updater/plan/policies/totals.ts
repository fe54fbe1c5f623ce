import { EPHEMERAL_STORAGE, RESOURCES, type Resource } from '../../../model/units';
import { storageContainer } from '../../../policy/storage-lens';
import type { ProposedUpdate } from '../policy';

/** What all containers of a pod request together. */
export interface PodTotals {
  requests: Record<Resource, number>;
  limits: Record<Resource, number>;
}

export function totals({ facts, changes }: ProposedUpdate, when: 'before' | 'after'): PodTotals {
  const sums: PodTotals = { requests: { cpu: 0, memory: 0 }, limits: { cpu: 0, memory: 0 } };
  for (const container of facts.containers) {
    const change = when === 'after' ? changes.find((one) => one.container === container.name) : undefined;
    for (const resource of RESOURCES) {
      sums.requests[resource] += change?.to[resource] ?? container.requests[resource] ?? 0;
      sums.limits[resource] += change?.limits[resource] ?? container.limits[resource] ?? 0;
    }
  }
  return sums;
}

/** The same for ephemeral storage, bytes; rarely asked for, so not part of the others. */
export function storageTotal(
  { facts, changes }: ProposedUpdate,
  of: 'requests' | 'limits',
  when: 'before' | 'after',
): number {
  return facts.pod.spec.containers.map(storageContainer).reduce((sum, stated) => {
    const change = when === 'after' ? changes.find((one) => one.container === stated.name) : undefined;
    const planned = (of === 'requests' ? change?.to : change?.limits)?.[EPHEMERAL_STORAGE];
    return sum + (planned ?? stated[of].memory ?? 0);
  }, 0);
}
