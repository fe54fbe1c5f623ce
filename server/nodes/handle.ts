import type { NodeDetail, NodeView, Publishing } from './views';

/** What is known of the nodes, as the rest of the process sees it. Answers from memory, at once. */
export interface NodesHandle {
  stop(): Promise<void>;
  /** Every node, as of the last round; the same list until `revision` changes. */
  list(): readonly NodeView[];
  readonly revision: number;
  readonly publishing: Publishing;
  /** Undefined for a node that does not exist. */
  detail(name: string): NodeDetail | undefined;
}
