import type { Pod } from '../../objects/types';
import { freeOf, type NodeAccount } from './node-account';
import type { NodeIndex } from './node-index';
import { fits, larger, minus, NOTHING_NEEDED, type PodDemand, plus, sum } from './pod-need';
import { isDaemon, mayUse, mayUseNow, type PodShape, shapeOf } from './pod-shape';

/** A pod and what it, or its successor, would take of a node. */
export interface Move {
  readonly pod: Pod;
  readonly need: PodDemand;
}

/** Why there is no place: what the best node is short of. */
export interface Shortage {
  readonly resource: 'cpu' | 'memory';
  readonly asked: number;
  /** What that node has left, with what is given back there. */
  readonly room: number;
  /** The node; absent if the pod may use none now. */
  readonly node?: string;
  /** How many other pods look for a place at the same time, if that is what is in the way. */
  readonly others?: number;
}

/** A pod that this pass takes away, and what comes in its place. */
interface Going {
  readonly uid: string;
  readonly need: PodDemand;
  readonly shape: PodShape;
}

/** What pods that go give back to their node. */
interface Given {
  readonly need: PodDemand;
  readonly pods: number;
}

const NOTHING_GIVEN: Given = { need: NOTHING_NEEDED, pods: 0 };

/** What competes for places with a pod. */
interface Rivals {
  readonly sum: PodDemand;
  readonly count: number;
}

/** With more pods under way each is no longer judged by itself, but by the largest of its shape. */
const JUDGED_ONE_BY_ONE = 32;

/**
 * The places that one pass may give away: whatever node the scheduler chooses for the pods it knows of, each that was
 * given a place has one. Priorities, affinity between pods, spread, volumes and ports are left out.
 */
export class PodPlaces {
  /** What is added to nodes, by resizes and by daemons' pods, which have no other place. */
  private readonly taken = new Map<string, PodDemand>();
  /** What the pods that go give back, by node. */
  private readonly given = new Map<string, Given>();
  /** What resizes give back: pods that wait for a node may take it, but nobody is given it in this pass. */
  private readonly freed = new Map<string, PodDemand>();
  private readonly going: Going[] = [];
  /** Daemons' pods among them, whose growth is taken from their nodes. */
  private readonly pinned: (Going & { readonly node: NodeAccount })[] = [];
  private readonly shared = new Map<PodShape, Map<PodShape, boolean>>();

  /** @param nodesCome whether nodes like those there are come by themselves where pods wait */
  constructor(
    private readonly nodeIndex: NodeIndex,
    private readonly nodesCome = false,
  ) {}

  /** What the successor of a pod is short of; undefined if it finds a node, wherever others go. */
  forSuccessor(move: Move): Shortage | undefined {
    const { pod, need } = move;
    if (!this.isKnown(pod) || this.getsOwn(pod) || this.mayGetNode(move)) return undefined;
    const back = this.chargeOn(pod);
    if (isDaemon(pod)) return this.forDaemon(move, back);
    return this.whileGiving(pod, back, () => {
      const nodes = this.openTo(shapeOf(pod));
      const short = this.shortest(need, nodes);
      if (short) return short;
      this.going.push(goingOf(move));
      try {
        return this.areAllSafe() ? undefined : this.blocked(move, nodes);
      } finally {
        this.going.pop();
      }
    });
  }

  private mayGetNode({ pod, need }: Move): boolean {
    return (
      this.nodesCome &&
      !isDaemon(pod) &&
      this.nodeIndex.frontOfComing(shapeOf(pod)).some((freeCapacity) => fits(need, freeCapacity))
    );
  }

  /** The successor of a daemon's pod has one node, and what it grows by is nobody else's there. */
  private forDaemon(move: Move, back: PodDemand): Shortage | undefined {
    const { pod, need } = move;
    const node = this.nodeIndex.node(pod.spec.nodeName);
    if (!node) return undefined;
    const own = this.whileGiving(pod, back, () => {
      const short = this.shortest(need, [node]);
      if (short) return short;
      const isSafe = this.isSafe(need, [node], this.rivalsOf(goingOf(move), [node]));
      return isSafe ? undefined : this.blocked(move, [node]);
    });
    if (own) return own;
    const growth = minus(need, back);
    addTo(this.taken, node.name, growth);
    const isSafe = this.areAllSafe();
    addTo(this.taken, node.name, times(growth, -1));
    return isSafe ? undefined : this.blocked(move, [node]);
  }

