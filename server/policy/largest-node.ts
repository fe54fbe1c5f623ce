import type { Node } from '../kube/types';
import type { WatchCache } from '../kube/watch-cache';
import { amountsFrom } from '../model/quantity';
import { type Amounts, RESOURCES } from '../model/units';
import { withAmount } from './proportions';

/** The most CPU and the most memory that any one node can give; undefined without nodes. */
export function largestNode(nodes: Iterable<Node>): Amounts | undefined {
  let largest: Amounts | undefined;
  for (const node of nodes) {
    const allocatable = amountsFrom(node.status?.allocatable);
    for (const resource of RESOURCES) {
      const value = allocatable[resource];
      if (value !== undefined && value > (largest?.[resource] ?? -1))
        largest = withAmount(largest ?? {}, resource, value);
    }
  }
  return largest;
}

/** Answers what `largestNode` says of the nodes there are; worked out anew only when something came by watch. */
export function followLargestNode(nodes: WatchCache<Node>): () => Amounts | undefined {
  let version: string | undefined;
  let largest: Amounts | undefined;
  return () => {
    if (nodes.resourceVersion !== version) {
      version = nodes.resourceVersion;
      largest = largestNode(nodes.list());
    }
    return largest;
  };
}
