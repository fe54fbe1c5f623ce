import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import { controllerOf } from '../../objects/owners';
import { isFinished } from '../../objects/pod-phase';
import type { Node, Pod } from '../../objects/types';
import { faultOf, type ObjectFault } from '../../words/object-fault';
import { accountOf, mostOf, type NodeAccount } from './node-account';
import { isSameParetoFront, paretoFront } from './pareto-front';
import { larger, minus, NOTHING_NEEDED, type PodDemand, plus, podNeed } from './pod-need';
import { isDaemon, isStatic, mayUse, type PodShape, shapeOf } from './pod-shape';

/** What a pod on a node counts for. */
interface Charge {
  readonly node: string;
  readonly need: PodDemand;
  readonly isMust: boolean;
}

/** What nodes that come offer. */
export interface ComingNodes {
  readonly sizes: readonly PodDemand[];
  /** Whether pods of DaemonSets still take their part of it. */
  readonly isBare: boolean;
  /** Whether none comes like a node with these labels, since its group is at its maximum; absent if that is unknown. */
  readonly isNoMore?: (labels: Readonly<Record<string, string>>) => boolean;
}

export interface WaitingPod {
  readonly need: PodDemand;
  readonly shape: PodShape;
  readonly owner: string | undefined;
}

/** The nodes of one label value. */
export interface NodesWith {
  readonly label: string;
  /** Undefined means that they do not have the label. */
  readonly value: string | undefined;
}

interface Group {
  readonly nodes: Set<NodeAccount>;
  front: readonly PodDemand[];
  isStale: boolean;
  /** Whether its pods may use a node of which nothing but its size is known. */
  readonly usesAny: boolean;
}

const NO_BOUND: readonly PodDemand[] = [];

const MOST_GROUPS = 2_000;
/** Of more pods that wait for a node, the rest is not counted. */
const MOST_WAITING = 1_000;

/**
 * What each node has and what runs on it, kept up to date pod by pod: what fits where is one lookup for pods of one
 * shape, whose nodes are grouped when they are first asked for.
 */
export class NodeIndex {
  private readonly accounts = new Map<string, NodeAccount>();
  private readonly charges = new Map<string, Charge>();
  /** What runs on nodes that are not known yet, and on those that are. */
  private readonly byNode = new Map<string, Set<string>>();
  private readonly waiting = new Map<string, WaitingPod>();
  private readonly groups = new LRUCache<PodShape, Group>({ max: MOST_GROUPS });
  /** By lists of pods, which are replaced and never changed; null if they have no common shape. */
  private readonly common = new WeakMap<readonly Pod[], PodShape | null>();
  private unreadable: ReadonlyMap<string, ObjectFault> = new Map();
  private faultList: readonly ObjectFault[] = [];
  private everyNode: Group | undefined;
  private coming: readonly PodDemand[] = [];
  private isNoMore: ComingNodes['isNoMore'];

  /** Whether any node is known; nothing can be said of room without. */
  get hasNodes(): boolean {
    return this.accounts.size > 0;
  }

  /** Nodes whose amounts cannot be read; the same list until that changes. */
  get faults(): readonly ObjectFault[] {
    return this.faultList;
  }

  setNode(node: Node): void {
    const { name } = node.metadata;
    let fresh: NodeAccount;
    try {
      fresh = accountOf(node);
      this.noteFault(name, undefined);
    } catch (thrown) {
      this.removeNode(name);
      this.noteFault(name, faultOf('Node', node, thrown));
      return;
    }
    const known = this.accounts.get(name);
    if (known && isAlike(known, fresh)) return;
    if (known) this.leaveGroups(known);
    const { must, used, pods } = known ?? this.sumOn(name);
    Object.assign(fresh, { must, used, pods });
    this.accounts.set(name, fresh);
    for (const [shape, group] of this.groups.entries()) if (mayUse(shape, fresh)) joinGroup(group, fresh);
    if (this.everyNode) joinGroup(this.everyNode, fresh);
  }

  /** What nodes that can come offer; of bare ones the pods of DaemonSets take as much as on any node there is. */
  setComing({ sizes, isBare, isNoMore }: ComingNodes): void {
    this.isNoMore = isNoMore;
    const coming = isBare ? sizes.map((size) => minus(size, this.largestMust())) : sizes;
    if (isSameParetoFront(coming, this.coming)) return;
    this.coming = coming;
    for (const group of this.eachGroup()) group.isStale = true;
  }

  removeNode(name: string): void {
    this.noteFault(name, undefined);
    const known = this.accounts.get(name);
    if (!known) return;
    this.accounts.delete(name);
    this.leaveGroups(known);
  }

