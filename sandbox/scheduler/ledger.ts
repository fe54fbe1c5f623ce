import { extendedIn, extendedRequests } from '@/sandbox/scheduler/extended-resources';
import { podRequest, type Request, TAKEN_FOR_UNSTATED } from '@/sandbox/scheduler/pod-requests';
import { taintsOf } from '@/sandbox/scheduler/taints';
import { controllerOf } from '@/server/objects/owners';
import { cpuFrom, memoryFrom } from '@/server/objects/quantity';
import type { Node, Pod, ResourceList, Taint } from '@/server/objects/types';

/** What a node has and what is allocated: millicores, bytes, pods. */
export interface AllocatedNode {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly unschedulable: boolean;
  readonly taints: readonly Taint[];
  readonly allocatable: Request & { readonly pods: number };
  readonly used: Used;
  /** Extended resources: what it has, and what is allocated. */
  readonly extended: ReadonlyMap<string, number>;
  readonly usedExtended: Map<string, number>;
}

/** What pods of a node request, and what they count for where nodes are compared: millicores, bytes, pods. */
interface Used {
  cpu: number;
  memory: number;
  comparedCpu: number;
  comparedMemory: number;
  pods: number;
  /** Pods by the workload that the scheduler spreads, without those that end. */
  readonly spread: Map<string, number>;
}

const DEFAULT_MAX_PODS = 110;
/** Owners whose pods are spread though they ask for nothing of the kind. */
const SPREAD = ['ReplicaSet', 'ReplicationController', 'StatefulSet'];

interface Charge extends Request {
  readonly node: string;
  readonly compared: Request;
  readonly workload: string | undefined;
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
    const asked = {
      ...podRequest(pod),
      node: pod.spec.nodeName,
      workload: pod.metadata.deletionTimestamp ? undefined : spreadWith(pod),
    };
    if (
      before?.cpu === asked.cpu &&
      before.memory === asked.memory &&
      before.node === asked.node &&
      before.workload === asked.workload
    )
      return false;
    const compared = podRequest(pod, TAKEN_FOR_UNSTATED);
    const charge = { ...asked, compared, extended: extendedRequests(pod) };
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
    add(account.used, charge, sign);
    for (const [name, amount] of charge.extended)
      account.usedExtended.set(name, (account.usedExtended.get(name) ?? 0) + sign * amount);
  }

  private sumOf(node: string): Used {
    const used = { cpu: 0, memory: 0, comparedCpu: 0, comparedMemory: 0, pods: 0, spread: new Map() };
    for (const charge of this.charges.values()) if (charge.node === node) add(used, charge, 1);
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

function add(used: Used, { cpu, memory, compared, workload }: Charge, sign: 1 | -1): void {
  used.cpu += sign * cpu;
  used.memory += sign * memory;
  used.comparedCpu += sign * compared.cpu;
  used.comparedMemory += sign * compared.memory;
  used.pods += sign;
  if (workload === undefined) return;
  const count = (used.spread.get(workload) ?? 0) + sign;
  if (count > 0) used.spread.set(workload, count);
  else used.spread.delete(workload);
}

/** What tells the pods that are spread together. */
export function spreadWith({ metadata }: Pod): string | undefined {
  const owner = controllerOf(metadata.ownerReferences);
  return owner && SPREAD.includes(owner.kind) ? owner.uid : undefined;
}
