import { type NodeCapacity, type PodSize, packing } from '../../decide/estimators/nodes/packing';
import { accountOf } from '../../decide/places/node-account';
import { podNeed } from '../../decide/places/pod-need';
import { isDaemon } from '../../decide/places/pod-shape';
import type { Both } from '../../decide/pods/money/price';
import type { ClusterCaches } from '../../kube/caches';
import { inSlices } from '../../lib/time/slices';
import { keyOf } from '../../objects/object-key';
import { isFinished } from '../../objects/pod-phase';
import type { Pod } from '../../objects/types';
import { eachByItself } from '../../words/object-fault';
import { type NodesNeeded, type ScannedWorkload, titleOfScanned } from '../report';
import type { ScanTarget } from './targets';

/** A node that says nothing takes as many pods as a kubelet does by default. */
const USUAL_PODS = 110;

/**
 * How many nodes of those there are hold all pods by their requests, now and if workloads requested what they should;
 * labels, taints, affinity and volumes count for nothing. Undefined without nodes.
 */
export async function nodesNeeded(
  { nodes, pods }: Pick<ClusterCaches, 'nodes' | 'pods'>,
  targets: readonly ScanTarget[],
  workloads: readonly ScannedWorkload[],
): Promise<NodesNeeded | undefined> {
  const changes = changesOfPods(targets, workloads);
  const open = eachByItself('Node', [...nodes.list()], accountOf).results.filter(
    ({ isCordoned, isReady }) => !isCordoned && isReady,
  );
  if (open.length === 0) return undefined;
  const bound = new Map<string, NodeCapacity>();
  const free: { now: PodSize; next: PodSize }[] = [];
  for (const pod of pods.list()) {
    const size = isFinished(pod.status?.phase) || !pod.spec.nodeName ? undefined : sizeOf(pod);
    if (!size) continue;
    if (!isDaemon(pod)) free.push({ now: size, next: changed(size, changes.get(keyOf(pod.metadata))) });
    else {
      const { cpu = 0, memory = 0, pods: count = 0 } = bound.get(pod.spec.nodeName ?? '') ?? {};
      bound.set(pod.spec.nodeName ?? '', {
        cpu: cpu + size.cpu,
        memory: memory + size.memory,
        pods: count + 1,
      });
    }
  }
  const capacities = open.map(({ name, allocatable, slots }): NodeCapacity => {
    const own = bound.get(name);
    return {
      cpu: allocatable.cpu - (own?.cpu ?? 0),
      memory: allocatable.memory - (own?.memory ?? 0),
      pods: (Number.isFinite(slots) ? slots : USUAL_PODS) - (own?.pods ?? 0),
    };
  });
  const enough = async (part: 'now' | 'next') =>
    (
      await inSlices(
        packing(
          free.map((one) => one[part]),
          capacities,
        ),
      )
    ).enough;
  const [now, next] = [await enough('now'), await enough('next')];
  return { nodes: open.length, ...(now !== undefined && { now }), ...(next !== undefined && { next }) };
}

/** By how much the requests of each pod would change, by `namespace/name`. */
function changesOfPods(
  targets: readonly ScanTarget[],
  workloads: readonly ScannedWorkload[],
): ReadonlyMap<string, Both> {
  const byTitle = new Map(workloads.map((one) => [titleOfScanned(one), one]));
  const changes = new Map<string, Both>();
  for (const { ref, pods } of targets) {
    const of = byTitle.get(titleOfScanned(ref));
    if (!of || of.replicas === 0) continue;
    const change = {
      cpu: (of.next.cpu - of.requests.cpu) / of.replicas,
      memory: (of.next.memory - of.requests.memory) / of.replicas,
    };
    for (const pod of pods) changes.set(keyOf(pod.metadata), change);
  }
  return changes;
}

function sizeOf(pod: Pod): PodSize | undefined {
  return eachByItself('Pod', [pod], (one) => podNeed(one)).results[0];
}

function changed({ cpu, memory }: PodSize, by: Both | undefined): PodSize {
  return { cpu: Math.max(0, cpu + (by?.cpu ?? 0)), memory: Math.max(0, memory + (by?.memory ?? 0)) };
}
