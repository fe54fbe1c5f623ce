import type { EstimationStepName } from '../model/estimation-step-name';
import type { Resource } from '../objects/units';
import { formatAmount } from './amounts';
import { formatShare, ordinal } from './counts';
import { formatDuration } from './times';

const DAY_MS = 86_400_000;

type BoundName = 'lowerBound' | 'target' | 'upperBound' | 'limit';

export const BOUND_WORDS = {
  lowerBound: 'lower bound',
  target: 'target',
  upperBound: 'upper bound',
  limit: 'limit target',
} as const satisfies Record<BoundName, string>;

function confidenceLabel(bound: BoundName, by: number | undefined): string {
  const history = by ? `${formatDuration(by * DAY_MS)} of history` : 'no history yet';
  return bound === 'lowerBound' ? `Lowered, with ${history}` : `Raised, with ${history}`;
}

/** A step of an estimate in words: `90th percentile of usage`. */
export function estimationStepWords(
  trace: { readonly resource: Resource; readonly bound: BoundName },
  { step, by }: { readonly step: EstimationStepName; readonly by?: number | undefined },
): string {
  const amount = by === undefined ? '' : ` of ${formatAmount(trace.resource, by)}`;
  switch (step) {
    case 'percentile':
      return by === undefined ? 'Percentile of usage' : `${formatPercentile(by)} percentile of usage`;
    case 'margin':
      return by === undefined ? 'Safety margin' : `Safety margin of ${formatShare(by)}`;
    case 'confidence':
      return confidenceLabel(trace.bound, by);
    case 'pod-minimum':
      return `Minimum for a container${amount}`;
    case 'rounding':
      return by === undefined || by <= 1 ? 'Rounded up to whole units' : `Rounded up to a multiple${amount}`;
    case 'integer-cpu':
      return 'Rounded up to whole CPUs';
    case 'request':
      return 'At least what is requested';
    case 'min-allowed':
      return `Policy minimum${amount}`;
    case 'max-allowed':
      return `Policy maximum${amount}`;
    case 'node-groups':
      return trace.bound === 'lowerBound'
        ? 'Lowest of the groups of nodes'
        : 'Largest of the groups of nodes';
    case 'all-nodes':
      return 'At least what all nodes together would get';
    case 'largest-node':
      return `Capped by the largest node${amount}`;
    case 'leak':
      return 'It leaks: what it needs to live as long as it should';
    case 'raised-in-vain':
      return `Held${amount}: earlier raises did not end its OOM kills`;
    case 'only-rises':
      return 'No further than what is requested: memory only rises so far, and in proportion it could fill its node';
    case 'stated-limit':
      return 'Not below the limit that pods state';
    case 'live-heap':
      return 'Twice the live heap, plus what is not heap';
    case 'rss':
      return 'Without page cache';
    case 'room-now':
      return 'Lowered to what the nodes have room for now';
    case 'seen-use':
      return 'Raised to the most that was seen used: request and limit are one, and a limit below that throttles';
    case 'limit-range':
      return 'Capped by the LimitRange of the namespace';
    case 'container-limit':
      return 'Capped by the limit of the container';
    case 'pod-resources':
      return 'Its share of what the pod states as a whole';
    case 'unstalled':
      return by === undefined
        ? 'The peak stays below where the kubelet stalls it'
        : `The peak stays below where a memoryThrottlingFactor of ${by} stalls it`;
    case 'recent-peak':
      return 'Peak of the last days';
    case 'expert':
      return by ? `Cheapest expert, with its margin of ${formatShare(by)}` : 'Cheapest expert';
    case 'ceiling':
      return by === undefined ? 'Ceiling' : `At most ${by} times the target of default`;
    case 'reaction':
      return by === undefined ? 'What is used now' : `What is used now, plus ${formatShare(by)}`;
    case 'close-bounds':
      return 'Close to the target, so that pods are resized when it moves';
    case 'wide-bounds':
      return 'As wide as those of default, so that pods are seldom evicted';
    case 'oom':
      return 'Raised after an OOM kill';
    case 'crash-loop':
      return 'Raised for crashes';
    case 'too-early':
      return 'As the default recommender, which knows more yet';
  }
}

/** `95th`, `99.9th`; the percentile as a share, 0…1. */
export function formatPercentile(percentile: number): string {
  return ordinal(Math.round(percentile * 1000) / 10);
}
