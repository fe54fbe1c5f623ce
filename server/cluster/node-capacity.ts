import { NodeIndex } from '../decide/places/node-index';
import type { ClusterCaches } from '../kube/caches';
import { ofKey } from '../lib/memo/of-key';

type Watched = Pick<ClusterCaches, 'nodes' | 'pods'>;

const known = new WeakMap<Watched, NodeIndex>();

/** What fits on which node: one book for all who ask in a process, which follows the watches from then on. */
export function nodeCapacity(caches: Watched): NodeIndex {
  return ofKey(known, caches, () => following(caches));
}

function following({ nodes, pods }: Watched): NodeIndex {
  const nodeIndex = new NodeIndex();
  nodes.subscribe({
    added: (node) => nodeIndex.setNode(node),
    updated: (_former, node) => nodeIndex.setNode(node),
    deleted: ({ metadata }) => nodeIndex.removeNode(metadata.name),
  });
  pods.subscribe({
    added: (pod) => nodeIndex.setPod(pod),
    updated: ({ metadata: { uid = '' } }, pod) => {
      if (uid !== pod.metadata.uid) nodeIndex.removePod(uid);
      nodeIndex.setPod(pod);
    },
    deleted: ({ metadata: { uid = '' } }) => nodeIndex.removePod(uid),
  });
  return nodeIndex;
}
