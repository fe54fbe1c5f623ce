import type { EstimationStep, EstimationTrace } from '@/server/contract/recommendations';
import { exactAmount, formatAmount, formatDifference, isUnbounded } from '@/server/words/amounts';
import { BOUND_WORDS, estimationStepWords } from '@/server/words/estimation-steps';

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
      label: estimationStepWords(trace, step),
      value: isUnbounded(step.value) ? 'no bound yet' : formatAmount(trace.resource, step.value),
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
