import { wallClock } from '../../clock';
import type { ClusterCaches } from '../../kube/caches';
import type { Pod } from '../../kube/types';
import type { PodState } from '../../model/cluster-types';
import type { PodRoom } from '../../recommender/recommend/node-room';
import { roomFrom } from '../../recommender/room-of';
import type { ScanTarget } from './targets';

/** Where the pods of workloads may run, on the nodes there are. */
export function roomsOf(
  caches: Pick<ClusterCaches, 'nodes' | 'pods'>,
): (target: ScanTarget) => PodRoom | undefined {
  let pods: readonly Pod[] = [];
  const rooms = roomFrom({
    caches,
    state: { podsOfVpa: () => pods.map(stateOf) },
    faults: { replace: () => undefined },
    clock: wallClock,
    supply: { comes: false, coming: { sizes: [], isBare: false } },
  });
  return (target) => {
    if (!caches.nodes.seen) return undefined;
    pods = target.pods;
    return rooms(target.ref.namespace, target.ref.name);
  };
}

function stateOf({ metadata, spec, status }: Pod): PodState {
  return {
    namespace: metadata.namespace ?? '',
    name: metadata.name,
    labels: metadata.labels ?? {},
    phase: status?.phase ?? 'Pending',
    containers: spec.containers.map(({ name }) => name),
  };
}
