import type { Config } from '../../config';
import { estimatorOf } from '../../decide/estimators';
import type { ClusterCaches } from '../../kube/caches';
import type { ClusterState } from '../../model/cluster-state';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';
import { CheckpointError, decodeCheckpoint } from '../../recommender/checkpoints/checkpoint-codec';

/** Gives a model what the checkpoints of a VPA know; what cannot be read of them counts as not there. */
export function checkpointsOf(
  { checkpoints }: Pick<ClusterCaches, 'checkpoints'>,
  config: Config,
): (state: ClusterState, vpa: VerticalPodAutoscaler) => void {
  const estimator = estimatorOf('percentile', config);
  return (state, { metadata: { namespace = '', name } }) => {
    for (const { spec, status } of checkpoints.list(namespace)) {
      if (spec?.vpaObjectName !== name || !spec.containerName) continue;
      try {
        state.loadCheckpoint(namespace, name, spec.containerName, decodeCheckpoint(status, estimator));
      } catch (error) {
        if (!(error instanceof CheckpointError)) throw error;
      }
    }
  };
}
