import { estimatorOf } from '@/server/estimators';
import { confidenceOf } from '@/server/estimators/confidence';
import type { Pod } from '@/server/kube/types';
import type { VerticalPodAutoscaler } from '@/server/kube/vpa-types';
import type { ContainerAggregate } from '@/server/model/aggregate';
import { ClusterState } from '@/server/model/cluster-state';
import { amountsFrom } from '@/server/model/quantity';
import { selectorFrom } from '@/server/model/selector';
import { RESOURCES, type Resource } from '@/server/model/units';
import { historyOverridesOf } from '@/server/recommender/books/policy-overrides';
import { Choices } from '@/server/recommender/recommend/choices';
import type { NamedRecommendation } from '@/server/recommender/recommend/post-process';
import { type RecommendationRules, recommend, toStatus } from '@/server/recommender/recommend/recommendation';
import { Recommending } from '@/server/recommender/recommend/recommending';
import { Studies } from '@/server/recommender/recommend/studies';
import type { RecommenderSettings } from '@/server/recommender/settings';
import { amountsDriftOnly } from '@/server/recommender/status/amount-drift';

/** Below an hour of a day's history the status says so, which writes it once more. */
const LOW_CONFIDENCE = 1 / 24;
const GARBAGE_EVERY_MS = 3_600_000;

/** What the pods request, by container. */
type Requests = Readonly<Record<Resource, ReadonlyMap<string, readonly number[]>>>;
const NO_REQUESTS: readonly number[] = [];

/** The recommender of one VPA in a replay, made of the parts of the live one. */
export class ReplayRecommending {
  /** Why the parameters of the VPA cannot be used. */
  readonly faults: readonly string[];
  readonly state: ClusterState;
  /** With the status as last written. */
  vpa: VerticalPodAutoscaler;
  /** From the first sample to the last, of the container that has most. */
  sampledMs = 0;
  private readonly recommending: Recommending;
  private readonly studies: Studies;
  private readonly usual;
  private requests: Requests = { cpu: new Map(), memory: new Map() };
  private readonly own: VerticalPodAutoscaler;
  private rules: RecommendationRules | undefined;
  private written: readonly NamedRecommendation[] | undefined;
  private writtenLow = 0;
  private podNames: readonly string[] = [];
  private nowMs = 0;
  private nextGarbageMs = 0;

  constructor(
    private readonly config: RecommenderSettings,
    vpa: VerticalPodAutoscaler,
    labels: Readonly<Record<string, string>>,
  ) {
    this.vpa = vpa;
    this.own = vpa;
    const { namespace = '', name } = vpa.metadata;
    this.usual = estimatorOf('percentile', config);
    this.state = new ClusterState(config, this.usual.learning);
    this.studies = new Studies({ now: () => this.nowMs });
    const choice = new Choices(config, this.usual).of(vpa);
    this.faults = choice.faults;
    this.studies.choose(choice);
    this.state.setVpa({
      namespace,
      name,
      selector: selectorFrom({ matchLabels: { ...labels } }),
      overridesOf: config.featurePerVpaConfig ? historyOverridesOf(vpa) : undefined,
      observer: this.studies.chosen && this.studies,
    });
    this.recommending = new Recommending(
      config,
      this.usual,
      this.state,
      () => undefined,
      () => this.studies,
    );
  }

  advanceTo(nowMs: number): void {
    this.nowMs = nowMs;
    this.state.advanceTo(nowMs);
  }

  setPods(pods: readonly Pod[]): void {
    const requests = { cpu: new Map<string, number[]>(), memory: new Map<string, number[]>() };
    for (const { metadata, spec, status } of pods) {
      const containers = spec.containers.map(({ name, resources }) => ({
        name,
        requests: amountsFrom(resources?.requests),
      }));
      for (const { name, requests: own } of containers)
        for (const resource of RESOURCES) {
          const amount = own[resource];
          const known = requests[resource].get(name) ?? [];
          if (amount !== undefined) requests[resource].set(name, [...known, amount]);
        }
      const { namespace = '', name, labels = {} } = metadata;
      this.state.setPod({ namespace, name, labels, phase: status?.phase ?? 'Pending', containers });
    }
    this.requests = requests;
    const names = pods.map(({ metadata }) => metadata.name);
    const { namespace = '' } = this.vpa.metadata;
    for (const gone of this.podNames) if (!names.includes(gone)) this.state.deletePod(namespace, gone);
    this.podNames = names;
  }

  /** One pass. @returns what was written to the status, if it had to be @throws PolicyError */
  pass(nowMs: number): readonly NamedRecommendation[] | undefined {
    this.advanceTo(nowMs);
    const { namespace = '', name } = this.vpa.metadata;
    const aggregates = sampled(this.state.aggregatesOf(namespace, name));
    this.studies.begin(aggregates);
    this.collectGarbage(nowMs);
    if (aggregates.size === 0) return undefined;
    const next = recommend(aggregates, this.rulesNow());
    const low = this.lowConfidence(aggregates);
    const isKept =
      this.written !== undefined &&
      low === this.writtenLow &&
      amountsDriftOnly(this.written, next, this.requested);
    if (isKept) return undefined;
    this.written = next;
    this.writtenLow = low;
    this.vpa = {
      ...this.vpa,
      status: {
        ...this.vpa.status,
        recommendation: { containerRecommendations: next.map(toStatus) },
      },
    };
    return next;
  }

  private readonly requested = (container: string, resource: Resource): readonly number[] =>
    this.requests[resource].get(container) ?? NO_REQUESTS;

  /** A chosen recommender depends on the time; the rest stays the same. */
  private rulesNow(): RecommendationRules {
    if (!this.rules || this.studies.chosen) this.rules = this.recommending.rulesOf(this.own);
    return this.rules;
  }

  /** Counts the containers with little history, as the condition names them. */
  private lowConfidence(aggregates: ReadonlyMap<string, ContainerAggregate>): number {
    let low = 0;
    this.sampledMs = 0;
    for (const aggregate of aggregates.values()) {
      const { firstSampleMs = 0, lastSampleMs = 0 } = aggregate;
      this.sampledMs = Math.max(this.sampledMs, lastSampleMs - firstSampleMs);
      if (confidenceOf(aggregate, this.config.confidenceIntervalCpuMs) < LOW_CONFIDENCE) low++;
    }
    return low;
  }

  private collectGarbage(nowMs: number): void {
    if (nowMs < this.nextGarbageMs) return;
    this.nextGarbageMs = nowMs + GARBAGE_EVERY_MS;
    this.state.collectGarbage(nowMs, {
      isLive: (namespace, labels) => this.state.matchesAnyVpa(namespace, labels),
      canReturn: () => true,
    });
  }
}

/** Without the containers of which nothing was measured yet; in a replay, none ever leaves. */
function sampled(
  aggregates: ReadonlyMap<string, ContainerAggregate>,
): ReadonlyMap<string, ContainerAggregate> {
  for (const { sampleCount } of aggregates.values())
    if (sampleCount === 0) return new Map([...aggregates].filter(([, own]) => own.sampleCount > 0));
  return aggregates;
}