  /** A pod whose amounts cannot be read counts for nothing. */
  setPod(pod: Pod): void {
    const { uid = '', deletionTimestamp } = pod.metadata;
    const nodeName = pod.spec?.nodeName;
    if (isFinished(pod.status?.phase)) {
      this.removePod(uid);
      return;
    }
    const need = readableNeed(pod, this.node(nodeName)?.kubeletMinor);
    if (nodeName) {
      this.waiting.delete(uid);
      this.charge(uid, { node: nodeName, need, isMust: isDaemon(pod) || isStatic(pod) });
      return;
    }
    // A daemon's pod waits for its own node only.
    if (deletionTimestamp || isDaemon(pod)) this.waiting.delete(uid);
    else if (this.waiting.has(uid) || this.waiting.size < MOST_WAITING)
      this.waiting.set(uid, {
        need,
        shape: shapeOf(pod),
        owner: controllerOf(pod.metadata.ownerReferences)?.uid,
      });
  }

  removePod(uid: string): void {
    this.waiting.delete(uid);
    const charge = this.charges.get(uid);
    if (!charge) return;
    this.charges.delete(uid);
    const there = this.byNode.get(charge.node);
    there?.delete(uid);
    if (there?.size === 0) this.byNode.delete(charge.node);
    this.nodeIndex(charge, -1);
  }

  /** What all pods on a node request; undefined if the node is not known. */
  requestedOn(node: string): PodDemand | undefined {
    return this.accounts.get(node)?.used;
  }

  chargeOf(uid: string): PodDemand {
    return this.charges.get(uid)?.need ?? NOTHING_NEEDED;
  }

  /** Whether it counts where it runs. */
  isCharged(uid: string): boolean {
    return this.charges.has(uid);
  }

  node(name: string | undefined): NodeAccount | undefined {
    return name === undefined ? undefined : this.accounts.get(name);
  }

  get waitingPods(): ReadonlyMap<string, WaitingPod> {
    return this.waiting;
  }

  /** The nodes that pods of this shape may run on at all. */
  nodesFor(shape: PodShape): ReadonlySet<NodeAccount> {
    return this.groupOf(shape).nodes;
  }

  /**
   * The most that one pod can get on any node that these pods may use, beside what must run there; CPU and memory of
   * the same node together; a node that can come counts too. `within` leaves only nodes with a value of a label, among
   * those there are. Of every node without pods. Empty, which means no bound, where capacity comes with each pod.
   */
  frontFor(pods: readonly Pod[], within?: NodesWith): readonly PodDemand[] {
    if (pods.some((pod) => this.node(pod.spec?.nodeName)?.isPerPod)) return NO_BOUND;
    const common = within ? undefined : this.commonShape(pods);
    if (common) return this.frontOfGroup(this.groupOf(common));
    const shapes = new Set<PodShape>();
    const own: PodDemand[] = [];
    for (const pod of pods) {
      if (!isDaemon(pod)) shapes.add(shapeOf(pod));
      else {
        const node = this.node(pod.spec?.nodeName);
        if (node && isWithin(node, within))
          own.push(plus(mostOf(node), this.chargeOf(pod.metadata.uid ?? '')));
      }
    }
    if (!within && own.length === 0 && shapes.size === 0) return this.frontOfGroup(this.allNodes());
    const all: PodDemand[] = own;
    for (const shape of shapes) {
      for (const node of this.nodesFor(shape)) if (isWithin(node, within)) all.push(mostOf(node));
      if (!within && this.groupOf(shape).usesAny) all.push(...this.coming);
    }
    if (shapes.size === 0 && own.length === 0)
      for (const node of this.accounts.values()) if (isWithin(node, within)) all.push(mostOf(node));
    return paretoFront(all);
  }

  /** The most that one pod of this shape can get on a node that may come: one like those there are, or of a known size. */
  frontOfComing(shape: PodShape): readonly PodDemand[] {
    const group = this.groupOf(shape);
    const { isNoMore } = this;
    if (!isNoMore) return this.frontOfGroup(group);
    const like = [...group.nodes].filter(({ labels }) => !isNoMore(labels));
    return paretoFront(mostOfEach(like, group.usesAny ? this.coming : []));
  }

  private largestMust(): PodDemand {
    let most = NOTHING_NEEDED;
    for (const { must } of this.accounts.values()) most = larger(most, must);
    return most;
  }

  /** The shape of pods that are alike in it and of no DaemonSet; undefined if they are not, or none. */
  private commonShape(pods: readonly Pod[]): PodShape | undefined {
    const known = this.common.get(pods);
    if (known !== undefined) return known ?? undefined;
    const [first] = pods;
    const shape = first && shapeOf(first);
    const isCommon = shape && pods.every((pod) => !isDaemon(pod) && shapeOf(pod) === shape);
    this.common.set(pods, isCommon ? shape : null);
    return isCommon ? shape : undefined;
  }

