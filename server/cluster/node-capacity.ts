import { NodeIndex } from '../decide/places/node-index';
import type { ClusterCaches } from '../kube/caches';

type Watched = Pick<ClusterCaches, 'nodes' | 'pods'>;

const known = new WeakMap<Watched, NodeIndex>();

/** What fits on which node: one book for all who ask in a process, which follows the watches from then on. */
export function nodeCapacity(caches: Watched): NodeIndex {
  let book = known.get(caches);
  if (!book) {
    book = following(caches);
    known.set(caches, book);
  }
  return book;
}

function following({ nodes, pods }: Watched): NodeIndex {
  const book = new NodeIndex();
  nodes.subscribe({
    added: (node) => book.setNode(node),
    updated: (_former, node) => book.setNode(node),
    deleted: ({ metadata }) => book.removeNode(metadata.name),
  });
  pods.subscribe({
    added: (pod) => book.setPod(pod),
    updated: ({ metadata: { uid = '' } }, pod) => {
      if (uid !== pod.metadata.uid) book.removePod(uid);
      book.setPod(pod);
    },
    deleted: ({ metadata: { uid = '' } }) => book.removePod(uid),
  });
  return book;
}
