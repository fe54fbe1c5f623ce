import type { ContainerUsage } from '@/server/model/usage-table';
import { isQuantity, milliValue, wholeValue } from '@/server/objects/quantity';
import type { Container, ResourceList } from '@/server/objects/types';
import type { RequestedResource, Resource } from '@/server/objects/units';
import type { RecommendedContainerResources } from '@/server/objects/vpa-types';
import type { ResourceView } from '../../contract/recommendations';

/** One container in one live pod. */
export interface ContainerInPod {
  container: Container | undefined;
  usage: ContainerUsage | undefined;
}

/** Millicores or bytes; absent if nothing readable is stated. */
export function amountIn(list: ResourceList | undefined, resource: RequestedResource): number | undefined {
  const text = list?.[resource];
  if (!isQuantity(text)) return undefined;
  return resource === 'cpu' ? milliValue(text) : wholeValue(text);
}

/** Sums up numbers one by one. */
class Summary {
  private count = 0;
  private sum = 0;
  private min = Number.POSITIVE_INFINITY;
  private max = Number.NEGATIVE_INFINITY;

  add(value: number): void {
    this.count++;
    this.sum += value;
    this.min = Math.min(this.min, value);
    this.max = Math.max(this.max, value);
  }

  get mean(): number | undefined {
    return this.count > 0 ? this.sum / this.count : undefined;
  }

  get range(): { min: number; max: number } | undefined {
    return this.count > 0 ? { min: this.min, max: this.max } : undefined;
  }
}

/** Reads amounts of containers that are mostly alike: equal lists are often the same object. */
class AmountReader {
  private list: ResourceList | undefined;
  private amount: number | undefined;

  constructor(private readonly resource: Resource) {}

  of(list: ResourceList | undefined): number | undefined {
    if (list !== this.list) {
      this.list = list;
      this.amount = amountIn(list, this.resource);
    }
    return this.amount;
  }
}

/** What people see of one resource of one container, over all its live pods. */
export function resourceView(
  resource: Resource,
  instances: readonly ContainerInPod[],
  recommended: RecommendedContainerResources | undefined,
): ResourceView {
  const [requests, limits, used, taken] = [new Summary(), new Summary(), new Summary(), new Summary()];
  const [requested, limited] = [new AmountReader(resource), new AmountReader(resource)];
  for (const { container, usage } of instances) {
    const request = requested.of(container?.resources?.requests);
    if (request !== undefined) requests.add(request);
    const limit = limited.of(container?.resources?.limits);
    if (limit !== undefined) limits.add(limit);
    const amount = resource === 'cpu' ? usage?.cpuMillicores : usage?.memoryBytes;
    if (!usage || amount === undefined) continue;
    used.add(amount);
    taken.add(usage.atMs);
  }
  const { mean, range } = used;
  const meanRequest = requests.mean ?? 0;
  return {
    request: requests.range,
    limit: limits.range,
    usage:
      mean !== undefined && range && taken.range
        ? { mean, max: range.max, atMs: taken.range.max }
        : undefined,
    usedShareOfRequest: mean !== undefined && meanRequest > 0 ? mean / meanRequest : undefined,
    target: amountIn(recommended?.target, resource),
    lowerBound: amountIn(recommended?.lowerBound, resource),
    upperBound: amountIn(recommended?.upperBound, resource),
    uncappedTarget: amountIn(recommended?.uncappedTarget, resource),
  };
}
