import type { Pod } from '@/server/kube/types';
import type { RecommendedContainerResources, RecommendedPodResources } from '@/server/kube/vpa-types';
import type { WatchCache } from '@/server/kube/watch-cache';
import type { VpaRecord } from '../books/vpa-record';
import type { PodFeed } from '../feeds/pod-feed';
import type { Quality } from '../quality';
import type { Knowledge } from '../recommend/recommending';
import type { HistoryPoint, ResourceView } from '.';
import { type ContainerInPod, resourceView } from './resource-view';

/** The recommendation of one container in a status. */
export function recommendedFor(
  recommendation: RecommendedPodResources | undefined,
  container: string,
): RecommendedContainerResources | undefined {
  return recommendation?.containerRecommendations?.find((one) => one.containerName === container);
}

/** One container in each pod that has it. */
export function instancesOf(
  container: string,
  knowledge: Pick<Knowledge, 'pods'>,
  pods: WatchCache<Pod>,
  feed: PodFeed,
): ContainerInPod[] {
  return knowledge.pods
    .filter((pod) => pod.containers.includes(container))
    .map(({ namespace, name }) => ({
      container: pods.get(namespace, name)?.spec.containers.find((one) => one.name === container),
      usage: feed.usageOf(namespace, name, container),
    }));
}

function pointOf({ target, lowerBound, upperBound, request, usage }: ResourceView) {
  return { target, lowerBound, upperBound, request: request?.max, usage: usage?.mean };
}

/** Adds the findings of each pass to the recent past of every container. */
export class RecentPast {
  constructor(
    private readonly pods: WatchCache<Pod>,
    private readonly feed: PodFeed,
    private readonly quality: Quality,
  ) {}

  /** @param before the recommendation before this pass */
  add(
    record: VpaRecord,
    knowledge: Knowledge,
    before: RecommendedPodResources | undefined,
    nowMs: number,
  ): void {
    for (const [container, learned] of record.containers) {
      const recommended = recommendedFor(record.recommendation, container);
      const instances = instancesOf(container, knowledge, this.pods, this.feed);
      const point: HistoryPoint = {
        atMs: nowMs,
        confidence: learned.confidence,
        cpu: pointOf(resourceView('cpu', instances, recommended)),
        memory: pointOf(resourceView('memory', instances, recommended)),
      };
      const sinceMs = learned.history.lastMs ?? 0;
      learned.history.add(point);
      this.quality.observeUsage(record, instances, recommended, sinceMs);
      this.quality.observeChange(
        record,
        recommendedFor(before, container),
        recommended,
        knowledge.pods.length,
      );
    }
    this.quality.observeFirst(record, before, nowMs);
  }
}
