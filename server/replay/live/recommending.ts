import { estimatorOf } from '@/server/decide/estimators';
import { confidenceOf } from '@/server/decide/estimators/confidence';
import type { Estimate } from '@/server/decide/estimators/estimator';
import { vpaRecommending } from '@/server/decide/pods/memory-limit/recommended';
import { type ContainerAggregate, isUnmeasured } from '@/server/model/aggregate';
import { ClusterState } from '@/server/model/cluster-state';
import { amountsFrom } from '@/server/objects/quantity';
import { selectorFrom } from '@/server/objects/selector';
import type { Pod } from '@/server/objects/types';
import { RESOURCES, type Resource } from '@/server/objects/units';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { Choices } from '@/server/recommender/recommend/choices';
import { Leaks } from '@/server/recommender/recommend/leaks';
import { mayLimitApart } from '@/server/recommender/recommend/limits-apart';
import type { NamedRecommendation } from '@/server/recommender/recommend/post-process';
import { type RecommendationRules, recommend, toStatus } from '@/server/recommender/recommend/recommendation';
import { Recommending } from '@/server/recommender/recommend/recommending';
import { Studies } from '@/server/recommender/recommend/studies';
import type { RecommenderSettings } from '@/server/recommender/settings';
import { amountsDriftOnly } from '@/server/recommender/status/amount-drift';
import { historyOverridesOf } from '@/server/recommender/vpas/policy-overrides';
import { livesOf } from '@/server/usage/lives';
import { KeptRange } from './kept-range';

/** Below an hour of a day's history the status says so, which writes it once more. */
const LOW_CONFIDENCE = 1 / 24;
const GARBAGE_EVERY_MS = 3_600_000;
/** How much further bounds are tried, as shares of them. */
const AHEAD = [0.04, 0.005];

/** What the pods request, by container. */
type Requests = Readonly<Record<Resource, ReadonlyMap<string, readonly number[]>>>;
const NO_REQUESTS: readonly number[] = [];

