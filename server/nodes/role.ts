import { role } from '../kube/role';
import type { NodesHandle } from './handle';
import type { NodesPorts } from './ports';
import { NODES_READS } from './settings';

/** Learns what nodes use, and says what is idle on them. */
export const nodes = role({
  name: 'nodes',
  watches: ['nodes', 'pods'],
  settings: NODES_READS,
  start: async (context, ports: NodesPorts): Promise<NodesHandle> =>
    (await import('./index')).startNodes(context, ports),
  offers: (handle) => ({ nodePeaks: handle }),
});
