import type { Container, ResourceList } from '../kube/types';
import { amountsFrom, QuantityError } from '../model/quantity';
import type { ContainerAmounts } from './proportions';

/** What pods get of a container as it is stated: a limit is its request too. What cannot be read counts as not stated. */
export function effectiveAmounts({
  name,
  resources,
}: Pick<Container, 'name' | 'resources'>): ContainerAmounts {
  const limits = readable(resources?.limits);
  return { name, limits, requests: { ...limits, ...readable(resources?.requests) } };
}

function readable(list: ResourceList | undefined) {
  try {
    return amountsFrom(list);
  } catch (error) {
    if (error instanceof QuantityError) return {};
    throw error;
  }
}
