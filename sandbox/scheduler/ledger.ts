import { extendedIn, extendedRequests } from '@/sandbox/scheduler/extended-resources';
import { podRequest, type Request } from '@/sandbox/scheduler/pod-requests';
import { taintsOf } from '@/sandbox/scheduler/taints';
import { cpuFrom, memoryFrom } from '@/server/objects/quantity';
import type { Node, Pod, ResourceList, Taint } from '@/server/objects/types';

/** What a node has and what is allocated: millicores, bytes, pods. */
export interface AllocatedNode {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly unschedulable: boolean;
  readonly taints: readonly Taint[];
  readonly allocatable: Request & { readonly pods: number };
  used: { cpu: number; memory: number; pods: number };
  /** Extended resources: what it has, and what is allocated. */
  readonly extended: ReadonlyMap<string, number>;
  readonly usedExtended: Map<string, number>;
}

const DEFAULT_MAX_PODS = 110;

interface Charge extends Request {
  readonly node: string;
  readonly extended: ReadonlyMap<string, number>;
}

/** The allocation of all nodes, updated with the changes of nodes and pods. */
export class NodeLedger {
  private readonly accounts = new Map<string, AllocatedNode>();
  private readonly charges = new Map<string, Charge>();

  /** All nodes, in the order they appeared. */
  nodes(): Iterable<AllocatedNode> {
    return this.accounts.values();
  }

  get size(): number {
    return this.accounts.size;
  }

  setNode(node: Node): void {
    const list: ResourceList = node.status?.allocatable ?? node.status?.capacity ?? {};
    const known = this.accounts.get(node.metadata.name);
    this.accounts.set(node.metadata.name, {
      name: node.metadata.name,
      labels: node.metadata.labels ?? {},
      unschedulable: node.spec?.unschedulable === true,
      taints: taintsOf(node),
      allocatable: {
        cpu: list.cpu === undefined ? 0 : cpuFrom(list.cpu),
        memory: list.memory === undefined ? 0 : memoryFrom(list.memory),
        pods: list.pods === undefined ? DEFAULT_MAX_PODS : Number(list.pods),
      },
      used: known?.used ?? this.sumOf(node.metadata.name),
      extended: extendedIn(list),
      usedExtended: known?.usedExtended ?? this.sumOfExtended(node.metadata.name),
    });
  }

  removeNode(name: string): void {
    this.accounts.delete(name);
  }

  /** Charges a pod to its node, or updates its charge; returns whether its node now has more room. */
  setPod(pod: Pod): boolean {
    const finished = pod.status?.phase === 'Succeeded' || pod.status?.phase === 'Failed';
    if (!pod.spec.nodeName || finished) return this.removePod(pod);
    const uid = pod.metadata.uid ?? '';
    const before = this.charges.get(uid);
    const charge = { ...podRequest(pod), node: pod.spec.nodeName, extended: extendedRequests(pod) };
    if (before?.cpu === charge.cpu && before.memory === charge.memory && before.node === charge.node)
      return false;
    if (before) this.book(before, -1);
    this.charges.set(uid, charge);
    this.book(charge, 1);
    return before !== undefined && (charge.cpu < before.cpu || charge.memory < before.memory);
  }

  /** Returns whether the pod had been charged. */
  removePod(pod: Pod): boolean {
    const uid = pod.metadata.uid ?? '';
    const charge = this.charges.get(uid);
    if (!charge) return false;
    this.charges.delete(uid);
    this.book(charge, -1);
    return true;
  }

  private book(charge: Charge, sign: 1 | -1): void {
    const account = this.accounts.get(charge.node);
    if (!account) return;
    account.used.cpu += sign * charge.cpu;
    account.used.memory += sign * charge.memory;
    account.used.pods += sign;
    for (const [name, amount] of charge.extended)
      account.usedExtended.set(name, (account.usedExtended.get(name) ?? 0) + sign * amount);
  }

  private sumOf(node: string): AllocatedNode['used'] {
    const used = { cpu: 0, memory: 0, pods: 0 };
    for (const charge of this.charges.values()) {
      if (charge.node !== node) continue;
      used.cpu += charge.cpu;
      used.memory += charge.memory;
      used.pods++;
    }
    return used;
  }

  private sumOfExtended(node: string): Map<string, number> {
    const used = new Map<string, number>();
    for (const charge of this.charges.values())
      if (charge.node === node)
        for (const [name, amount] of charge.extended) used.set(name, (used.get(name) ?? 0) + amount);
    return used;
  }
}
