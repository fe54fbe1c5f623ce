import type { NodeDetail, NodeView, Publishing } from '../contract/nodes';
import type { Amounts } from '../objects/units';

/** An unfinished pod on a node. */
export interface PodOfNode {
  readonly namespace: string;
  readonly name: string;
  /** It belongs to its node, as those of a DaemonSet do. */
  readonly isOfNode: boolean;
  /** Millicores and bytes; absent if it requests none. */
  readonly requested: Amounts;
}

/** What is known of the nodes, as the rest of the process sees it. Answers from memory, at once. */
export interface NodesHandle {
  stop(): Promise<void>;
  /** Every node, as of the last round; the same list until `revision` changes. */
  list(): readonly NodeView[];
  readonly revision: number;
  readonly publishing: Publishing;
  /** Undefined for a node that does not exist. */
  detail(name: string): NodeDetail | undefined;
  /** The most memory that the pods of a node used together in 14 days, in bytes; undefined if unknown. */
  memoryPeakOf(node: string): number | undefined;
  /** The unfinished pods on a node. */
  podsOn(name: string): Iterable<PodOfNode>;
}
