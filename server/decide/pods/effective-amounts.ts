import { amountsFrom, QuantityError } from '../../objects/quantity';
import type { Container, ResourceList } from '../../objects/types';
import type { ContainerAmounts } from './proportions';

/**
 * What pods get of a container as it is stated: a limit is its request too. What cannot be read counts as not stated
 * (Kubernetes 1.37, pkg/apis/core/v1, defaults.go, `SetDefaults_Pod`).
 */
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
