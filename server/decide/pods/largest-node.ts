import { amountsFrom } from '../../objects/quantity';
import type { Node } from '../../objects/types';
import { type Amounts, RESOURCES, type Resource } from '../../objects/units';
import { eachByItself, type ObjectFault } from '../../words/object-fault';
import { hasCapacityPerPod } from './capacity-per-pod';
import { withAmount } from './proportions';

/**
 * The most CPU and the most memory that any readable node can give; undefined without nodes, or where capacity comes
 * with each pod.
 */
export function largestNode(nodes: Iterable<Node>): Amounts | undefined {
  return largestOf(nodes).largest;
}

/** How far rounding alone may move a target. */
const ROUNDING = 0.98;

/**
 * Whether the targets of a pod's containers fill such a node, as those that are cut to it do; none fill one whose
 * `most`, in millicores or bytes, is unknown.
 */
export function fillsNode(targets: Iterable<Amounts>, resource: Resource, most: number | undefined): boolean {
  if (most === undefined) return false;
  let total = 0;
  for (const target of targets) total += target[resource] ?? 0;
  return total >= most * ROUNDING;
}

function largestOf(nodes: Iterable<Node>): { largest?: Amounts; faults: ObjectFault[] } {
  let largest: Amounts | undefined;
  let isPerPod = false;
  const { results, faults } = eachByItself('Node', nodes, (node) => {
    isPerPod ||= hasCapacityPerPod(node);
    return amountsFrom(node.status?.allocatable);
  });
  if (isPerPod) return { faults };
  for (const allocatable of results)
    for (const resource of RESOURCES) {
      const value = allocatable[resource];
      if (value !== undefined && value > (largest?.[resource] ?? -1))
        largest = withAmount(largest ?? {}, resource, value);
    }
  return { largest, faults };
}

/**
 * The result of `largestNode` for the current nodes, with the nodes it cannot read; recomputed only after a
 * change.
 */
export function followLargestNode(
  nodes: { readonly resourceVersion: string | undefined; list(): Iterable<Node> },
  tell: (unreadable: readonly ObjectFault[]) => void,
): () => Amounts | undefined {
  let version: string | undefined;
  let largest: Amounts | undefined;
  return () => {
    if (nodes.resourceVersion !== version) {
      version = nodes.resourceVersion;
      const found = largestOf(nodes.list());
      largest = found.largest;
      tell(found.faults);
    }
    return largest;
  };
}
