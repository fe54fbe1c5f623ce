import { freeCapacity } from '../../decide/places/free-capacity';
import type { NodeIndex } from '../../decide/places/node-index';
import { NOTHING_NEEDED, type PodDemand, plus, podNeed } from '../../decide/places/pod-need';
import { isFinished } from '../../objects/pod-phase';
import { withSizedContainers } from '../../objects/sized-containers';
import type { Pod } from '../../objects/types';

/** With less than this part of what it was tried with, a container is not worth starting. */
const LEAST_PART = 0.25;

interface Fenced {
  readonly container: string;
  /** What the pods were tried with, in bytes. */
  readonly triedBytes: number;
}

/**
 * How much memory a container that takes all it finds may use, so that the others on the nodes of its pods keep what
 * they request: what is left there without these pods, shared among them; of several nodes the least. Undefined if no
 * node is known, or if it would be too little to run with.
 * @param pods of the workload
 */
export function memoryFence(
  capacity: NodeIndex | undefined,
  pods: readonly Pod[],
  { container, triedBytes }: Fenced,
): number | undefined {
  if (!capacity) return undefined;
  const own = new Map<string, { given: PodDemand; pods: number; rest: number }>();
  for (const pod of pods) {
    const { nodeName } = pod.spec;
    if (!nodeName || isFinished(pod.status?.phase)) continue;
    const { given, pods: count, rest } = own.get(nodeName) ?? { given: NOTHING_NEEDED, pods: 0, rest: 0 };
    own.set(nodeName, {
      given: plus(given, capacity.chargeOf(pod.metadata.uid ?? '')),
      pods: pod.metadata.deletionTimestamp ? count : count + 1,
      rest: Math.max(rest, restOf(pod, container)),
    });
  }
  const nodes = [...own.keys()].flatMap((name) => capacity.node(name) ?? []);
  const given = new Map([...own].map(([name, one]) => [name, one.given]));
  const uids = new Set(pods.map(({ metadata }) => metadata.uid));
  const left = freeCapacity(capacity, nodes, { own: given, isOwn: (uid) => uids.has(uid) });
  const shares = nodes.map(({ name }, index) => {
    const { pods: count = 1, rest = 0 } = own.get(name) ?? {};
    return (left[index]?.memory ?? 0) / Math.max(1, count) - rest;
  });
  const bytes = Math.floor(Math.min(...shares));
  return Number.isFinite(bytes) && bytes >= triedBytes * LEAST_PART ? bytes : undefined;
}

/** What the pod requests of memory besides the container; nothing is known of one that cannot be read. */
function restOf(pod: Pod, container: string): number {
  try {
    const spec = withSizedContainers(pod.spec, (one) =>
      one.name === container ? { ...one, resources: {} } : one,
    );
    return podNeed({ ...pod, spec, status: undefined }).memory;
  } catch {
    return 0;
  }
}
