import type { RecommendedPodResources, VerticalPodAutoscaler } from '@/server/kube/vpa-types';
import type { PassView, WorkloadDetail } from './views';
import type { Summaries } from './views/summaries';

/** A VPA whose recommendation a pass found changed: a target at once, bounds alone every ten minutes. */
export interface RecommendationChange {
  vpa: VerticalPodAutoscaler;
  recommendation: RecommendedPodResources | undefined;
  atMs: number;
}

/** The running recommender as the rest of the process sees it. Everything answers from memory, at once. */
export interface RecommenderHandle {
  /**
   * Writes the checkpoints that are due, unless the cluster they would be kept in ends too, then stops; resolves
   * when nothing of it runs any more.
   */
  stop(options?: { clusterEndsToo: boolean }): Promise<void>;
  /** Every VPA, summed up. */
  readonly summaries: Pick<Summaries, 'revision' | 'isFilled' | 'list' | 'refresh'>;
  /** One VPA with the evidence behind its recommendation; undefined when there is none of that name. */
  detail(namespace: string, name: string): WorkloadDetail | undefined;
  /** The newest finished pass; undefined before the first. */
  readonly lastPass: PassView | undefined;
  /**
   * What this recommender would recommend for the VPA right now, capped by its policy, from everything
   * learned up to this moment; undefined when it knows nothing, or when the VPA asks for another recommender.
   */
  recommendationFor(vpa: VerticalPodAutoscaler): RecommendedPodResources | undefined;
  /**
   * How long the longest history behind a VPA's recommendation is, from first to last sample of a container;
   * undefined when this recommender knows of none.
   */
  historyMsOf(vpa: VerticalPodAutoscaler): number | undefined;
  /** Calls `listener` for every changed recommendation; the returned function ends that. */
  onRecommendationChange(listener: (change: RecommendationChange) => void): () => void;
}
