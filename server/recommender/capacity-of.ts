import { LRUCache } from 'lru-cache';
import { nodeCapacity } from '../cluster/node-capacity';
import type { NodeSupply } from '../cluster/node-supply';
import { freeCapacity } from '../decide/places/free-capacity';
import type { NodeIndex, NodesWith } from '../decide/places/node-index';
import { NOTHING_NEEDED, type PodDemand, plus } from '../decide/places/pod-need';
import { isDaemon, mayUseNow, shapeOf } from '../decide/places/pod-shape';
import { NODE_COMES_WITHIN_MS, waitsForCapacity } from '../decide/places/waits-for-capacity';
import type { ClusterCaches } from '../kube/caches';
import type { Clock } from '../lib/time/clock';
import type { ClusterState } from '../model/cluster-state';
import type { PodState } from '../model/cluster-types';
import { isFinished } from '../objects/pod-phase';
import type { Pod } from '../objects/types';
import type { ObjectFault } from '../words/object-fault';
import type { Faults } from './faults';
import type { PodCapacity } from './recommend/node-capacity';

/** Where the pods of a VPA, by its name in the model, may run; `within` of the nodes with a value of a label. */
export type CapacityOf = (namespace: string, name: string, within?: NodesWith) => PodCapacity | undefined;

interface CapacitySources {
  readonly caches: Pick<ClusterCaches, 'nodes' | 'pods'>;
  readonly state: {
    podsOfVpa(...of: Parameters<ClusterState['podsOfVpa']>): Iterable<PodState>;
  };
  readonly faults: Pick<Faults, 'replace'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Whether nodes come by themselves, and the largest of them. */
  readonly supply: Pick<NodeSupply, 'comes' | 'coming'>;
}

const MOST_KINDS = 10;
const MOST_CROWDED = 5_000;
/** How long a target stays at what all pods have room for after one waited, in milliseconds of the cluster clock. */
const CROWDED_MS = 86_400_000;

/** Follows what fits on which node, for the pods that the model knows. */
export function capacityFrom({ caches, state, faults, clock, supply }: CapacitySources): CapacityOf {
  const nodeIndex = nodeCapacity(caches);
  /** When a pod of a VPA was last seen waiting for room that the VPA asked for. */
  const crowded = new LRUCache<string, number>({ max: MOST_CROWDED });
  let told: readonly ObjectFault[] | undefined;
  return (namespace, name, within) => {
    if (nodeIndex.faults !== told) {
      told = nodeIndex.faults;
      faults.replace('Node', told);
    }
    nodeIndex.setComing(supply.coming);
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
    const waiting = within
      ? []
      : waitingIn(pods, supply.comes ? clock.now() - NODE_COMES_WITHIN_MS : clock.now());
    const key = `${namespace}/${name}`;
    if (waiting.length > 0) crowded.set(key, clock.now());
    const sinceMs = crowded.get(key);
    const isCrowded = sinceMs !== undefined && clock.now() - sinceMs < CROWDED_MS;
    return {
      nodes: nodeIndex.frontFor(pods, within),
      kinds: [...kinds.values()],
      ...(isCrowded && { crowds: crowdsOf(nodeIndex, pods, waiting) }),
    };
  };
}

/** The pods that have waited since then because of the VPA. While others go, these may only wait for their room. */
function waitingIn(pods: readonly Pod[], sinceMs: number): readonly Pod[] {
  const waiting = pods.filter((pod) => {
    const waits = waitsForCapacity(pod);
    return waits?.isForVpa && (waits.sinceMs ?? 0) <= sinceMs;
  });
  return pods.some(({ metadata }) => metadata.deletionTimestamp) ? [] : waiting;
}

/** The pods that wait, on what is free now, and all pods on what is free without them; others that wait come first. */
function crowdsOf(
  nodeIndex: NodeIndex,
  pods: readonly Pod[],
  waiting: readonly Pod[],
): PodCapacity['crowds'] {
  const [first] = pods;
  if (!first || isDaemon(first)) return undefined;
  const own = new Map<string, PodDemand>();
  for (const { metadata, spec } of pods)
    if (spec.nodeName)
      own.set(
        spec.nodeName,
        plus(own.get(spec.nodeName) ?? NOTHING_NEEDED, nodeIndex.chargeOf(metadata.uid ?? '')),
      );
  const shape = shapeOf(waiting[0] ?? first);
  const open = [...nodeIndex.nodesFor(shape)].filter(
    (node) => mayUseNow(shape, node) && node.pods < node.slots,
  );
  const uids = new Set(pods.map(({ metadata }) => metadata.uid));
  const isOwn = (uid: string) => uids.has(uid);
  return [
    ...(waiting.length > 0
      ? [{ pods: waiting.length, capacities: freeCapacity(nodeIndex, open, { isOwn }) }]
      : []),
    { pods: pods.length, capacities: freeCapacity(nodeIndex, open, { own, isOwn }) },
  ];
}
