import type { Resource } from '../../../objects/units';
import { AMOUNT_PER_UNIT, wholeAmount } from '../amounts';
import type { PercentileParameters } from '../percentile/parameters';
import type { NodeHistory } from './node-history';

/** The next hour is unknown before a node was watched for as long. */
export const LEAST_NODE_HISTORY_MS = 3_600_000;

/** One number on the way from a node's size to what is idle on it; millicores or bytes. */
export interface IdleStep {
  step:
    | 'allocatable'
    | 'used'
    | 'used-with-margin'
    | 'idle-now'
    | 'percentile'
    | 'percentile-with-margin'
    | 'expected'
    | 'idle-next-hour';
  value: number;
  /** The percentile, or the margin as a share. */
  by?: number;
}

/** What is idle of one resource of a node; millicores or bytes. */
export interface Idle {
  /** Allocatable less what is used now with a margin; from 0 to allocatable. */
  now: number;
  /** What the node is expected to need in the next hour, at least what it uses now with the margin. */
  expected?: number;
  /** Allocatable less what is expected; from 0 to `now`. */
  nextHour?: number;
  steps: IdleStep[];
}

interface NodeFacts {
  /** Millicores or bytes, like `used`; neither is negative. */
  readonly allocatable: number;
  readonly used: number;
  readonly history: NodeHistory | undefined;
}

type IdleParameters = Pick<PercentileParameters, 'marginFraction' | 'cpu' | 'memory'>;

/**
 * What a node has idle of a resource. The next hour takes the percentile of the upper bound, since work placed
 * there should not have to leave again; it is absent before an hour of history.
 */
export function idleOf(resource: Resource, facts: NodeFacts, parameters: IdleParameters): Idle {
  const { allocatable, used, history } = facts;
  const { marginFraction } = parameters;
  const { upperBound } = parameters[resource];
  const needed = withMargin(used, marginFraction);
  const now = Math.max(0, allocatable - needed);
  const steps: IdleStep[] = [
    { step: 'allocatable', value: allocatable },
    { step: 'used', value: used },
    { step: 'used-with-margin', value: needed, by: marginFraction },
    { step: 'idle-now', value: now },
  ];
  if (!history || history.spanMs < LEAST_NODE_HISTORY_MS) return { now, steps };
  const value = history.percentile(resource, upperBound);
  const usual = wholeAmount(value * AMOUNT_PER_UNIT[resource]);
  // Beyond the scale of the histogram nothing tells how much it is, so nothing is idle.
  const isBeyond = value >= history.endOfScale(resource);
  const usualNeed = isBeyond ? Math.max(allocatable, usual) : withMargin(usual, marginFraction);
  const expected = Math.max(usualNeed, needed);
  const nextHour = Math.max(0, allocatable - expected);
  steps.push(
    { step: 'percentile', value: usual, by: upperBound },
    { step: 'percentile-with-margin', value: usualNeed, by: marginFraction },
    { step: 'expected', value: expected },
    { step: 'idle-next-hour', value: nextHour },
  );
  return { now, expected, nextHour, steps };
}

function withMargin(amount: number, fraction: number): number {
  return amount + Math.ceil(amount * fraction);
}