  /** Counts that a pod goes and its successor comes. */
  replace({ pod, need }: Move): void {
    if (!this.isKnown(pod) || this.getsOwn(pod)) return;
    const { nodeName } = pod.spec;
    const back = this.chargeOn(pod);
    const node = isDaemon(pod) ? this.nodeIndex.node(nodeName) : undefined;
    if (node) {
      addTo(this.taken, node.name, minus(need, back));
      this.pinned.push({ ...goingOf({ pod, need }), node });
    } else {
      if (nodeName) this.given.set(nodeName, added(this.given.get(nodeName), back));
      this.going.push(goingOf({ pod, need }));
    }
  }

  /** Counts that a pod goes whose successor is there already: one that waits must still find its place. */
  replacedBy({ spec, metadata }: Pod, successor: Move): void {
    const { nodeName } = spec;
    const back = this.nodeIndex.chargeOf(metadata.uid ?? '');
    if (nodeName && this.nodeIndex.isCharged(metadata.uid ?? ''))
      this.given.set(nodeName, added(this.given.get(nodeName), back));
    if (!successor.pod.spec.nodeName && !isDaemon(successor.pod)) this.going.push(goingOf(successor));
  }

  /** What the node of a pod is short of if the pod grows where it is. */
  inPlace({ pod, need }: Move): Shortage | undefined {
    const node = this.nodeIndex.node(pod.spec.nodeName);
    if (!node) return undefined;
    const short = this.beyondFree({ pod, need });
    if (short) return short;
    const growth = this.growthOf({ pod, need });
    const freeCapacity = this.freeCapacityFor(pod, node);
    const kept = this.keptOut(pod, node, growth);
    if (kept > 0) return { ...shortageOn(node, need, freeCapacity), others: kept };
    this.grow({ pod, need });
    const isSafe = this.areAllSafe();
    this.grow({ pod, need }, -1);
    return isSafe ? undefined : { ...shortageOn(node, need, freeCapacity), others: this.going.length };
  }

  /**
   * What a pod that grows where it is would take from its neighbours: what is bound there counts, and what was deferred.
   * Of a node that is not known, all that it grows by.
   */
  beyondFree({ pod, need }: Move): Shortage | undefined {
    const growth = this.growthOf({ pod, need });
    const asked = {
      cpu: growth.cpu > 0 ? need.cpu : 0,
      memory: growth.memory > 0 ? need.memory : 0,
    };
    if (asked.cpu <= 0 && asked.memory <= 0) return undefined;
    const node = this.nodeIndex.node(pod.spec.nodeName);
    if (!node) {
      const resource = asked.memory > 0 ? 'memory' : 'cpu';
      return { resource, asked: asked[resource], room: 0 };
    }
    const freeCapacity = this.freeCapacityFor(pod, node);
    return fits(asked, freeCapacity) ? undefined : shortageOn(node, asked, freeCapacity);
  }

  private freeCapacityFor(pod: Pod, node: NodeAccount): PodDemand {
    return plus(minus(freeOf(node), this.takenOn(node)), this.chargeOn(pod));
  }

  /** How many pods that wait and have room on this node alone would no longer have it once another grows there. */
  private keptOut({ metadata }: Pod, node: NodeAccount, growth: PodDemand): number {
    if (this.nodeIndex.waitingPods.size === 0 || (growth.cpu <= 0 && growth.memory <= 0)) return 0;
    const freeCapacity = this.freeCapacityOn(node);
    const left = minus(freeCapacity, growth);
    let kept = 0;
    for (const [uid, { need, shape }] of this.nodeIndex.waitingPods) {
      if (uid === metadata.uid || !fits(need, freeCapacity) || fits(need, left)) continue;
      const open = this.openTo(shape);
      if (open.includes(node) && !open.some((one) => one !== node && fits(need, this.freeCapacityOn(one))))
        kept++;
    }
    return kept;
  }

  /** Counts that a pod is resized. */
  grow(move: Move, sign: 1 | -1 = 1): void {
    const { nodeName = '' } = move.pod.spec;
    if (!this.nodeIndex.node(nodeName)) return;
    const freed = larger(minus(this.chargeOn(move.pod), move.need), NOTHING_NEEDED);
    addTo(this.taken, nodeName, times(this.growthOf(move), sign));
    addTo(this.freed, nodeName, times(freed, sign));
  }

  private growthOf({ pod, need }: Move): PodDemand {
    return larger(minus(need, this.chargeOn(pod)), NOTHING_NEEDED);
  }

