import { ofKey } from '../../../lib/memo/of-key';
import type { NodeIndex } from '../../places/node-index';
import type { ClusterFacts } from '../plan-input';
import type { Hold, ProposedUpdate, SharedRestraint } from '../policy';
import { totalOf } from './totals';
import { isUrgent } from './urgent';

interface Reduction {
  readonly proposal: ProposedUpdate;
  readonly bytes: number;
}

/**
 * What is requested of memory on a node never falls below a multiple of what the node itself used at most: where
 * requests are lower than limits, not every container is at its peak at once, but the node must hold the highest sum
 * there was. Of the reductions on a node the largest go first; those that would leave too little wait. A node whose
 * peak is not known holds nothing back.
 * @param proposals all that would be done in this plan
 */
export function nodeGuard(
  proposals: Iterable<ProposedUpdate>,
  capacity: Pick<NodeIndex, 'requestedOn'>,
  { settings: { nodeGuard: times }, memoryPeakOf }: Pick<ClusterFacts, 'settings' | 'memoryPeakOf'>,
): SharedRestraint {
  const held = new Map<string, Hold>();
  if (times > 0 && memoryPeakOf)
    for (const [node, reductions] of reductionsByNode(proposals)) {
      const peak = memoryPeakOf(node);
      const requested = capacity.requestedOn(node)?.memory;
      if (peak === undefined || requested === undefined) continue;
      const least = times * peak;
      let left = requested;
      for (const { proposal, bytes } of reductions.sort((a, b) => b.bytes - a.bytes)) {
        if (left - bytes >= least) {
          left -= bytes;
          continue;
        }
        const reason = {
          code: 'node-needs-requests' as const,
          node,
          sum: left - bytes,
          requested,
          peak,
          times,
        };
        held.set(proposal.facts.uid, { kind: 'hold', reason, awaits: 'node-uses-less' });
      }
    }
  return {
    name: 'node-guard',
    review: ({ facts }) => held.get(facts.uid),
    choose: () => undefined,
  };
}

/** What burns waits for nothing. */
function reductionsByNode(proposals: Iterable<ProposedUpdate>): Map<string, Reduction[]> {
  const byNode = new Map<string, Reduction[]>();
  for (const proposal of proposals) {
    const { facts, way, reasons } = proposal;
    const { nodeName } = facts.pod.spec;
    if (!nodeName || way === 'unboost' || isUrgent(reasons)) continue;
    const bytes =
      totalOf(proposal, 'requests', 'memory', 'before') - totalOf(proposal, 'requests', 'memory', 'after');
    if (!(bytes > 0)) continue;
    ofKey(byNode, nodeName, () => []).push({ proposal, bytes });
  }
  return byNode;
}
