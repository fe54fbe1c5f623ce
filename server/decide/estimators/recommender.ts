import type { z } from 'zod';
import type { ContainerAggregate } from '../../model/aggregate';
import type { Observation } from '../../model/observation';
import type { EstimationSettings } from '../settings';
import { RecentCrashes } from './crashes';
import { type ChosenEstimator, type Estimate, type SavedEvidence, SavedEvidenceError } from './estimator';
import type { EvidenceView } from './evidence';
import type { Explanation, HistogramView, StepRecorder } from './explanation';
import type { CommonParameters } from './parameters';
import { isAmount, objectIn } from './saved-values';
import { tracesOf } from './traces';

/** After a longer pause, a seed is worth more than what was kept. */
const LONGEST_PAUSE_MS = 3_600_000;

export interface Facts<Own> {
  /** What is kept of every container. */
  readonly history: ContainerAggregate;
  /** What the recommender kept for itself. */
  readonly own: Own;
  readonly nowMs: number;
  /** The reference's algorithm with the parameters of the whole cluster. */
  readonly usual: Pick<ChosenEstimator, 'estimate' | 'histograms'>;
}

/**
 * One way to recommend that a VPA can choose by name: pure functions of what it observed, its parameters and a
 * given time. To add one, write a folder that exports such an object and add it to `recommenders.ts`.
 */
export interface Recommender<Parameters extends CommonParameters, Own> {
  readonly name: string;
  /** For people who choose: one sentence. */
  readonly help: string;
  /** What it must see before it speaks for itself, one sentence; absent if it starts from what is known. */
  readonly patience?: string;
  readonly needs: 'histograms' | 'windows';
  readonly parameters: z.ZodType<Parameters>;
  /** What the settings of the whole cluster say, as input of `parameters`. */
  fromSettings(config: EstimationSettings): object;
  /** What parameters are that are not given, by those that are; absent if that does not depend on others. */
  presetOf?(given: Readonly<Record<string, unknown>>): object | undefined;
  /** What follows from how a VPA's pods are changed, and whether limits may be apart from requests, as input of `parameters`; absent if nothing does. */
  fromChanges?(changes: 'in-place' | 'by-eviction', limits?: 'apart' | 'in-proportion'): object;
  /**
   * How long requests rest between two changes in place, milliseconds, of a recommender that weighs what a change costs;
   * absent, or undefined, if the settings of the updater say so.
   */
  restMs?(parameters: Parameters): number | undefined;
  /** Starts from what is kept of every container, if given, so that a change of recommender loses nothing. */
  begin(parameters: Parameters, seed?: ContainerAggregate): Own;
  /** Costs O(buckets) per window of five minutes. */
  learn(own: Own, observation: Observation, parameters: Parameters): void;
  estimate(facts: Facts<Own>, parameters: Parameters, addStep?: StepRecorder): Estimate;
  histograms(facts: Facts<Own>, parameters: Parameters): HistogramView[];
  /** What it saw and weighed, to be drawn; absent if the histograms are all of it. */
  evidence?(facts: Facts<Own>, parameters: Parameters): EvidenceView;
  /** As plain JSON. */
  save(own: Own): SavedEvidence;
  /**
   * @param untilMs no evidence is younger, Unix ms
   * @throws SavedEvidenceError, also for evidence that other parameters have shaped
   */
  load(saved: SavedEvidence, parameters: Parameters, untilMs: number): Own;
}

/** What a chosen recommender keeps of one container, and what it concludes. */
export interface Study {
  observe(observation: Observation): void;
  estimate(history: ContainerAggregate, nowMs: number): Estimate;
  explain(history: ContainerAggregate, nowMs: number): Explanation;
  /** At most some 50 kB as JSON. */
  evidence(history: ContainerAggregate, nowMs: number): EvidenceView | undefined;
  save(): SavedEvidence;
}

