import type { ClusterState } from '@/server/model/cluster-state';
import { optionalTime } from '@/server/objects/optional-time';
import { sizedContainers, sizedStatuses } from '@/server/objects/sized-containers';
import type { Pod } from '@/server/objects/types';
import type { Resource } from '@/server/objects/units';
import type { PodView } from '../../contract/recommendations';
import { amountIn } from './resource-view';

/** A pod in the list on its workload's page. */
export function podView(pod: Pod, state: Pick<ClusterState, 'usageOf'>): PodView {
  const { metadata, spec, status } = pod;
  const statuses = sizedStatuses(pod);
  const oomTimes = statuses.flatMap(({ state, lastState }) =>
    [state?.terminated, lastState?.terminated].flatMap((ended) =>
      ended?.reason === 'OOMKilled' ? (optionalTime(ended.finishedAt) ?? []) : [],
    ),
  );
  return {
    name: metadata.name,
    phase: status?.phase ?? 'Pending',
    node: spec.nodeName,
    createdMs: optionalTime(metadata.creationTimestamp),
    restarts: statuses.reduce((sum, one) => sum + one.restartCount, 0),
    cpu: podAmounts('cpu', pod, state),
    memory: podAmounts('memory', pod, state),
    lastOomMs: oomTimes.length > 0 ? Math.max(...oomTimes) : undefined,
  };
}

function podAmounts(
  resource: Resource,
  { metadata, spec }: Pod,
  state: Pick<ClusterState, 'usageOf'>,
): PodView['cpu'] {
  const containers = sizedContainers(spec);
  const usages = containers.map(({ name }) => state.usageOf(metadata.namespace ?? '', metadata.name, name));
  const limits = containers.map(({ resources }) => amountIn(resources?.limits, resource));
  return {
    request: sumOf(containers.map(({ resources }) => amountIn(resources?.requests, resource))),
    ...(!limits.includes(undefined) && { limit: sumOf(limits) }),
    usage: sumOf(usages.map((usage) => (resource === 'cpu' ? usage?.cpuMillicores : usage?.memoryBytes))),
  };
}

/** Undefined if nothing is known. */
function sumOf(amounts: readonly (number | undefined)[]): number | undefined {
  const known = amounts.filter((amount) => amount !== undefined);
  return known.length > 0 ? known.reduce((sum, amount) => sum + amount, 0) : undefined;
}
