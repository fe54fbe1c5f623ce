import type { NodeSupply } from '../../cluster/node-supply';
import type { ClusterCaches } from '../../kube/caches';
import type { Clock } from '../../lib/time/clock';
import type { PodState } from '../../model/cluster-types';
import { sizedContainers } from '../../objects/sized-containers';
import type { Pod } from '../../objects/types';
import { capacityFrom } from '../../recommender/capacity-of';
import type { PodCapacity } from '../../recommender/recommend/node-capacity';
import type { ScanTarget } from './targets';

/** Where the pods of these workloads may run, on the nodes there are and those that come. */
export function capacitiesOf(
  caches: Pick<ClusterCaches, 'nodes' | 'pods'>,
  targets: readonly ScanTarget[],
  supply: Pick<NodeSupply, 'comes' | 'coming'>,
  clock: Pick<Clock, 'now'>,
): (target: ScanTarget) => PodCapacity | undefined {
  if (!caches.nodes.seen) return () => undefined;
  const pods = new Map(targets.map((target) => [`${target.ref.namespace}/${nameOf(target)}`, target.pods]));
  const capacityOf = capacityFrom({
    caches,
    state: { podsOfVpa: (namespace, name) => (pods.get(`${namespace}/${name}`) ?? []).map(stateOf) },
    faults: { replace: () => undefined },
    clock,
    supply,
  });
  return (target) => capacityOf(target.ref.namespace, nameOf(target));
}

/** Workloads of several kinds may have one name. */
function nameOf({ ref: { kind, name } }: ScanTarget): string {
  return `${kind}/${name}`;
}

function stateOf({ metadata, spec, status }: Pod): PodState {
  const containers = sizedContainers(spec).map(({ name }) => name);
  return {
    namespace: metadata.namespace ?? '',
    name: metadata.name,
    labels: metadata.labels ?? {},
    phase: status?.phase ?? 'Pending',
    containers,
    keys: containers,
  };
}
