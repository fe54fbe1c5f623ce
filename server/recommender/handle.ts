import type { LabelOfNodes } from '@/server/cluster/nodes-by-label';
import type { LeaderState } from '@/server/kube/leadership';
import type { RecommendedPodResources, VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import type { Checkpoints } from '@/server/store';
import type { ContainerEvidence, WorkloadDetail } from '../contract/recommendations';
import type { PassView, PastLoadView } from '../contract/status';
import type { WorkloadCost } from '../decide/new/workload-cost';
import type { Recommendations } from '../kube/role';
import type { PriceTable } from '../model/price-table';
import type { LiveRounds } from '../usage/live-rounds';
import type { HappeningKeeper } from './feeds/happening-feed';
import type { FormerKeeper } from './past/keeping-past';
import type { KeptUsage } from './past/study-past';
import type { PodChange } from './views/costs';
import type { PastKeeper } from './views/recent-past';
import type { Summaries } from './views/summaries';
import type { WithoutVpa } from './views/without-vpa';

export interface RecommenderPorts {
  /** Stores the findings of passes. */
  series: PastKeeper & FormerKeeper & HappeningKeeper & KeptUsage;
  /** Checkpoints in the database, if they are kept there. */
  checkpoints: Pick<Checkpoints, 'ask'>;
  /** Hears the samples of each pass. */
  liveRounds: LiveRounds;
  /** The prices in force. */
  prices: () => PriceTable | undefined;
}

/** The running recommender as the rest of the process sees it. Everything answers from memory, at once. */
export interface RecommenderHandle {
  /**
   * Writes the due checkpoints, unless their cluster ends too, then stops; resolves once nothing runs any
   * more.
   */
  stop(options?: { clusterEndsToo: boolean }): Promise<void>;
  /** A summary of every VPA. */
  readonly summaries: Pick<Summaries, 'revision' | 'isFilled' | 'list' | 'refresh'>;
  /** What VPAs in mode Off would say of the workloads that have none. */
  readonly withoutVpa: Pick<WithoutVpa, 'revision' | 'isFilled' | 'list' | 'refresh' | 'detail'>;
  /** The labels that nodes have, those first that make groups. */
  readonly nodeLabels: readonly LabelOfNodes[];
  /** One VPA with the evidence behind its recommendation; undefined if it does not exist. */
  detail(namespace: string, name: string, group?: string): WorkloadDetail | undefined;
  /**
   * What the live pods of a VPA request, use and would request, and what that costs; undefined if the VPA does not
   * exist or another program serves it. @throws QuantityError
   */
  costOf(namespace: string, name: string): WorkloadCost | undefined;
  /**
   * What each live pod of a VPA on a node would request more than it does, or less, if all were applied; none if the
   * VPA does not exist or another program serves it. @throws QuantityError
   */
  podChangesOf(namespace: string, name: string): readonly PodChange[];
  /**
   * What the recommender of a VPA saw and weighed of one container; undefined if the VPA does not exist, and
   * without evidence if it keeps nothing of its own, or another program serves it.
   */
  evidence(namespace: string, name: string, container: string, group?: string): ContainerEvidence | undefined;
  /** The progress of loading usage from before the start; undefined while none is loaded. */
  readonly pastLoad: PastLoadView | undefined;
  /** The newest finished pass; undefined before the first. */
  readonly lastPass: PassView | undefined;
  /** Whether this process writes what it recommends, or another one does. */
  readonly leader: LeaderState;
  /**
   * What this recommender would recommend for the VPA right now, capped by its policy, from everything
   * learned so far; undefined if it knows nothing, or if the VPA asks for another recommender.
   */
  recommendationFor(vpa: VerticalPodAutoscaler): RecommendedPodResources | undefined;
  /**
   * The longest history behind a VPA's recommendation, from first to last sample of a container; undefined if
   * this recommender has none.
   */
  historyMsOf(vpa: VerticalPodAutoscaler): number | undefined;
  /** What it has learned of each container that runs; undefined if it does not serve the VPA, or knows it not yet. */
  learnedOf: Recommendations['learnedOf'];
  throttlingOf: Recommendations['throttlingOf'];
  pressureOf: Recommendations['pressureOf'];
  usedMemoryOf: Recommendations['usedMemoryOf'];
  lowMemoryOf: Recommendations['lowMemoryOf'];
  isSampled: Recommendations['isSampled'];
  inUseBy: Recommendations['inUseBy'];
}