  private noteFault(name: string, fault: ObjectFault | undefined): void {
    if (!fault && !this.unreadable.has(name)) return;
    const others = [...this.unreadable].filter(([known]) => known !== name);
    this.unreadable = new Map(fault ? [...others, [name, fault]] : others);
    this.faultList = [...this.unreadable.values()];
  }

  private groupOf(shape: PodShape): Group {
    let group = this.groups.get(shape);
    if (!group) {
      group = groupOfNodes(mayUse(shape, UNKNOWN_NODE));
      for (const node of this.accounts.values()) if (mayUse(shape, node)) group.nodes.add(node);
      this.groups.set(shape, group);
    }
    return group;
  }

  private allNodes(): Group {
    if (!this.everyNode) {
      this.everyNode = groupOfNodes(true);
      for (const node of this.accounts.values()) this.everyNode.nodes.add(node);
    }
    return this.everyNode;
  }

  private frontOfGroup(group: Group): readonly PodDemand[] {
    if (group.isStale) {
      const coming = group.usesAny ? this.coming : [];
      const isBound = ![...group.nodes].some((node) => node.isPerPod);
      const front = isBound ? paretoFront(mostOfEach(group.nodes, coming)) : NO_BOUND;
      if (!isSameParetoFront(front, group.front)) group.front = front;
      group.isStale = false;
    }
    return group.front;
  }

  private leaveGroups(node: NodeAccount): void {
    for (const group of this.eachGroup()) if (group.nodes.delete(node)) group.isStale = true;
  }

  private *eachGroup(): Iterable<Group> {
    yield* this.groups.values();
    if (this.everyNode) yield this.everyNode;
  }

  private charge(uid: string, charge: Charge): void {
    const former = this.charges.get(uid);
    if (former && isSameCharge(former, charge)) return;
    if (former) this.removePod(uid);
    this.charges.set(uid, charge);
    const there = this.byNode.get(charge.node);
    if (there) there.add(uid);
    else this.byNode.set(charge.node, new Set([uid]));
    this.nodeIndex(charge, 1);
  }

  private nodeIndex({ node: name, need, isMust }: Charge, sign: 1 | -1): void {
    const node = this.accounts.get(name);
    if (!node) return;
    const change = (sum: PodDemand) => (sign === 1 ? plus(sum, need) : minus(sum, need));
    node.used = change(node.used);
    node.pods += sign;
    if (!isMust) return;
    node.must = change(node.must);
    for (const group of this.eachGroup()) if (group.nodes.has(node)) group.isStale = true;
  }

  private sumOn(node: string): Pick<NodeAccount, 'must' | 'used' | 'pods'> {
    const sums = { must: NOTHING_NEEDED, used: NOTHING_NEEDED, pods: 0 };
    for (const uid of this.byNode.get(node) ?? []) {
      const charge = this.charges.get(uid);
      if (!charge) continue;
      sums.used = plus(sums.used, charge.need);
      if (charge.isMust) sums.must = plus(sums.must, charge.need);
      sums.pods++;
    }
    return sums;
  }
}

/** A node that is not there yet has no label that anyone knows of. */
const UNKNOWN_NODE: Pick<NodeAccount, 'name' | 'labels' | 'taints'> = { name: '', labels: {}, taints: [] };

function groupOfNodes(usesAny: boolean): Group {
  return { nodes: new Set(), front: [], isStale: true, usesAny };
}

function joinGroup(group: Group, node: NodeAccount): void {
  group.nodes.add(node);
  group.isStale = true;
}

function* mostOfEach(nodes: Iterable<NodeAccount>, coming: readonly PodDemand[]): Iterable<PodDemand> {
  yield* coming;
  for (const node of nodes) yield mostOf(node);
}

function isWithin({ labels }: NodeAccount, within: NodesWith | undefined): boolean {
  return !within || labels[within.label] === within.value;
}

/** Nodes report every few seconds, mostly without a change. */
function isAlike(known: NodeAccount, fresh: NodeAccount): boolean {
  const { must: _must, used: _used, pods: _pods, ...stated } = known;
  const { must: _fresh, used: _none, pods: _zero, ...now } = fresh;
  return isDeepStrictEqual(stated, now);
}

function isSameCharge(a: Charge, b: Charge): boolean {
  return (
    a.node === b.node && a.isMust === b.isMust && a.need.cpu === b.need.cpu && a.need.memory === b.need.memory
  );
}

function readableNeed(pod: Pod, kubeletMinor: number | undefined): PodDemand {
  try {
    return larger(podNeed(pod, kubeletMinor), NOTHING_NEEDED);
  } catch {
    return NOTHING_NEEDED;
  }
}
