import type { VisibleNamespaces } from '../../access';
import type { NodePageView } from '../../contract/nodes';

/** A node without the names of pods that the person may not read: those are only counted. */
export function nodeFor(node: NodePageView, reach: VisibleNamespaces): NodePageView {
  const heaviest = node.heaviest.filter(({ namespace }) => reach.covers(namespace));
  const left = node.heaviest.length - heaviest.length;
  return left === 0 ? node : { ...node, heaviest, morePods: node.morePods + left };
}
