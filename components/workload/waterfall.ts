import type { EstimationStep, EstimationTrace } from '@/server/contract/recommendations';
import type { Resource } from '@/server/contract/resources';
import { exactAmount, formatAmount, formatDifference, isUnbounded } from '@/server/words/amounts';
import { formatShare, ordinal } from '@/server/words/counts';
import { formatDuration } from '@/server/words/times';

const DAY_MS = 86_400_000;

/** One line of "why this number": the step, its change, and its bar. */
interface WaterfallRow {
  step: EstimationStep['step'];
  label: string;
  /** The value after this step. */
  value: string;
  /** The change of the step; undefined if there was none. */
  change?: string;
  direction: 'start' | 'up' | 'down' | 'same';
  /** The changed range as shares of the widest value: from `start`, `size` wide. */
  start: number;
  size: number;
}

export const BOUND_WORDS = {
  lowerBound: 'lower bound',
  target: 'target',
  upperBound: 'upper bound',
} as const satisfies Record<EstimationTrace['bound'], string>;

function confidenceLabel(bound: EstimationTrace['bound'], by: number | undefined): string {
  const history = by ? `${formatDuration(by * DAY_MS)} of history` : 'no history yet';
  return bound === 'lowerBound' ? `Lowered, with ${history}` : `Raised, with ${history}`;
}

function stepLabel(trace: EstimationTrace, { step, by }: EstimationStep): string {
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
      return 'It leaks: what the wanted length of a life needs';
    case 'room-now':
      return 'Lowered to what the nodes have room for now';
    case 'limit-range':
      return 'Capped by the LimitRange of the namespace';
    case 'container-limit':
      return 'Capped by the limit of the container';
    case 'recent-peak':
      return 'Peak of the last days';
    case 'expert':
      return by ? `Cheapest expert, with its margin of ${formatShare(by)}` : 'Cheapest expert';
    case 'ceiling':
      return by === undefined ? 'Ceiling' : `At most ${by} times the target of default`;
    case 'reaction':
      return by === undefined ? 'What is used now' : `What is used now, and ${formatShare(by)}`;
    case 'close-bounds':
      return 'Close to the target, so that pods are resized when it moves';
    case 'wide-bounds':
      return 'As wide as those of default, so that pods are seldom evicted';
    case 'runs':
      return by === undefined ? 'Past runs' : `Of ${by} past ${by === 1 ? 'run' : 'runs'}`;
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

function shown(resource: Resource, value: number): string {
  return isUnbounded(value) ? 'no bound yet' : formatAmount(resource, value);
}

/** The steps of an estimate as a waterfall; bars are cut off at twenty times the smallest value. */
export function waterfallRows(trace: EstimationTrace): WaterfallRow[] {
  const values = trace.steps.map((step) => step.value);
  const least = Math.max(1, Math.min(...values.filter((value) => value > 0)));
  const widest = Math.min(Math.max(1, ...values), least * 20);
  const share = (value: number) => Math.min(1, value / widest);
  return trace.steps.map((step, index) => {
    const before = index === 0 ? 0 : (trace.steps[index - 1]?.value ?? 0);
    const difference = step.value - before;
    const common = {
      step: step.step,
      label: stepLabel(trace, step),
      value: shown(trace.resource, step.value),
    };
    if (index === 0) return { ...common, direction: 'start', start: 0, size: share(step.value) };
    if (difference === 0) return { ...common, direction: 'same', start: 0, size: share(step.value) };
    const [low, high] = difference > 0 ? [before, step.value] : [step.value, before];
    return {
      ...common,
      change: isUnbounded(Math.abs(difference))
        ? 'to no bound'
        : formatDifference(trace.resource, difference),
      direction: difference > 0 ? 'up' : 'down',
      start: share(low),
      size: share(high) - share(low),
    };
  });
}

/** The sentence below the waterfall, with the result. */
export function waterfallResult(trace: EstimationTrace): string {
  const last = trace.steps.at(-1);
  if (!last) return `There is no ${BOUND_WORDS[trace.bound]} yet.`;
  return `The ${BOUND_WORDS[trace.bound]} is ${exactAmount(trace.resource, last.value)}.`;
}
