import type { NodesWith } from '../cluster/node-book';
import { nodeRooms } from '../cluster/node-rooms';
import type { ClusterCaches } from '../kube/caches';
import type { ObjectFault } from '../kube/object-fault';
import type { Pod } from '../kube/types';
import type { ClusterState } from '../model/cluster-state';
import { isFinished } from '../model/pod-phase';
import type { Faults } from './faults';
import type { PodRoom } from './recommend/node-room';

/** Where the pods of a VPA, by its name in the model, may run; `within` of the nodes with a value of a label. */
export type RoomOf = (namespace: string, name: string, within?: NodesWith) => PodRoom | undefined;

const MOST_KINDS = 10;

/** Follows what fits on which node, for the pods that the model knows. */
export function roomFrom(
  caches: Pick<ClusterCaches, 'nodes' | 'pods'>,
  state: Pick<ClusterState, 'podsOfVpa'>,
  faults: Pick<Faults, 'replace'>,
): RoomOf {
  const rooms = nodeRooms(caches);
  let told: readonly ObjectFault[] | undefined;
  return (namespace, name, within) => {
    if (rooms.faults !== told) {
      told = rooms.faults;
      faults.replace('Node', told);
    }
    const pods: Pod[] = [];
    const kinds = new Map<unknown, Pod>();
    for (const one of state.podsOfVpa(namespace, name)) {
      const pod = isFinished(one.phase) ? undefined : caches.pods.get(one.namespace, one.name);
      if (!pod) continue;
      pods.push(pod);
      // Pods of one kind share their containers.
      const { containers } = pod.spec;
      if (kinds.size < MOST_KINDS && !kinds.has(containers)) kinds.set(containers, pod);
    }
    return { nodes: rooms.frontFor(pods, within), kinds: [...kinds.values()] };
  };
}
