import { type Config, defaultConfig } from '@/server/config';
import { estimatorOf } from '@/server/decide/estimators';
import type { ChosenEstimator } from '@/server/decide/estimators/estimator';
import { readContainerPolicies } from '@/server/decide/pods/container-policy';
import { ClusterState } from '@/server/model/cluster-state';
import { amountsFrom, compareQuantities, parseQuantity } from '@/server/objects/quantity';
import { selectorFrom } from '@/server/objects/selector';
import type { ResourceList } from '@/server/objects/types';
import type { RecommendedPodResources, VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { type CheckpointStatus, encodeCheckpoint } from '@/server/recommender/checkpoints/checkpoint-codec';
import { postProcessingFrom } from '@/server/recommender/recommend/post-process';
import { recommend, toStatus } from '@/server/recommender/recommend/recommendation';
import { historyOverridesOf } from '@/server/recommender/vpas/policy-overrides';
import { checkCheckpoint } from './check-histogram';
import { type Checker, Difference, expectSame, namedCases } from './checker';

type RecommenderEvent =
  | { type: 'pod'; pod: string; labels: Record<string, string>; phase: string }
  | { type: 'container'; pod: string; container: string; requests: ResourceList }
  | {
      type: 'sample';
      pod: string;
      container: string;
      resource: 'cpu' | 'memory';
      cpuMillicores?: number;
      memoryBytes?: number;
      time: string;
      accepted: boolean;
    }
  | { type: 'oom'; pod: string; container: string; memoryBytes: number; time: string; accepted: boolean }
  | { type: 'deletePod'; pod: string }
  | { type: 'recommend'; expect: RecommendedPodResources | null }
  | { type: 'checkpoint'; expect: Record<string, CheckpointStatus> };

interface RecommenderCase {
  name: string;
  config: Record<string, number | string | boolean>;
  vpa: VerticalPodAutoscaler;
  events: RecommenderEvent[];
}

const NAMESPACE = 'ns';
const SELECTOR = selectorFrom({ matchLabels: { app: 'web' } });

/** Our settings for those of the vector, which have the reference's names and units. */
function configFrom(given: RecommenderCase['config']): Config {
  const number = (name: string, fallback: number, scale = 1) =>
    given[name] === undefined ? fallback : Number(given[name]) * scale;
  const text = (name: string) => (given[name] === undefined ? '' : String(given[name]));
  const config = defaultConfig();
  return {
    ...config,
    recommendationMarginFraction: number('safetyMarginFraction', config.recommendationMarginFraction),
    podRecommendationMinCpuMillicores: number(
      'podMinCpuMillicores',
      config.podRecommendationMinCpuMillicores,
    ),
    podRecommendationMinMemoryMb: number('podMinMemoryMb', config.podRecommendationMinMemoryMb),
    targetCpuPercentile: number('targetCpuPercentile', config.targetCpuPercentile),
    targetMemoryPercentile: number('targetMemoryPercentile', config.targetMemoryPercentile),
    recommendationLowerBoundCpuPercentile: number(
      'lowerBoundCpuPercentile',
      config.recommendationLowerBoundCpuPercentile,
    ),
    recommendationUpperBoundCpuPercentile: number(
      'upperBoundCpuPercentile',
      config.recommendationUpperBoundCpuPercentile,
    ),
    recommendationLowerBoundMemoryPercentile: number(
      'lowerBoundMemoryPercentile',
      config.recommendationLowerBoundMemoryPercentile,
    ),
    recommendationUpperBoundMemoryPercentile: number(
      'upperBoundMemoryPercentile',
      config.recommendationUpperBoundMemoryPercentile,
    ),
    confidenceIntervalCpuMs: number('confidenceIntervalCpuSeconds', config.confidenceIntervalCpuMs, 1000),
    confidenceIntervalMemoryMs: number(
      'confidenceIntervalMemorySeconds',
      config.confidenceIntervalMemoryMs,
      1000,
    ),
    cpuHistogramDecayHalfLifeMs: number(
      'cpuHistogramDecayHalfLifeSeconds',
      config.cpuHistogramDecayHalfLifeMs,
      1000,
    ),
    memoryHistogramDecayHalfLifeMs: number(
      'memoryHistogramDecayHalfLifeSeconds',
      config.memoryHistogramDecayHalfLifeMs,
      1000,
    ),
    memoryAggregationIntervalMs: number(
      'memoryAggregationIntervalSeconds',
      config.memoryAggregationIntervalMs,
      1000,
    ),
    memoryAggregationIntervalCount: number(
      'memoryAggregationIntervalCount',
      config.memoryAggregationIntervalCount,
    ),
    oomBumpUpRatio: number('oomBumpUpRatio', config.oomBumpUpRatio),
    oomMinBumpUpBytes: number('oomMinBumpUpBytes', config.oomMinBumpUpBytes),
    countZeroMemory: true,
    minimumWithoutSamples: true,
    lastBucketStart: true,
    roundCpuMillicores: number('roundCpuMillicores', config.roundCpuMillicores),
    roundMemoryBytes: number('roundMemoryBytes', config.roundMemoryBytes),
    cpuIntegerPostProcessorEnabled: given.cpuIntegerPostProcessorEnabled === true,
    containerRecommendationMaxAllowedCpu: text('containerRecommendationMaxAllowedCpu'),
    containerRecommendationMaxAllowedMemory: text('containerRecommendationMaxAllowedMemory'),
  };
}

class Replay {
  private readonly config: Config;
  private readonly estimator: ChosenEstimator;
  private readonly state: ClusterState;
  private readonly pods = new Map<string, Parameters<ClusterState['setPod']>[0]>();

  constructor(private readonly vector: RecommenderCase) {
    this.config = configFrom(vector.config);
    this.estimator = estimatorOf('percentile', this.config);
    this.state = new ClusterState(this.config, this.estimator.learning);
    this.state.setVpa({
      namespace: NAMESPACE,
      name: vector.vpa.metadata.name,
      selector: SELECTOR,
      overridesOf: historyOverridesOf(vector.vpa),
    });
  }

  apply(event: RecommenderEvent, where: string): void {
    switch (event.type) {
      case 'pod': {
        const containers = this.pods.get(event.pod)?.containers ?? [];
        this.setPod({
          namespace: NAMESPACE,
          name: event.pod,
          labels: event.labels,
          phase: event.phase,
          containers,
        });
        break;
      }
      case 'container': {
        const pod = this.pods.get(event.pod);
        if (!pod) throw new Difference(where, 'a known pod', event.pod);
        const container = { name: event.container, requests: amountsFrom(event.requests) };
        const others = pod.containers.filter(({ name }) => name !== container.name);
        this.setPod({ ...pod, containers: [...others, container] });
        break;
      }
      case 'sample': {
        const ref = { namespace: NAMESPACE, pod: event.pod, container: event.container };
        const timeMs = Date.parse(event.time);
        const outcome =
          event.resource === 'cpu'
            ? this.state.addCpuSample(ref, timeMs, event.cpuMillicores ?? 0)
            : this.state.addMemorySample(ref, timeMs, event.memoryBytes ?? 0);
        expectSame(`${where}.accepted`, event.accepted, outcome === 'accepted');
        break;
      }
      case 'oom': {
        const ref = { namespace: NAMESPACE, pod: event.pod, container: event.container };
        const outcome = this.state.recordOom(ref, Date.parse(event.time), event.memoryBytes);
        expectSame(`${where}.accepted`, event.accepted, outcome === 'accepted');
        break;
      }
      case 'deletePod':
        this.pods.delete(event.pod);
        this.state.deletePod(NAMESPACE, event.pod);
        break;
      case 'recommend':
        this.checkRecommendation(event.expect, where);
        break;
      case 'checkpoint':
        this.checkCheckpoints(event.expect, where);
        break;
      default:
        throw new Difference(where, 'a known event', event);
    }
  }

  private setPod(pod: Parameters<ClusterState['setPod']>[0]): void {
    this.pods.set(pod.name, pod);
    this.state.setPod(pod);
  }

  private aggregates() {
    return this.state.aggregatesOf(NAMESPACE, this.vector.vpa.metadata.name);
  }

  private checkRecommendation(expected: RecommendedPodResources | null, where: string): void {
    const actual = recommend(this.aggregates(), {
      estimator: this.estimator,
      processing: postProcessingFrom(this.config),
      policies: readContainerPolicies(this.vector.vpa.spec.resourcePolicy),
      annotations: this.vector.vpa.metadata.annotations,
    }).map(toStatus);
    const wanted = expected?.containerRecommendations ?? [];
    expectSame(
      `${where} containers`,
      wanted.map((one) => one.containerName).join(),
      actual.map((one) => one.containerName).join(),
    );
    for (const [index, container] of wanted.entries())
      for (const bound of ['target', 'lowerBound', 'upperBound', 'uncappedTarget'] as const)
        checkAmounts(
          `${where} ${container.containerName}.${bound}`,
          container[bound] ?? {},
          actual[index]?.[bound] ?? {},
        );
  }

  private checkCheckpoints(expected: Record<string, CheckpointStatus>, where: string): void {
    const aggregates = this.aggregates();
    expectSame(
      `${where} containers`,
      Object.keys(expected).sort().join(),
      [...aggregates.keys()].sort().join(),
    );
    for (const [container, aggregate] of aggregates) {
      const wanted = expected[container] ?? {};
      const actual = encodeCheckpoint(aggregate, 0, this.estimator);
      const place = `${where} ${container}`;
      expectSame(`${place}.version`, wanted.version, actual.version);
      expectSame(`${place}.firstSampleStart`, wanted.firstSampleStart ?? null, actual.firstSampleStart);
      expectSame(`${place}.lastSampleStart`, wanted.lastSampleStart ?? null, actual.lastSampleStart);
      expectSame(`${place}.totalSamplesCount`, wanted.totalSamplesCount ?? 0, actual.totalSamplesCount);
      checkCheckpoint(`${place}.cpuHistogram`, wanted.cpuHistogram ?? {}, actual.cpuHistogram ?? {});
      checkCheckpoint(`${place}.memoryHistogram`, wanted.memoryHistogram ?? {}, actual.memoryHistogram ?? {});
    }
  }
}

function checkAmounts(where: string, expected: ResourceList, actual: ResourceList): void {
  for (const resource of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
    const wanted = expected[resource];
    const found = actual[resource];
    const same =
      wanted !== undefined &&
      found !== undefined &&
      compareQuantities(parseQuantity(wanted), parseQuantity(found)) === 0;
    if (!same) throw new Difference(`${where}.${resource}`, wanted, found);
  }
}

export const recommenderChecker: Checker<RecommenderCase> = {
  file: 'recommender',
  cases: namedCases,
  check(vector) {
    const replay = new Replay(vector);
    for (const [index, event] of vector.events.entries())
      replay.apply(event, `events[${index}] ${event.type}`);
  },
};
