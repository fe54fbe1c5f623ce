import { NodeSupply } from '../../cluster/node-supply';
import type { Config } from '../../config';
import type { ClusterCaches } from '../../kube/caches';
import { isKubeError, type KubeClient } from '../../kube/client';
import { wallClock } from '../../lib/time/clock';

interface ComingNodes {
  /** Whether nodes come by themselves, and of what sizes. */
  readonly supply: NodeSupply;
  readonly notes: readonly string[];
}

/** Asks once whether nodes come to a cluster by themselves. What may not be read is told, and counts as not there. */
export async function comingNodes(
  client: Pick<KubeClient, 'request'>,
  caches: Pick<ClusterCaches, 'nodes'>,
  config: Config,
): Promise<ComingNodes> {
  let isForbidden = false;
  const request: KubeClient['request'] = async (...call) => {
    try {
      return await client.request(...call);
    } catch (error) {
      isForbidden ||= isKubeError(error, 'forbidden');
      throw error;
    }
  };
  const supply = new NodeSupply({ client: { request }, caches, wallClock, config });
  if (config.nodeAutoscaling !== 'off') await supply.ask();
  return {
    supply,
    notes: isForbidden
      ? [
          'This account may not read what makes nodes (get the ConfigMap cluster-autoscaler-status in kube-system, list nodepools.karpenter.sh and nodeclaims.karpenter.sh): no larger node than there are counts.',
        ]
      : [],
  };
}