/** A recommender with its parameters. */
export interface ChosenRecommender {
  readonly name: string;
  readonly parameters: CommonParameters;
  /** Whether it learns from usage in its order, so that the past can be lived through. */
  readonly livesThroughPast: boolean;
  begin(seed?: ContainerAggregate): Study;
  /**
   * @param atMs until when there were samples
   * @throws SavedEvidenceError, also for what would better begin anew with a seed
   */
  load(saved: SavedEvidence, atMs: number): Study;
}

/** @param usual the reference's algorithm, for what the recommender does not know yet */
export function withParameters<Parameters extends CommonParameters, Own>(
  recommender: Recommender<Parameters, Own>,
  parameters: Parameters,
  usual: Facts<Own>['usual'],
): ChosenRecommender {
  const studyOf = (own: Own, crashes: RecentCrashes, lastMs = Number.NEGATIVE_INFINITY) =>
    new OwnStudy(recommender, parameters, usual, own, crashes, lastMs);
  return {
    name: recommender.name,
    parameters,
    livesThroughPast: recommender.needs === 'windows',
    begin: (seed) => studyOf(recommender.begin(parameters, seed), new RecentCrashes()),
    load: (saved, atMs) => {
      if (saved.recommender !== recommender.name)
        throw new SavedEvidenceError('recommender', 'is another one');
      const lastMs = isAmount(saved.lastMs) ? saved.lastMs : Number.NEGATIVE_INFINITY;
      if (atMs - lastMs > LONGEST_PAUSE_MS) throw new SavedEvidenceError('lastMs', 'is too long ago');
      const untilMs = atMs + LONGEST_PAUSE_MS;
      if (lastMs > untilMs) throw new SavedEvidenceError('lastMs', 'is to come');
      const own = recommender.load(objectIn(saved.own, 'own'), parameters, untilMs);
      return studyOf(own, RecentCrashes.load(objectIn(saved.crashes, 'crashes'), untilMs), lastMs);
    },
  };
}

class OwnStudy<Parameters extends CommonParameters, Own> implements Study {
  constructor(
    private readonly recommender: Recommender<Parameters, Own>,
    private readonly parameters: Parameters,
    private readonly usual: Facts<Own>['usual'],
    private readonly own: Own,
    private readonly crashes: RecentCrashes,
    private lastMs: number,
  ) {}

  observe(observation: Observation): void {
    const { recommender, parameters, crashes } = this;
    const { kind, timeMs } = observation;
    if (kind === 'cpu' || kind === 'memory') this.lastMs = Math.max(this.lastMs, timeMs);
    crashes.observe(observation, parameters.crashes);
    recommender.learn(this.own, observation, parameters);
  }

  estimate(history: ContainerAggregate, nowMs: number, addStep?: StepRecorder): Estimate {
    const { recommender, parameters, crashes } = this;
    const estimate = recommender.estimate(this.factsAt(history, nowMs), parameters, addStep);
    return crashes.grow(estimate, parameters.crashes, nowMs, addStep);
  }

  explain(history: ContainerAggregate, nowMs: number): Explanation {
    const { recommender, parameters } = this;
    const facts = this.factsAt(history, nowMs);
    return {
      traces: tracesOf((addStep) => this.estimate(history, nowMs, addStep)),
      get histograms() {
        return recommender.histograms(facts, parameters);
      },
    };
  }

  evidence(history: ContainerAggregate, nowMs: number): EvidenceView | undefined {
    return this.recommender.evidence?.(this.factsAt(history, nowMs), this.parameters);
  }

  save(): SavedEvidence {
    const { recommender, own, crashes, lastMs } = this;
    return {
      recommender: recommender.name,
      lastMs: Number.isFinite(lastMs) ? lastMs : undefined,
      own: recommender.save(own),
      crashes: crashes.save(),
    };
  }

  private factsAt(history: ContainerAggregate, nowMs: number): Facts<Own> {
    return { history, own: this.own, nowMs, usual: this.usual };
  }
}