  /** Nothing can be said of pods on nodes that are not known. */
  private isKnown({ spec }: Pod): boolean {
    return spec.nodeName ? this.nodeIndex.node(spec.nodeName) !== undefined : this.nodeIndex.hasNodes;
  }

  /** Whether the capacity for its successor comes with it. */
  private getsOwn({ spec }: Pod): boolean {
    return this.nodeIndex.node(spec.nodeName)?.isPerPod === true;
  }

  private chargeOn(pod: Pod): PodDemand {
    return pod.spec.nodeName ? this.nodeIndex.chargeOf(pod.metadata.uid ?? '') : NOTHING_NEEDED;
  }

  private takenOn({ name }: NodeAccount): PodDemand {
    return this.taken.get(name) ?? NOTHING_NEEDED;
  }

  private whileGiving<T>({ spec: { nodeName } }: Pod, back: PodDemand, work: () => T): T {
    if (!nodeName) return work();
    const before = this.given.get(nodeName);
    this.given.set(nodeName, added(before, back));
    try {
      return work();
    } finally {
      if (before) this.given.set(nodeName, before);
      else this.given.delete(nodeName);
    }
  }

  private freeCapacityOn(node: NodeAccount): PodDemand {
    return plus(minus(freeOf(node), this.takenOn(node)), this.givenOn(node).need);
  }

  /** How many pods more it takes. */
  private slotsOn(node: NodeAccount): number {
    return node.slots - node.pods + this.givenOn(node).pods;
  }

  private givenOn({ name }: NodeAccount): Given {
    return this.given.get(name) ?? NOTHING_GIVEN;
  }

  private openTo(shape: PodShape): readonly NodeAccount[] {
    const open: NodeAccount[] = [];
    for (const node of this.nodeIndex.nodesFor(shape))
      if (this.slotsOn(node) > 0 && mayUseNow(shape, node)) open.push(node);
    return open;
  }

  /** What is short on the node that comes closest; undefined if one has room. */
  private shortest(need: PodDemand, nodes: readonly NodeAccount[]): Shortage | undefined {
    let best: { node: NodeAccount; freeCapacity: PodDemand; part: number } | undefined;
    for (const node of nodes) {
      const freeCapacity = this.freeCapacityOn(node);
      if (fits(need, freeCapacity)) return undefined;
      const part = Math.min(partOf(need.cpu, freeCapacity.cpu), partOf(need.memory, freeCapacity.memory));
      if (!best || part > best.part) best = { node, freeCapacity, part };
    }
    if (best) return shortageOn(best.node, need, best.freeCapacity);
    const resource = need.memory > 0 ? 'memory' : 'cpu';
    return { resource, asked: need[resource], room: 0 };
  }

  /** There is room, but others may take it. */
  private blocked({ pod, need }: Move, nodes: readonly NodeAccount[]): Shortage {
    const rivals = this.rivalsOf({ uid: pod.metadata.uid ?? '', need, shape: shapeOf(pod) }, nodes);
    const resource = need.memory > 0 ? 'memory' : 'cpu';
    const capacities = nodes.map((node) => ({ node, freeCapacity: this.freeCapacityOn(node) }));
    const best = capacities.reduce((a, b) => (b.freeCapacity[resource] > a.freeCapacity[resource] ? b : a));
    return {
      resource,
      asked: need[resource],
      room: best.freeCapacity[resource],
      node: best.node.name,
      others: Math.max(1, rivals.count),
    };
  }

  private areAllSafe(): boolean {
    return this.arePinnedSafe() && this.areOthersSafe();
  }

  private arePinnedSafe(): boolean {
    const all: Rivals = { sum: sum(this.going.map(({ need }) => need)), count: this.going.length };
    return this.pinned.every((one) => {
      const nodes = [one.node];
      return (
        (this.nodeIndex.waitingPods.size === 0 && this.isSafe(NOTHING_NEEDED, nodes, all)) ||
        this.isSafe(NOTHING_NEEDED, nodes, this.rivalsOf(one, nodes))
      );
    });
  }

  private areOthersSafe(): boolean {
    if (this.going.length <= JUDGED_ONE_BY_ONE)
      return this.going.every((one) => {
        const nodes = this.openTo(one.shape);
        return this.isSafe(one.need, nodes, this.rivalsOf(one, nodes));
      });
    const largest = new Map<PodShape, PodDemand>();
    for (const { shape, need } of this.going)
      largest.set(shape, larger(largest.get(shape) ?? NOTHING_NEEDED, need));
    return [...largest].every(([shape, need]) => {
      const nodes = this.openTo(shape);
      return this.isSafe(need, nodes, this.rivalsOf({ uid: '', need, shape }, nodes));
    });
  }

