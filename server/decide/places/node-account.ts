import { conditionOf } from '../../objects/conditions';
import { amountsFrom } from '../../objects/quantity';
import type { Node, Taint } from '../../objects/types';
import { hasCapacityPerPod } from '../pods/capacity-per-pod';
import { traitsOf } from './node-traits';
import { minus, NOTHING_NEEDED, type PodDemand } from './pod-need';

/** What one node has, what must run on it, and what runs on it. */
export interface NodeAccount {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly taints: readonly Taint[];
  readonly isCordoned: boolean;
  readonly isReady: boolean;
  /** Whether what it has says nothing of what the next pod gets. */
  readonly isPerPod: boolean;
  readonly allocatable: PodDemand;
  /** The 37 of `v1.37.2`; absent if it cannot be read. */
  readonly kubeletMinor?: number;
  /** How many pods it takes. */
  readonly slots: number;
  /** What pods of DaemonSets and static pods request. */
  must: PodDemand;
  /** What all pods on it request, those included. */
  used: PodDemand;
  pods: number;
}

/** @throws QuantityError */
export function accountOf(node: Node): NodeAccount {
  const { metadata, spec, status } = node;
  const { cpu = Number.POSITIVE_INFINITY, memory = Number.POSITIVE_INFINITY } = amountsFrom(
    status?.allocatable,
  );
  const slots = Number(status?.allocatable?.pods ?? Number.POSITIVE_INFINITY);
  const { kubeletMinor } = traitsOf(node);
  const ready = conditionOf(node, 'Ready');
  return {
    name: metadata.name,
    labels: metadata.labels ?? {},
    taints: Array.isArray(spec?.taints) ? spec.taints.filter((taint) => typeof taint?.key === 'string') : [],
    isCordoned: spec?.unschedulable === true,
    isReady: !ready || ready.status === 'True',
    isPerPod: hasCapacityPerPod(node),
    allocatable: { cpu, memory },
    ...(kubeletMinor !== undefined && { kubeletMinor }),
    slots: Number.isNaN(slots) ? Number.POSITIVE_INFINITY : slots,
    must: NOTHING_NEEDED,
    used: NOTHING_NEEDED,
    pods: 0,
  };
}

/** What is left of it now. */
export function freeOf({ allocatable, used }: NodeAccount): PodDemand {
  return minus(allocatable, used);
}

/** The most that one more pod can ever get beside what must run there. */
export function mostOf({ allocatable, must }: NodeAccount): PodDemand {
  return minus(allocatable, must);
}
