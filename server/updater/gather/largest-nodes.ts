import { eachByItself, type ObjectFault } from '../../kube/object-fault';
import type { Node } from '../../kube/types';
import type { WatchCache } from '../../kube/watch-cache';
import { amountsFrom } from '../../model/quantity';
import { type Amounts, RESOURCES } from '../../model/units';
import { isShallowEqual } from './same-input';

/** Tracks the nodes that no other node exceeds in both resources. */
export class LargestNodes {
  private known: { nodes: readonly Amounts[]; faults: readonly ObjectFault[] } | undefined;

  constructor(private readonly nodes: Pick<WatchCache<Node>, 'subscribe' | 'list'>) {
    const changed = () => {
      this.known = undefined;
    };
    nodes.subscribe({
      added: changed,
      // Nodes report every few seconds, mostly without a change.
      updated: (former, node) => {
        if (!isShallowEqual(former.status?.allocatable, node.status?.allocatable)) changed();
      },
      deleted: changed,
    });
  }

  /** Allocatable of those nodes; the same object while it does not change. */
  get current(): readonly Amounts[] {
    return this.read().nodes;
  }

  /** Nodes whose allocatable cannot be read. */
  get faults(): readonly ObjectFault[] {
    return this.read().faults;
  }

  private read() {
    if (!this.known) {
      const { results, faults } = eachByItself('Node', this.nodes.list(), (node) =>
        amountsFrom(node.status?.allocatable),
      );
      this.known = { nodes: largestOf(results), faults };
    }
    return this.known;
  }
}

/** Those that no other exceeds in both resources. */
function largestOf(all: Iterable<Amounts>): Amounts[] {
  let largest: Amounts[] = [];
  for (const amounts of all) {
    if (amounts.cpu === undefined || amounts.memory === undefined) continue;
    if (largest.some((other) => isWithin(amounts, other))) continue;
    largest = [...largest.filter((other) => !isWithin(other, amounts)), amounts];
  }
  return largest.sort((a, b) => (a.cpu ?? 0) - (b.cpu ?? 0));
}

function isWithin(amounts: Amounts, other: Amounts): boolean {
  return RESOURCES.every((resource) => (amounts[resource] ?? 0) <= (other[resource] ?? 0));
}
