import { NodeIndex } from '../decide/places/node-index';
import { largestAmounts } from '../decide/places/pareto-front';
import type { ClusterCaches } from '../kube/caches';
import type { Pod } from '../objects/types';
import type { Amounts } from '../objects/units';

/** What the nodes that a pod may use have, where nobody follows what runs on them. */
export class NodeSizes {
  private readonly index = new NodeIndex();
  private readonly end: () => void;

  constructor(nodes: ClusterCaches['nodes']) {
    this.end = nodes.subscribe({
      added: (node) => this.index.setNode(node),
      updated: (_former, node) => this.index.setNode(node),
      deleted: ({ metadata }) => this.index.removeNode(metadata.name),
    });
  }

  stop(): void {
    this.end();
  }

  /** The most of each resource that any node has which this pod may use; undefined if it may use none of those known. */
  largestFor(pod: Pod): Amounts | undefined {
    return largestAmounts(this.index.frontFor([pod]));
  }
}
