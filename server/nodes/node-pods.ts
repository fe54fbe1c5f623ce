import { CLOCK_TOLERANCE_MS } from '../model/sample-check';
import { controllerOf } from '../objects/owners';
import { isFinished } from '../objects/pod-phase';
import { amountsFrom, QuantityError } from '../objects/quantity';
import type { Container, Pod, ResourceList } from '../objects/types';
import { type Amounts, MAX_AMOUNT, RESOURCES, type Resource } from '../objects/units';
import type { UsageSample } from '../usage/source';
import { IDLE_RESOURCES } from './publishing/idle-resources';

interface NodeContainer {
  readonly name: string;
  readonly requests: Amounts;
  /** The last readable amounts, and the round they are from. */
  used: Partial<Record<Resource, number>>;
  round: number;
}

/** An unfinished pod on a node. */
export interface NodePod {
  readonly namespace: string;
  readonly name: string;
  readonly node: string;
  readonly isRunning: boolean;
  /** It requests idle resources, so it is batch work. */
  readonly isBatch: boolean;
  /** It belongs to its node, as those of a DaemonSet do. */
  readonly isOfNode: boolean;
  readonly requested: Amounts;
  readonly containers: readonly NodeContainer[];
}

/** Unfinished pods by node, with what their containers used last. A sample costs two look-ups. */
export class NodePods {
  private readonly byNamespace = new Map<string, Map<string, NodePod>>();
  private readonly byNode = new Map<string, Set<NodePod>>();
  /** The round whose samples come now. */
  round = 1;

  on(node: string): Iterable<NodePod> {
    return this.byNode.get(node) ?? [];
  }

  /** Adds or updates a pod; one that is finished or has no node is forgotten. */
  set(pod: Pod, before?: Pod): void {
    if (before && isSameHere(before, pod)) return;
    const { namespace = '', name } = pod.metadata;
    const known = this.byNamespace.get(namespace)?.get(name);
    this.remove(namespace, name);
    const { nodeName } = pod.spec;
    if (!nodeName || isFinished(pod.status?.phase)) return;
    const entry = nodePodOf(pod, nodeName, known);
    const pods = this.byNamespace.get(namespace) ?? new Map<string, NodePod>();
    this.byNamespace.set(namespace, pods.set(name, entry));
    this.byNode.set(nodeName, (this.byNode.get(nodeName) ?? new Set()).add(entry));
  }

  remove(namespace: string, name: string): void {
    const pods = this.byNamespace.get(namespace);
    const entry = pods?.get(name);
    if (!pods || !entry) return;
    pods.delete(name);
    if (pods.size === 0) this.byNamespace.delete(namespace);
    const there = this.byNode.get(entry.node);
    there?.delete(entry);
    if (there?.size === 0) this.byNode.delete(entry.node);
  }

  /** Notes the usage of a container in this round; a sample that is absurd or older than `oldestMs` is left out. */
  sample(sample: UsageSample, nowMs: number, oldestMs: number): void {
    const { namespace, pod, container: name, atMs } = sample;
    if (!(atMs >= oldestMs && atMs <= nowMs + CLOCK_TOLERANCE_MS)) return;
    const container = this.byNamespace
      .get(namespace)
      ?.get(pod)
      ?.containers.find((one) => one.name === name);
    if (!container) return;
    const cpu = readable(sample.cpuMillicores);
    const memory = readable(sample.memoryBytes);
    if (cpu !== undefined) container.used.cpu = cpu;
    if (memory !== undefined) container.used.memory = memory;
    if (cpu !== undefined && memory !== undefined) container.round = this.round;
  }
}

function readable(amount: number | undefined): number | undefined {
  return amount !== undefined && amount >= 0 && amount <= MAX_AMOUNT ? amount : undefined;
}

/** None if they cannot be read, which the recommender reports; the pod still counts with what it uses. */
function readableAmounts(list: ResourceList | undefined): Amounts {
  try {
    return amountsFrom(list);
  } catch (error) {
    if (error instanceof QuantityError) return {};
    throw error;
  }
}

function isSameHere(before: Pod, pod: Pod): boolean {
  return (
    before.spec.containers === pod.spec.containers &&
    before.spec.initContainers === pod.spec.initContainers &&
    before.spec.nodeName === pod.spec.nodeName &&
    before.status?.phase === pod.status?.phase
  );
}

function nodePodOf(pod: Pod, node: string, known: NodePod | undefined): NodePod {
  const { namespace = '', name } = pod.metadata;
  const { spec } = pod;
  const sidecars = (spec.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === 'Always');
  const containers = [...spec.containers, ...sidecars].map((container) => {
    const former = known?.containers.find((one) => one.name === container.name);
    return {
      name: container.name,
      requests: readableAmounts(container.resources?.requests),
      used: former?.used ?? {},
      round: former?.round ?? 0,
    };
  });
  return {
    namespace,
    name,
    node,
    isRunning: pod.status?.phase === 'Running',
    isBatch: isBatch(pod),
    isOfNode: ['DaemonSet', 'Node'].includes(controllerOf(pod.metadata.ownerReferences)?.kind ?? ''),
    requested: requestsOf(pod, containers),
    containers,
  };
}

/** What the pod reserves: its own requests if it states them, else those of its containers together. */
function requestsOf({ spec }: Pod, containers: readonly NodeContainer[]): Amounts {
  const whole = readableAmounts(spec.resources?.requests);
  const overhead = readableAmounts(spec.overhead);
  const requested: Partial<Record<Resource, number>> = {};
  for (const resource of RESOURCES) {
    let sum = whole[resource] as number | undefined;
    if (sum === undefined)
      for (const { requests } of containers)
        if (requests[resource] !== undefined) sum = (sum ?? 0) + requests[resource];
    if (sum !== undefined) requested[resource] = sum + (overhead[resource] ?? 0);
  }
  return requested as Amounts;
}

/** Whether a container asks for what is idle: such a pod is batch work. */
function isBatch({ spec }: Pod): boolean {
  const asks = (list: ResourceList | undefined) =>
    list !== undefined && IDLE_RESOURCES.some((name) => list[name] !== undefined);
  const containers: readonly Container[] = [...spec.containers, ...(spec.initContainers ?? [])];
  return containers.some(({ resources }) => asks(resources?.requests) || asks(resources?.limits));
}
