import type { BoundAmounts, ChosenEstimator } from '@/server/decide/estimators/estimator';
import { highestCpu } from '@/server/decide/estimators/percentile/highest';
import { memoryFollowedBy } from '@/server/decide/features/memory-follows/follows-heap';
import { type ContainerPolicies, readContainerPolicies } from '@/server/decide/pods/container-policy';
import { withLimitModes } from '@/server/decide/pods/limit-modes';
import { podLevelPolicy } from '@/server/decide/pods/pod-level/stated';
import { type ContainerAggregate, isUnmeasured } from '@/server/model/aggregate';
import type { ClusterState } from '@/server/model/cluster-state';
import type { PodState } from '@/server/model/cluster-types';
import { isSidecarKey, nameInKey } from '@/server/objects/container-key';
import { isFinished } from '@/server/objects/pod-phase';
import { cpuFrom, formatCpu } from '@/server/objects/quantity';
import type { Selector } from '@/server/objects/selector';
import { isOnPodGroup } from '@/server/objects/target-key';
import type {
  RecommendedContainerResources,
  RecommendedPodResources,
  VerticalPodAutoscaler,
} from '@/server/objects/vpa-types';
import { WHOLE_POD } from '@/server/objects/whole-pod';
import { ofKey } from '../../lib/memo/of-key';
import type { RecommenderSettings } from '../settings';
import type { Heap } from '../signals/heap';
import { type StorageEstimates, withStorage } from '../signals/storage-recommendation';
import type { Choices } from './choices';
import { followingHeap, followingRss } from './following-heap';
import { withFormerAmounts } from './former-amounts';
import type { Leaks } from './leaks';
import { mayLimitApart, withLimitsAsOne } from './limits-apart';
import type { PodCapacity } from './node-capacity';
import {
  type NamedRecommendation,
  type PostProcessing,
  postProcessingFrom,
  withMinimum,
} from './post-process';
import {
  type EstimationRules,
  type RecommendationRules,
  recommend,
  toStatus,
  withoutSamples,
} from './recommendation';
import type { Studies } from './studies';

/** A VPA's containers at one moment. */
export interface Knowledge {
  /** Pods that have not ended: ended ones do not show which containers a workload has. */
  pods: PodState[];
  liveContainers: ReadonlySet<string>;
  /** Those whose usage as native sidecars counts; a container of the name in other pods is none of them. */
  sidecars: ReadonlySet<string>;
  /** Per container with samples or OOM kills; if pods live, only the containers they have. */
  aggregates: ReadonlyMap<string, ContainerAggregate>;
  /** What its containers used together, of pods that state resources as a whole; absent without samples. */
  wholePod?: ContainerAggregate;
}

const NO_STORAGE: StorageEstimates = () => undefined;

/** Where `Recommending` takes what counts for a VPA from; namespace and name are those of the VPA. */
export interface RecommendingParts {
  config: RecommenderSettings;
  estimator: ChosenEstimator;
  state: ClusterState;
  /** Where the pods of the VPA of a name in the model may run, if that matters. */
  capacityOf?(namespace: string, name: string): PodCapacity | undefined;
  /** What the recommender that a VPA chose keeps of it. */
  studiesOf?(namespace: string, name: string): Studies | undefined;
  choices?: Pick<Choices, 'of'>;
  /** Ephemeral storage, for VPAs that ask for it. */
  storage?: StorageEstimates;
  leaksOf?(namespace: string, name: string): Leaks | undefined;
  heapOf?(namespace: string, name: string, container: string): Heap | undefined;
  /** Memory without page cache of its containers, with the usual margin. */
  rssOf?(namespace: string, name: string, container: string): BoundAmounts | undefined;
}

/**
 * The recommendation with the most CPU that each container was seen to use, where that is more than its target. Not
 * where starts are boosted: what is used then is no measure of what comes after.
 */
function withSeenCpu(
  recommendation: RecommendedPodResources | undefined,
  { spec }: Pick<VerticalPodAutoscaler, 'spec'>,
  aggregates: ReadonlyMap<string, ContainerAggregate>,
): RecommendedPodResources | undefined {
  const all = recommendation?.containerRecommendations;
  const boosts =
    spec.startupBoost ?? spec.resourcePolicy?.containerPolicies?.some(({ startupBoost }) => startupBoost);
  if (!all || boosts) return recommendation;
  return {
    ...recommendation,
    containerRecommendations: all.map((own) => {
      const history = aggregates.get(own.containerName);
      const seen = history && highestCpu(history);
      const target = own.target.cpu;
      if (seen === undefined || target === undefined || seen <= cpuFrom(target)) return own;
      return { ...own, seenCpu: formatCpu(seen) };
    }),
  };
}

/** Makes a recommendation from what the model knows of a VPA; used by passes, admission and pages. */
export class Recommending {
  private readonly processing: PostProcessing;
  private readonly policies = new WeakMap<VerticalPodAutoscaler, ContainerPolicies>();

