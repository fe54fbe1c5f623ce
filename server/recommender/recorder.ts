import type { Pod } from '@/server/kube/types';
import type { RecommendedContainerResources, RecommendedPodResources } from '@/server/kube/vpa-types';
import type { WatchCache } from '@/server/kube/watch-cache';
import { RESOURCES } from '@/server/model/units';
import { updateModeOf } from '@/server/policy/controlling-vpa';
import type { RecommenderMetrics } from './metrics';
import type { PodFeed } from './pod-feed';
import type { Knowledge } from './recommending';
import { amountIn, type ContainerInPod, resourceView } from './resource-view';
import type { HistoryPoint, ResourceView } from './views';
import type { VpaRecord } from './vpa-record';

/** The recommendation of one container in a status. */
export function recommendedFor(
  recommendation: RecommendedPodResources | undefined,
  container: string,
): RecommendedContainerResources | undefined {
  return recommendation?.containerRecommendations?.find((one) => one.containerName === container);
}

/** One container in each of the pods that have it. */
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

/** Keeps the recent past of every container, and the metrics on how good the recommendations are. */
export class Recorder {
  private readonly firstSeen = new WeakSet<VpaRecord>();

  constructor(
    private readonly pods: WatchCache<Pod>,
    private readonly feed: PodFeed,
    private readonly metrics: RecommenderMetrics,
  ) {}

  /** @param before the recommendation until this pass */
  record(
    record: VpaRecord,
    knowledge: Knowledge,
    before: RecommendedPodResources | undefined,
    nowMs: number,
  ): void {
    const mode = updateModeOf(record.vpa);
    for (const [container, learned] of record.containers) {
      const recommended = recommendedFor(record.recommendation, container);
      const instances = instancesOf(container, knowledge, this.pods, this.feed);
      const cpu = resourceView('cpu', instances, recommended);
      const memory = resourceView('memory', instances, recommended);
      const point: HistoryPoint = {
        atMs: nowMs,
        confidence: learned.confidence,
        cpu: pointOf(cpu),
        memory: pointOf(memory),
      };
      const sinceMs = learned.history.lastMs ?? 0;
      learned.history.add(point);
      this.observeUsage(mode, instances, recommended, sinceMs);
      this.observeChange(mode, recommendedFor(before, container), recommended, knowledge.pods.length);
    }
    this.observeFirst(record, before, nowMs);
  }

  private observeUsage(
    mode: string,
    instances: readonly ContainerInPod[],
    recommended: RecommendedContainerResources | undefined,
    sinceMs: number,
  ): void {
    for (const resource of RESOURCES) {
      const target = amountIn(recommended?.target, resource);
      const labels = { update_mode: mode, resource };
      const compared = { update_mode: mode, resource, is_oom: 'false' };
      for (const { usage } of instances) {
        const amount = resource === 'cpu' ? usage?.cpuMillicores : usage?.memoryBytes;
        if (!usage || amount === undefined || usage.atMs < sinceMs) continue;
        if (target === undefined) this.metrics.usageWithoutRecommendation.inc(labels);
        else if (target > 0) this.metrics.usageDiffs.observe(compared, (amount - target) / target);
      }
    }
  }

  private observeChange(
    mode: string,
    before: RecommendedContainerResources | undefined,
    after: RecommendedContainerResources | undefined,
    pods: number,
  ): void {
    for (const resource of RESOURCES) {
      const former = amountIn(before?.target, resource);
      const target = amountIn(after?.target, resource);
      if (!former || target === undefined || target === former) continue;
      const size = String(pods > 0 ? Math.floor(Math.log2(pods)) : 0);
      this.metrics.recommendationChanges.observe(
        { update_mode: mode, resource, vpa_size_log2: size },
        (target - former) / former,
      );
    }
  }

  private observeFirst(record: VpaRecord, before: RecommendedPodResources | undefined, nowMs: number): void {
    if (this.firstSeen.has(record) || !record.recommendation) return;
    this.firstSeen.add(record);
    const createdMs = Date.parse(record.vpa.metadata.creationTimestamp ?? '');
    if (before || Number.isNaN(createdMs)) return;
    this.metrics.recommendationLatency.observe(Math.max(0, nowMs - createdMs) / 1000);
  }

  /** How many VPAs there are of each make, after a pass. */
  countVpas(records: readonly VpaRecord[]): void {
    const { vpaObjects } = this.metrics;
    vpaObjects.reset();
    for (const record of records)
      vpaObjects.inc({
        update_mode: updateModeOf(record.vpa),
        has_recommendation: String(record.recommendation !== undefined),
        api: 'v1',
        matches_pods: String(record.liveContainers.size > 0),
        unsupported_config: String(record.target.kind !== 'found' && record.target.kind !== 'pending'),
      });
  }
}