/** A container with the estimate of this pass, and those that leave the status as it is. */
interface Studied {
  readonly aggregate: ContainerAggregate;
  estimate: Estimate;
  readonly kept: KeptRange;
}

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
  private readonly leaks: Leaks;
  private readonly usual;
  private requests: Requests = { cpu: new Map(), memory: new Map() };
  private readonly own: VerticalPodAutoscaler;
  /** The live rules, for estimates that are already made. */
  private rules: RecommendationRules | undefined;
  private written: readonly NamedRecommendation[] | undefined;
  private writtenLow = 0;
  private seen: ReadonlyMap<string, ContainerAggregate> = new Map();
  private sampled = this.seen;
  private studied: readonly Studied[] = [];
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
    this.leaks = new Leaks(config, { now: () => this.nowMs });
    const choice = new Choices(config, this.usual).of(vpa);
    this.faults = choice.faults;
    this.studies.choose(choice);
    this.state.setVpa({
      namespace,
      name,
      selector: selectorFrom({ matchLabels: { ...labels } }),
      overridesOf: config.featurePerVpaConfig ? historyOverridesOf(vpa) : undefined,
      observer: {
        observe: (container, observation) => {
          this.leaks.observe(container, observation);
          this.studies.observe(container, observation);
        },
      },
    });
    this.recommending = new Recommending({
      config,
      estimator: this.usual,
      state: this.state,
      studiesOf: () => this.studies,
    });
  }

  advanceTo(nowMs: number): void {
    this.nowMs = nowMs;
    this.state.advanceTo(nowMs);
  }

  setPods(pods: readonly Pod[]): void {
    const requests = { cpu: new Map<string, number[]>(), memory: new Map<string, number[]>() };
    for (const pod of pods) {
      const { metadata, spec, status } = pod;
      const lives = livesOf(pod);
      const containers = spec.containers.map(({ name, resources }) => ({
        name,
        requests: amountsFrom(resources?.requests),
        memoryLimit: amountsFrom(resources?.limits).memory,
        life: lives.get(name),
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
    this.forgetKept();
    const names = pods.map(({ metadata }) => metadata.name);
    const { namespace = '' } = this.vpa.metadata;
    for (const gone of this.podNames) if (!names.includes(gone)) this.state.deletePod(namespace, gone);
    this.podNames = names;
  }

  /** One pass. @returns what was written to the status, if it had to be @throws PolicyError */
  pass(nowMs: number): readonly NamedRecommendation[] | undefined {
    this.advanceTo(nowMs);
    this.look();
    this.collectGarbage(nowMs);
    if (this.studied.length === 0) return undefined;
    const low = this.lowConfidence();
    const isKnown = this.estimate() && this.written !== undefined && low === this.writtenLow;
    if (isKnown) return undefined;
    const next = this.recommended();
    if (low === this.writtenLow && this.keepsStatus(next)) {
      this.widen();
      return undefined;
    }
    this.written = next;
    this.writtenLow = low;
    this.forgetKept();
    for (const { estimate, kept } of this.studied) kept.add(estimate);
    const recommendation = { containerRecommendations: next.map(toStatus) };
    this.vpa = vpaRecommending(
      this.own,
      this.recommending.withSeen(recommendation, this.own, this.sampled) ?? recommendation,
    );
    return next;
  }

  /** Which containers there are; those without any measurement do not count. In a replay, none ever leaves. */
  private look(): void {
    const { namespace = '', name } = this.vpa.metadata;
    const all = this.state.aggregatesOf(namespace, name);
    if (all === this.seen && this.studied.length === all.size) return;
    this.seen = all;
    this.sampled = new Map([...all].filter(([, aggregate]) => !isUnmeasured(aggregate)));
    this.studies.begin(this.sampled);
    this.studied = [...this.sampled.values()].map((aggregate) => ({
      aggregate,
      estimate: this.usual.estimate(aggregate),
      kept: new KeptRange(),
    }));
  }

  /** Estimates every container. @returns whether the status is known to stay as it is */
  private estimate(): boolean {
    const chosen = this.studies.chosen ? this.studies.estimator(this.usual) : this.usual;
    const estimator = this.leaks.holding(chosen, mayLimitApart(this.own));
    let isKept = true;
    for (const one of this.studied) {
      one.estimate = estimator.estimate(one.aggregate);
      isKept &&= one.kept.covers(one.estimate);
    }
    return isKept;
  }

  /** The recommendation from the estimates of this pass. */
  private recommended(): NamedRecommendation[] {
    this.rules ??= {
      ...this.recommending.rulesOf(this.own),
      estimator: { ...this.usual, estimate: this.estimateOf },
    };
    return recommend(this.sampled, this.rules);
  }

  private readonly estimateOf = (history: ContainerAggregate): Estimate =>
    this.studied.find(({ aggregate }) => aggregate === history)?.estimate ?? this.usual.estimate(history);

  private keepsStatus(next: readonly NamedRecommendation[]): boolean {
    return this.written !== undefined && amountsDriftOnly(this.written, next, this.requested);
  }

  /** The status stays: notes for which estimates it does, also for some to which the bounds are on their way. */
  private widen(): void {
    for (const one of this.studied) {
      const { estimate, kept } = one;
      for (const share of AHEAD) {
        one.estimate = kept.beyond(estimate, share);
        if (!this.keepsStatus(this.recommended())) continue;
        kept.add(one.estimate);
        break;
      }
      one.estimate = estimate;
      kept.add(estimate);
    }
  }

  private forgetKept(): void {
    for (const { kept } of this.studied) kept.forget();
  }

  private readonly requested = (container: string, resource: Resource): readonly number[] =>
    this.requests[resource].get(container) ?? NO_REQUESTS;

  /** Counts the containers with little history, as the condition names them. */
  private lowConfidence(): number {
    let low = 0;
    this.sampledMs = 0;
    for (const { aggregate } of this.studied) {
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
