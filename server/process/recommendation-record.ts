import { amountsFrom } from '../model/quantity';
import type { RecommenderHandle } from '../recommender/handle';
import type { Recorder } from '../store';

/** Keeps every changed recommendation in the store, for as long as its retention says; the returned function ends that. */
export function recordRecommendations(
  recommender: RecommenderHandle,
  store: Pick<Recorder, 'record'>,
): () => void {
  return recommender.onRecommendationChange(({ vpa, recommendation, atMs }) => {
    const { namespace = '', name } = vpa.metadata;
    for (const container of recommendation?.containerRecommendations ?? []) {
      const target = amountsFrom(container.target);
      const lowerBound = amountsFrom(container.lowerBound);
      const upperBound = amountsFrom(container.upperBound);
      const record = (resource: 'cpu' | 'memory') => ({
        target: target[resource],
        lowerBound: lowerBound[resource],
        upperBound: upperBound[resource],
      });
      store.record({
        kind: 'recommendation',
        atMs,
        namespace,
        vpa: name,
        container: container.containerName,
        cpu: record('cpu'),
        memory: record('memory'),
      });
    }
  });
}
