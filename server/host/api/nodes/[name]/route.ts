import { RIGHTS, type VisibleNamespaces } from '../../../../access';
import type { NodePageView } from '../../../../contract/nodes';
import { AppError } from '../../../../lib/report/errors';
import { runtime } from '../../../runtime';
import { wholeDetail } from '../../listing';
import { nodesOf } from '../../roles';

/** One node, how its numbers come about, and the pods that weigh most. */
export const GET = wholeDetail<{ name: string }>(RIGHTS.readNodes, async ({ reach }, { name }) => {
  const running = runtime();
  const node = await running.pages.nodes.page(nodesOf(running), name);
  if (!node) throw new AppError('not-found', `Node ${name}`);
  return nodeFor(node, reach);
});

/** A node without the names of pods that the person may not read: those are only counted. */
function nodeFor(node: NodePageView, reach: VisibleNamespaces): NodePageView {
  const heaviest = node.heaviest.filter(({ namespace }) => reach.covers(namespace));
  const left = node.heaviest.length - heaviest.length;
  return left === 0 ? node : { ...node, heaviest, morePods: node.morePods + left };
}