  constructor(private readonly parts: RecommendingParts) {
    this.processing = postProcessingFrom(parts.config);
  }

  /** @throws PolicyError if the policy cannot be used and no `policies` are given instead */
  rulesOf(
    vpa: VerticalPodAutoscaler,
    policies = this.policiesOf(vpa),
    studies = this.parts.studiesOf?.(vpa.metadata.namespace ?? '', vpa.metadata.name),
  ): RecommendationRules {
    return {
      ...this.estimationOf(vpa, policies, studies),
      annotations: vpa.metadata.annotations,
      capacity: this.parts.capacityOf?.(vpa.metadata.namespace ?? '', vpa.metadata.name),
      ...(isOnPodGroup(vpa) && { pods: this.kindsOfPods(vpa.metadata) }),
    };
  }

  /** @throws PolicyError if the policy cannot be used and no `policies` are given instead */
  estimationOf(
    vpa: VerticalPodAutoscaler,
    policies = this.policiesOf(vpa),
    studies = this.parts.studiesOf?.(vpa.metadata.namespace ?? '', vpa.metadata.name),
  ): EstimationRules {
    const minimum = studies?.chosen?.parameters.podMinimum;
    const leaks = this.parts.leaksOf?.(vpa.metadata.namespace ?? '', vpa.metadata.name);
    const chosen = studies?.chosen ? studies.estimator(this.parts.estimator) : this.parts.estimator;
    const own = mayLimitApart(vpa) ? chosen : withLimitsAsOne(chosen);
    const estimator = this.following(vpa, own);
    return {
      estimator: leaks?.holding(estimator, mayLimitApart(vpa)) ?? estimator,
      processing: minimum ? withMinimum(this.processing, minimum) : this.processing,
      policies,
    };
  }

  private following(vpa: VerticalPodAutoscaler, own: Pick<ChosenEstimator, 'estimate' | 'explain'>) {
    const { namespace = '', name } = vpa.metadata;
    const { heapOf, rssOf } = this.parts;
    switch (memoryFollowedBy(vpa)) {
      case 'heap':
        return followingHeap(own, (container) => heapOf?.(namespace, name, container));
      case 'rss':
        return followingRss(own, (container) => rssOf?.(namespace, name, container));
      case 'usage':
        return own;
    }
  }

  /** The containers of each kind of pod that a VPA has now; undefined without pods. */
  private kindsOfPods({
    namespace = '',
    name,
  }: VerticalPodAutoscaler['metadata']): RecommendationRules['pods'] {
    const kinds = new Map<string, readonly string[]>();
    for (const { phase, containers } of this.parts.state.podsOfVpa(namespace, name))
      if (!isFinished(phase))
        kinds.set(
          containers.join(' '),
          containers.filter((container) => container !== WHOLE_POD),
        );
    return kinds.size > 0 ? [...kinds.values()] : undefined;
  }

  /** @throws PolicyError if the policy cannot be used */
  policiesOf(vpa: VerticalPodAutoscaler): ContainerPolicies {
    return ofKey(this.policies, vpa, () =>
      withLimitModes(readContainerPolicies(vpa.spec.resourcePolicy), vpa),
    );
  }

  knowledgeOf(namespace: string, name: string): Knowledge {
    return knowledgeFrom(
      this.parts.state.podsOfVpa(namespace, name),
      this.parts.state.aggregatesOf(namespace, name),
    );
  }

  knowledgeOfSelected(namespace: string, selector: Selector): Knowledge {
    const { pods, aggregates } = this.parts.state.selected(namespace, selector);
    return knowledgeFrom(pods, aggregates);
  }

  /** Undefined if no container has one. @throws PolicyError if the policy cannot be used */
  recommendationFrom(
    vpa: VerticalPodAutoscaler,
    { aggregates }: Knowledge,
    rules = this.rulesOf(vpa),
  ): RecommendedPodResources | undefined {
    const own = this.withSeen(statusFrom(recommend(aggregates, rules)), vpa, aggregates);
    return withStorage(own, vpa, this.parts.storage ?? NO_STORAGE);
  }

  /**
   * The same recommendation, with what was recommended before for resources of which there is no sample now.
   * @throws PolicyError if the policy cannot be used
   */
  withFormer(
    vpa: VerticalPodAutoscaler,
    recommendation: RecommendedPodResources | undefined,
    former: RecommendedPodResources | undefined,
    { aggregates }: Knowledge,
    rules = this.rulesOf(vpa),
  ): RecommendedPodResources | undefined {
    const unknown = withoutSamples(aggregates, rules);
    if (unknown.size === 0 || !former) return recommendation;
    const processing = { ...rules.processing, minimumWithoutSamples: true };
    const minimum = statusFrom(recommend(aggregates, { ...rules, processing }));
    return withFormerAmounts(recommendation, former, unknown, minimum);
  }

