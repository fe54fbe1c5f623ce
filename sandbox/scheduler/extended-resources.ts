import { isQuantity, parseQuantity, quantityToNumber } from '@/server/objects/quantity';
import type { Pod, ResourceList } from '@/server/objects/types';
import { EPHEMERAL_STORAGE } from '@/server/objects/units';

/** The extended resources of a list, as in `example.com/gpu`, and ephemeral storage, which is counted alike. */
export function extendedIn(list: ResourceList | undefined): ReadonlyMap<string, number> {
  const amounts = new Map<string, number>();
  for (const [name, amount] of Object.entries(list ?? {}))
    if (isCounted(name) && isQuantity(amount)) amounts.set(name, quantityToNumber(parseQuantity(amount)));
  return amounts;
}

/** Those of Kubernetes itself are no extended ones. */
function isCounted(name: string): boolean {
  return name === EPHEMERAL_STORAGE || (name.includes('/') && !/^([^/]*\.)?kubernetes\.io\//.test(name));
}

/** What a pod asks for: the larger of its containers together and of any init container. */
export function extendedRequests({ spec }: Pod): ReadonlyMap<string, number> {
  const asked = new Map<string, number>();
  for (const { resources } of spec.containers)
    for (const [name, amount] of extendedIn(resources?.requests))
      asked.set(name, (asked.get(name) ?? 0) + amount);
  for (const { resources } of spec.initContainers ?? [])
    for (const [name, amount] of extendedIn(resources?.requests))
      asked.set(name, Math.max(asked.get(name) ?? 0, amount));
  return asked;
}
