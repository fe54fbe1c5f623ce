import { recommenderAskedBy } from '@/server/decide/pods/serving-recommender';
import type { WatchCache } from '@/server/kube/watch-cache';
import type { ClusterState } from '@/server/model/cluster-state';
import { nearestRank } from '@/server/model/nearest-rank';
import { sizedContainer } from '@/server/objects/sized-containers';
import type { Container, Pod } from '@/server/objects/types';
import type { Resource } from '@/server/objects/units';
import type { RecommendedContainerResources, RecommendedPodResources } from '@/server/objects/vpa-types';
import type { KeptAmounts, SeriesKey, SeriesPoint } from '@/server/store';
import type { Quality } from '../quality';
import type { Knowledge } from '../recommend/recommending';
import type { ServedVpa } from '../vpas/served-vpa';
import { asCapped, type CappedForPods } from './capped';
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
  state: Pick<ClusterState, 'usageOf'>,
): ContainerInPod[] {
  return knowledge.pods
    .filter((pod) => pod.containers.includes(container))
    .map(({ namespace, name }) => ({
      container: containerOf(pods.get(namespace, name), container),
      usage: state.usageOf(namespace, name, container),
    }));
}

function containerOf(pod: Pod | undefined, name: string): Container | undefined {
  return pod && sizedContainer(pod.spec, name);
}

/** Takes the findings of each pass about a container; returns at once and never fails. */
export interface PastKeeper {
  add(key: SeriesKey, recommender: string, point: SeriesPoint): void;
}

/** Passes on the findings of each pass, to be stored and measured. */
export class RecentPast {
  constructor(
    private readonly pods: WatchCache<Pod>,
    private readonly state: Pick<ClusterState, 'usageOf'>,
    private readonly quality: Quality,
    private readonly keeper: PastKeeper,
    /** What pods are held to, by container; undefined where nothing caps what is recommended. */
    private readonly capsOf: (
      served: ServedVpa,
      knowledge: Knowledge,
    ) => ReadonlyMap<string, CappedForPods> | undefined,
  ) {}

  /** @param before the recommendation before this pass */
  add(
    served: ServedVpa,
    knowledge: Knowledge,
    before: RecommendedPodResources | undefined,
    nowMs: number,
  ): void {
    const capped = this.capsOf(served, knowledge);
    for (const [container, learned] of served.containers) {
      const recommended = recommendedFor(served.recommendation, container);
      const instances = instancesOf(container, knowledge, this.pods, this.state);
      const { namespace, name: vpa } = served;
      this.keeper.add(
        { namespace, vpa, container },
        served.studies?.chosen?.name ?? recommenderAskedBy(served.vpa),
        {
          atMs: nowMs,
          confidence: learned.confidence,
          replicas: instances.length,
          cpu: keptAmounts('cpu', instances, recommended, capped?.get(container)),
          memory: keptAmounts('memory', instances, recommended, capped?.get(container)),
        },
      );
      this.quality.observeUsage(served, instances, recommended, learned.comparedMs);
      learned.comparedMs = nowMs;
      this.quality.observeChange(
        served,
        recommendedFor(before, container),
        recommended,
        knowledge.pods.length,
      );
    }
    this.quality.observeFirst(served, before, nowMs);
  }
}

const P95 = 0.95;

function keptAmounts(
  resource: Resource,
  instances: readonly ContainerInPod[],
  recommended: RecommendedContainerResources | undefined,
  capped: CappedForPods | undefined,
): KeptAmounts {
  const view = asCapped(resourceView(resource, instances, recommended), resource, capped);
  const { target, lowerBound, upperBound, uncappedTarget, request, limit, usage, ownLimit } = view;
  return {
    target,
    lowerBound,
    upperBound,
    uncappedTarget,
    request: request?.max,
    limit: limit?.max,
    ...(ownLimit && { limitTarget: ownLimit.target }),
    usageMean: usage?.mean,
    usageP95: usage && p95Of(resource, instances),
    usageMax: usage?.max,
  };
}

function p95Of(resource: Resource, instances: readonly ContainerInPod[]): number | undefined {
  const used: number[] = [];
  for (const { usage } of instances) {
    const amount = resource === 'cpu' ? usage?.cpuMillicores : usage?.memoryBytes;
    if (amount !== undefined) used.push(amount);
  }
  used.sort((a, b) => a - b);
  return nearestRank(used, P95);
}
