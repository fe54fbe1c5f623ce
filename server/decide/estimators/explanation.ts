import type { EstimationStepName } from '../../model/estimation-step-name';

/** How an estimate was made, for people. Plain data: amounts in millicores or bytes, times in Unix ms. */

/** One number between usage and the recommended value, so that a page can show why. */
export interface EstimationStep {
  step: EstimationStepName;
  value: number;
  /** The number behind the step, such as the percentile, the margin fraction or the bound. */
  by?: number;
}

export interface EstimationTrace {
  resource: 'cpu' | 'memory';
  /** `limit`: the target of a memory limit that is estimated apart from the request. */
  bound: 'lowerBound' | 'target' | 'upperBound' | 'limit';
  steps: EstimationStep[];
}

/** A histogram as drawn: only the buckets from the first to the last with weight. */
export interface HistogramView {
  resource: 'cpu' | 'memory';
  /** Start and end of the bucket in millicores or bytes; weight as a share of the total, 0…1. */
  buckets: { start: number; end: number; weight: number }[];
  totalWeight: number;
  percentiles: { name: 'lowerBound' | 'target' | 'upperBound'; percentile: number; value: number }[];
  halfLifeMs: number;
}

/** Receives every number on the way, if someone asks why. */
export type StepRecorder = (
  resource: EstimationTrace['resource'],
  bound: EstimationTrace['bound'],
  step: EstimationStep,
) => void;

export interface Explanation {
  readonly traces: EstimationTrace[];
  /** Made when it is asked for, of what is known then: many ask for the traces alone. */
  readonly histograms: HistogramView[];
}

/** The same evidence behind other steps. */
export function withTraces(explanation: Explanation, traces: EstimationTrace[]): Explanation {
  return {
    traces,
    get histograms() {
      return explanation.histograms;
    },
  };
}
