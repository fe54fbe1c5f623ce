import type { Node, ResourceQuota } from '../../kube/types';
import { amountsFrom, cpuFrom, memoryFrom } from '../../model/quantity';
import { type Amounts, RESOURCES, type Resource } from '../../model/units';
import type { QuotaRoom } from '../plan-input';

/** Allocatable of the nodes that no other node exceeds in both resources. @throws QuantityError */
export function largestNodes(nodes: Iterable<Node>): Amounts[] {
  let largest: Amounts[] = [];
  for (const node of nodes) {
    const amounts = amountsFrom(node.status?.allocatable);
    if (amounts.cpu === undefined || amounts.memory === undefined) continue;
    if (largest.some((other) => isWithin(amounts, other))) continue;
    largest = [...largest.filter((other) => !isWithin(other, amounts)), amounts];
  }
  return largest.sort((a, b) => (a.cpu ?? 0) - (b.cpu ?? 0));
}

function isWithin(amounts: Amounts, other: Amounts): boolean {
  return RESOURCES.every((resource) => (amounts[resource] ?? 0) <= (other[resource] ?? 0));
}

/** What a quota counts, by the names it goes under; the plain name means requests. */
const COUNTED: readonly { of: QuotaRoom['of']; resource: Resource; names: readonly string[] }[] =
  RESOURCES.flatMap((resource) => [
    { of: 'requests' as const, resource, names: [`requests.${resource}`, resource] },
    { of: 'limits' as const, resource, names: [`limits.${resource}`] },
  ]);

/** What is left of every quota that counts all pods of the namespace; scoped ones may not count these. @throws QuantityError */
export function quotaRooms(quotas: Iterable<ResourceQuota>): QuotaRoom[] {
  const rooms: QuotaRoom[] = [];
  for (const { metadata, spec, status } of quotas) {
    if (spec?.scopes?.length || spec?.scopeSelector) continue;
    for (const { of, resource, names } of COUNTED) {
      for (const name of names) {
        const hard = status?.hard?.[name] ?? spec?.hard?.[name];
        if (hard === undefined) continue;
        const amount = resource === 'cpu' ? cpuFrom : memoryFrom;
        const free = amount(hard) - amount(status?.used?.[name] ?? 0);
        rooms.push({ quota: metadata.name, of, resource, free });
      }
    }
  }
  return rooms;
}