  /**
   * For a pod as a whole, by what its containers use together; undefined unless the VPA asks for that and something is
   * known.
   */
  recommendationOfWhole(
    vpa: VerticalPodAutoscaler,
    { wholePod }: Pick<Knowledge, 'wholePod'>,
  ): RecommendedContainerResources | undefined {
    const policy = wholePod && podLevelPolicy(vpa);
    if (!wholePod || !policy) return undefined;
    const rules = this.rulesOf(vpa, new Map([[WHOLE_POD, policy]]));
    // The whole pod is on the node: nothing of it has to be left room besides.
    const capacity = rules.capacity && { ...rules.capacity, kinds: [] };
    const [own] = recommend(new Map([[WHOLE_POD, wholePod]]), { ...rules, capacity, pods: undefined });
    return own && toStatus(own);
  }

  /**
   * The same for a VPA that may differ from the one in the cluster: with the recommender that it chooses, which
   * begins as a change would begin it. @throws PolicyError if the policy cannot be used
   */
  recommendationUnder(
    vpa: VerticalPodAutoscaler,
    { aggregates }: Knowledge,
  ): RecommendedPodResources | undefined {
    const current = this.parts.studiesOf?.(vpa.metadata.namespace ?? '', vpa.metadata.name);
    const studies = this.parts.choices ? current?.under(this.parts.choices.of(vpa), aggregates) : current;
    const own = statusFrom(recommend(aggregates, this.rulesOf(vpa, this.policiesOf(vpa), studies)));
    return withStorage(this.withSeen(own, vpa, aggregates), vpa, this.parts.storage ?? NO_STORAGE);
  }

  /** The same with what was seen of CPU, if limits are not to fall below it. */
  withSeen(
    recommendation: RecommendedPodResources | undefined,
    vpa: VerticalPodAutoscaler,
    aggregates: Knowledge['aggregates'],
  ): RecommendedPodResources | undefined {
    return this.parts.config.cpuLimitsAboveSeen
      ? withSeenCpu(recommendation, vpa, aggregates)
      : recommendation;
  }

  /**
   * For a part of a VPA's pods, by what was learned of them alone and for nodes of their own.
   * @throws PolicyError if the policy cannot be used
   */
  recommendationOfGroup(
    vpa: VerticalPodAutoscaler,
    aggregates: ReadonlyMap<string, ContainerAggregate>,
    { studies, capacity }: { studies: Studies; capacity: PodCapacity | undefined },
  ): RecommendedPodResources | undefined {
    const own = this.parts.choices ? studies.under(this.parts.choices.of(vpa), aggregates) : studies;
    const rules = { ...this.rulesOf(vpa, this.policiesOf(vpa), own), capacity };
    return withStorage(statusFrom(recommend(aggregates, rules)), vpa, this.parts.storage ?? NO_STORAGE);
  }
}

function knowledgeFrom(all: Iterable<PodState>, learned: ReadonlyMap<string, ContainerAggregate>): Knowledge {
  const pods: PodState[] = [];
  const liveContainers = new Set<string>();
  const liveKeys = new Set<string>();
  for (const pod of all) {
    if (isFinished(pod.phase)) continue;
    pods.push(pod);
    for (const container of pod.containers) if (container !== WHOLE_POD) liveContainers.add(container);
    for (const key of pod.keys) liveKeys.add(key);
  }
  const aggregates = new Map<string, ContainerAggregate>();
  let wholePod: ContainerAggregate | undefined;
  for (const [key, aggregate] of learned) {
    if (isUnmeasured(aggregate) || (liveKeys.size > 0 && !liveKeys.has(key))) continue;
    if (key === WHOLE_POD) {
      wholePod = aggregate;
      continue;
    }
    const { container } = aggregate;
    if (isNewer(aggregate, aggregates.get(container))) aggregates.set(container, aggregate);
  }
  const sidecars = sidecarsIn(liveKeys, aggregates);
  return { pods, liveContainers, sidecars, aggregates, ...(wholePod && { wholePod }) };
}

/** Of a container that pods have as a sidecar and others as an ordinary one, the kind counts that began last. */
function isNewer(one: ContainerAggregate, other: ContainerAggregate | undefined): boolean {
  return !other || (one.firstSampleMs ?? 0) > (other.firstSampleMs ?? 0);
}

function sidecarsIn(
  liveKeys: ReadonlySet<string>,
  aggregates: ReadonlyMap<string, ContainerAggregate>,
): ReadonlySet<string> {
  const sidecars = new Set<string>();
  for (const key of liveKeys) if (isSidecarKey(key)) sidecars.add(nameInKey(key));
  for (const { container, isSidecar } of aggregates.values())
    if (isSidecar) sidecars.add(container);
    else sidecars.delete(container);
  return sidecars;
}

function statusFrom(recommendations: readonly NamedRecommendation[]): RecommendedPodResources | undefined {
  const containerRecommendations = recommendations.map(toStatus);
  return containerRecommendations.length > 0 ? { containerRecommendations } : undefined;
}
