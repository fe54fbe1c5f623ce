import type { Node } from '../../kube/types';
import { amountsFrom } from '../../model/quantity';
import { type Amounts, RESOURCES } from '../../model/units';

/** Allocatable of the nodes that no other node exceeds in both resources. @throws QuantityError */
export function largestNodes(nodes: Iterable<Node>): Amounts[] {
  let largest: Amounts[] = [];
  for (const node of nodes) {
    const amounts = amountsFrom(node.status?.allocatable);
    if (amounts.cpu === undefined || amounts.memory === undefined) continue;
    if (largest.some((other) => isWithin(amounts, other))) continue;
    largest = [...largest.filter((other) => !isWithin(other, amounts)), amounts];
  }
  return largest.sort((a, b) => (a.cpu ?? 0) - (b.cpu ?? 0));
}

function isWithin(amounts: Amounts, other: Amounts): boolean {
  return RESOURCES.every((resource) => (amounts[resource] ?? 0) <= (other[resource] ?? 0));
}
