import type { Container, ResourceList } from '@/server/kube/types';
import type { RecommendedContainerResources } from '@/server/kube/vpa-types';
import { isQuantity, milliValue, wholeValue } from '@/server/model/quantity';
import type { Resource } from '@/server/model/units';
import type { ContainerUsage } from '../feeds/pod-feed';
import type { ResourceView } from '.';

/** One container in one live pod. */
export interface ContainerInPod {
  container: Container | undefined;
  usage: ContainerUsage | undefined;
}

/** Millicores or bytes; absent if nothing readable is stated. */
export function amountIn(list: ResourceList | undefined, resource: Resource): number | undefined {
  const text = list?.[resource];
  if (!isQuantity(text)) return undefined;
  return resource === 'cpu' ? milliValue(text) : wholeValue(text);
}

function range(values: readonly number[]): { min: number; max: number } | undefined {
  return values.length > 0 ? { min: Math.min(...values), max: Math.max(...values) } : undefined;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function present<T, V>(items: readonly T[], value: (item: T) => V | undefined): V[] {
  return items.map(value).filter((found) => found !== undefined);
}

/** What people see of one resource of one container, over all its live pods. */
export function resourceView(
  resource: Resource,
  instances: readonly ContainerInPod[],
  recommended: RecommendedContainerResources | undefined,
): ResourceView {
  const requests = present(instances, ({ container }) => amountIn(container?.resources?.requests, resource));
  const limits = present(instances, ({ container }) => amountIn(container?.resources?.limits, resource));
  const used = present(instances, ({ usage }) => {
    const amount = resource === 'cpu' ? usage?.cpuMillicores : usage?.memoryBytes;
    return usage && amount !== undefined ? { amount, atMs: usage.atMs } : undefined;
  });
  const amounts = used.map(({ amount }) => amount);
  const meanRequest = requests.length > 0 ? mean(requests) : 0;
  return {
    request: range(requests),
    limit: range(limits),
    usage:
      used.length > 0
        ? { mean: mean(amounts), max: Math.max(...amounts), atMs: Math.max(...used.map(({ atMs }) => atMs)) }
        : undefined,
    usedShareOfRequest: used.length > 0 && meanRequest > 0 ? mean(amounts) / meanRequest : undefined,
    target: amountIn(recommended?.target, resource),
    lowerBound: amountIn(recommended?.lowerBound, resource),
    upperBound: amountIn(recommended?.upperBound, resource),
    uncappedTarget: amountIn(recommended?.uncappedTarget, resource),
  };
}
