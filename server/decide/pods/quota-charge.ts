import { amountFrom, isQuantity } from '../../objects/quantity';
import type { ContainerStatus, Pod } from '../../objects/types';
import type { RequestedResource } from '../../objects/units';
import { type PlannedAmount, podSum, statedOf } from './pod-sum';

type Field = 'requests' | 'limits';

/**
 * What quotas are charged for a pod before a resize and after it, in millicores or bytes: the most of what it asks for,
 * was granted and has in force, so that what was lowered and is still in force is free to be raised again. Of the sums
 * over the pod from 1.37 on, and before of each container: which of them the API server takes is not known here, so it is
 * the one that grows more (component-helpers v0.36.3 and v0.37.2, resource/helpers.go, `PodRequests` and `PodLimits`
 * with `UseStatusResources`).
 * @throws QuantityError
 */
export function quotaCharge(
  pod: Pod,
  field: Field,
  resource: RequestedResource,
  planned: PlannedAmount,
): { readonly was: number; readonly becomes: number } {
  const { spec } = pod;
  const given = givenIn(pod, field, resource);
  if (given.length === 0) {
    const sum = (amounts?: PlannedAmount) => podSum(spec, field, resource, amounts);
    return { was: sum(), becomes: sum(planned) };
  }
  const ofSums = (asked?: PlannedAmount) =>
    Math.max(
      podSum(spec, field, resource, asked),
      ...given.map((list) =>
        podSum(spec, field, resource, (name) => list.get(name) ?? asked?.(name, field, resource)),
      ),
    );
  const stated = new Map(
    [...spec.containers, ...(spec.initContainers ?? [])].map((one) => [
      one.name,
      statedOf(one, field, resource),
    ]),
  );
  const ofEach = (asked?: PlannedAmount) =>
    podSum(spec, field, resource, (name) => {
      const amount = asked?.(name, field, resource) ?? stated.get(name);
      const most = given.flatMap((list) => list.get(name) ?? []);
      return most.length === 0 ? amount : Math.max(amount ?? 0, ...most);
    });
  const ways = [ofSums, ofEach].map((of) => ({ was: of(), becomes: of(planned) }));
  return ways.reduce((a, b) => (b.becomes - b.was > a.becomes - a.was ? b : a));
}

/** By container what was granted and what is in force, each where a status tells it. */
function givenIn({ status }: Pod, field: Field, resource: RequestedResource): Map<string, number>[] {
  const statuses = [...(status?.containerStatuses ?? []), ...(status?.initContainerStatuses ?? [])];
  const listed = (of: (one: ContainerStatus) => Record<string, unknown> | undefined) => {
    const found = new Map<string, number>();
    for (const one of statuses) {
      const amount = of(one)?.[resource];
      if (isQuantity(amount)) found.set(one.name, amountFrom(resource, amount));
    }
    return found;
  };
  return [
    ...(field === 'requests' ? [listed(({ allocatedResources }) => allocatedResources)] : []),
    listed(({ resources }) => resources?.[field]),
  ].filter((list) => list.size > 0);
}
