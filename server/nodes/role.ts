import { role } from '../kube/role';
import type { LiveRounds } from '../usage/live-rounds';
import type { NodesHandle } from './handle';
import { NODES_READS } from './settings';

/** Learns what nodes use, and says what is idle on them. */
export const nodes = role({
  name: 'nodes',
  watches: ['nodes', 'pods'],
  settings: NODES_READS,
  keepsNothing: true,
  start: async (context, ports: { liveRounds: LiveRounds }): Promise<NodesHandle> =>
    (await import('./index')).startNodes(context, ports),
  offers: (handle) => ({ nodePeaks: handle }),
});
