import { RIGHTS } from '../../../access';
import { runtime } from '../../runtime';
import { wholeListing } from '../listing';
import { nodesOf } from '../roles';

/** One page of the nodes, and what they have together. */
export const GET = wholeListing(RIGHTS.readNodes, (asked) => {
  const running = runtime();
  return running.pages.nodes.list(nodesOf(running), asked);
});