  /**
   * Whether a node is left for the need wherever its rivals go. To keep it off a node they must take more than the
   * slack of CPU, of memory or of places for pods there; if they can do that to all nodes, the parts that this takes of
   * what they have add up to less than one for each of the three. And each of them can be on one node only.
   */
  private isSafe(need: PodDemand, nodes: readonly NodeAccount[], { sum, count }: Rivals): boolean {
    let parts = 0;
    let ways = 2;
    let fitting = 0;
    for (const node of nodes) {
      const freeCapacity = this.freeCapacityOn(node);
      if (!fits(need, freeCapacity)) continue;
      fitting++;
      const slack = minus(freeCapacity, need);
      const slots = this.slotsOn(node) - 1;
      if (slots < count) ways = 3;
      if (slack.cpu >= sum.cpu && slack.memory >= sum.memory && slots >= count) return true;
      parts += Math.min(
        shareOf(slack.cpu, sum.cpu),
        shareOf(slack.memory, sum.memory),
        shareOf(slots, count),
      );
    }
    return fitting > count || parts >= ways;
  }

  /** The pods under way, and those that wait for a node and would fit on one of these. */
  private rivalsOf({ uid, shape }: Going, nodes: readonly NodeAccount[]): Rivals {
    let sum = NOTHING_NEEDED;
    let count = 0;
    for (const one of this.going)
      if (one.uid !== uid && this.meet(shape, one.shape)) {
        sum = plus(sum, one.need);
        count++;
      }
    if (this.nodeIndex.waitingPods.size === 0) return { sum, count };
    const capacities = nodes.map((node) =>
      plus(this.freeCapacityOn(node), this.freed.get(node.name) ?? NOTHING_NEEDED),
    );
    const most = capacities.reduce(larger, NOTHING_NEEDED);
    const isGoing = new Set(this.going.map((one) => one.uid));
    for (const [waiting, { need, shape: other }] of this.nodeIndex.waitingPods) {
      if (waiting === uid || isGoing.has(waiting) || !fits(need, most) || !this.meet(shape, other)) continue;
      if (!capacities.some((freeCapacity) => fits(need, freeCapacity))) continue;
      sum = plus(sum, need);
      count++;
    }
    return { sum, count };
  }

  /** Whether pods of both shapes may use some node. */
  private meet(shape: PodShape, other: PodShape): boolean {
    if (shape === other) return true;
    let known = this.shared.get(shape);
    if (!known) {
      known = new Map();
      this.shared.set(shape, known);
    }
    let isShared = known.get(other);
    if (isShared === undefined) {
      isShared = [...this.nodeIndex.nodesFor(shape)].some((node) => mayUse(other, node));
      known.set(other, isShared);
    }
    return isShared;
  }
}

function addTo(sums: Map<string, PodDemand>, node: string, need: PodDemand): void {
  sums.set(node, plus(sums.get(node) ?? NOTHING_NEEDED, need));
}

function times({ cpu, memory }: PodDemand, factor: number): PodDemand {
  return { cpu: cpu * factor, memory: memory * factor };
}

function added(given: Given | undefined, need: PodDemand): Given {
  const { need: before, pods } = given ?? NOTHING_GIVEN;
  return { need: plus(before, need), pods: pods + 1 };
}

function goingOf({ pod, need }: Move): Going {
  return { uid: pod.metadata.uid ?? '', need, shape: shapeOf(pod) };
}

function shortageOn(node: NodeAccount, need: PodDemand, freeCapacity: PodDemand): Shortage {
  const isCpu =
    need.cpu > 0 && partOf(need.cpu, freeCapacity.cpu) <= partOf(need.memory, freeCapacity.memory);
  const resource = isCpu ? 'cpu' : 'memory';
  return { resource, asked: need[resource], room: Math.max(0, freeCapacity[resource]), node: node.name };
}

function partOf(asked: number, freeCapacity: number): number {
  return asked <= 0 ? Number.POSITIVE_INFINITY : freeCapacity / asked;
}

function shareOf(slack: number, of: number): number {
  return of <= 0 ? Number.POSITIVE_INFINITY : slack / of;
}
