import type { z } from 'zod';
import type { ContainerAggregate } from '../../model/aggregate';
import type { Evidence, Learning } from '../../model/learned';
import type { OwnLimit } from '../../model/own-limit';
import type { Resource } from '../../objects/units';
import type { EstimationSettings } from '../settings';
import type { Explanation, HistogramView, StepRecorder } from './explanation';

export const BOUNDS = ['lowerBound', 'target', 'upperBound'] as const;
export type Bound = (typeof BOUNDS)[number];

/** The three bounds of one resource. */
export type BoundAmounts = Readonly<Record<Bound, number>>;

/** What a container needs, in millicores of CPU and bytes of memory, before floors, rounding and caps. */
export interface Estimate extends Readonly<Record<Resource, BoundAmounts>> {
  /** What memory may reach; absent if limits keep their proportion to requests. */
  readonly memoryLimit?: OwnLimit;
}

/** What was learned as plain JSON, for checkpoints. */
export type SavedEvidence = Readonly<Record<string, unknown>>;

/** Saved evidence that cannot be read; `field` is the path, as in `cpuHistogram.bucketWeights[176]`. */
export class SavedEvidenceError extends Error {
  override readonly name = 'SavedEvidenceError';

  constructor(
    readonly field: string,
    readonly why: string,
  ) {
    super(`${field} ${why}`);
  }
}

/**
 * One way to recommend: pure functions of what was learned and of parameters. To add one, write a folder that
 * exports such an object and add it to `decide/estimators/index.ts`.
 */
export interface Estimator<Parameters> {
  readonly name: string;
  readonly parameters: z.ZodType<Parameters>;
  /** The parameters for the whole cluster. */
  fromSettings(config: EstimationSettings): Parameters;
  /** What it keeps of samples, and how it adds them. */
  learn(parameters: Parameters): Learning;
  estimate(history: ContainerAggregate, parameters: Parameters, addStep?: StepRecorder): Estimate;
  /** The steps that lead to the result of `estimate`, and the evidence behind them. */
  explain(history: ContainerAggregate, parameters: Parameters): Explanation;
  histograms(history: ContainerAggregate, parameters: Parameters): HistogramView[];
  save(learned: Evidence): SavedEvidence;
  /** @throws SavedEvidenceError */
  load(saved: SavedEvidence, parameters: Parameters): Evidence;
}

/** An estimator with its parameters. */
export interface ChosenEstimator {
  readonly name: string;
  readonly learning: Learning;
  estimate(history: ContainerAggregate, addStep?: StepRecorder): Estimate;
  explain(history: ContainerAggregate): Explanation;
  histograms(history: ContainerAggregate): HistogramView[];
  save(learned: Evidence): SavedEvidence;
  /** @throws SavedEvidenceError */
  load(saved: SavedEvidence): Evidence;
}

/** @throws ZodError if the settings are no valid parameters */
export function choose<Parameters>(
  estimator: Estimator<Parameters>,
  config: EstimationSettings,
): ChosenEstimator {
  const parameters = estimator.parameters.parse(estimator.fromSettings(config));
  return {
    name: estimator.name,
    learning: estimator.learn(parameters),
    estimate: (history, addStep) => estimator.estimate(history, parameters, addStep),
    explain: (history) => estimator.explain(history, parameters),
    histograms: (history) => estimator.histograms(history, parameters),
    save: (learned) => estimator.save(learned),
    load: (saved) => estimator.load(saved, parameters),
  };
}
