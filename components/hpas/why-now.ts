import type { Judgement } from '@/server/contract/hpas';
import { countOf, formatShare } from '@/server/words/counts';
import { metricLabel, type StatedMetric, targetText } from '@/server/words/hpa-metrics';
import { formatDuration } from '@/server/words/times';

type Metrics = Extract<Judgement['course'], { kind: 'metrics' }>;
type Rate = NonNullable<Metrics['settled']['limited']['rate']>;

interface Bounds {
  readonly min: number;
  readonly max: number;
}

/** Why an HPA asks for what it asks for: `6 replicas: cpu of container app is at 140 % of its target 50 %, …`. */
export function whyNow(judged: Judgement, bounds: Bounds): string {
  const { currentReplicas, desiredReplicas } = judged;
  const goes = currentReplicas === desiredReplicas ? '' : `${currentReplicas} → `;
  return `${goes}${countOf(desiredReplicas, 'replica')}: ${because(judged, bounds)}.`;
}

function because({ atMs, course, metrics, currentReplicas }: Judgement, { min, max }: Bounds): string {
  switch (course.kind) {
    case 'disabled':
      return 'someone scaled the target to zero, so the HPA leaves it alone';
    case 'above-max':
      return `there were ${currentReplicas}, and the maximum is ${max}`;
    case 'below-min':
      return `there were ${currentReplicas}, and the minimum is ${min}`;
    case 'bad-selector':
      return 'it cannot be told which pods are the target’s alone, so nothing scales';
    case 'blocked': {
      const { first, best, failed } = course.combined;
      const label = labelOf(metrics[first]);
      const others = failed > 1 ? ` and ${countOf(failed - 1, 'other metric')}` : '';
      return best === undefined
        ? `no value of ${label}${others}, so nothing scales`
        : `no value of ${label}${others}; the rest asks for ${best}, and nothing scales down while a metric is missing`;
    }
    case 'metrics':
      return [asked(metrics[course.combined.metric]), ...heldBack(course, atMs, { min, max })].join('; ');
  }
}

function asked(metric: Judgement['metrics'][number] | undefined): string {
  if (metric?.outcome.kind !== 'proposed') return 'no metric has a value';
  const { ratio, replicas, because: why, filledRatio } = metric.outcome;
  const at = `${labelOf(metric)} is at ${formatShare(ratio)} of its target ${targetText(metric.spec)}`;
  const filled =
    filledRatio === undefined ? '' : ` (${formatShare(filledRatio)} with missing pods filled in)`;
  switch (why) {
    case 'within-tolerance':
      return `${at}${filled}, close enough to change nothing`;
    case 'filling-turns-direction':
      return `${at}${filled}; pods without a value could turn that, so it asks for no change`;
    case 'ratio':
      return `${at}${filled}, asks for ${replicas}`;
  }
}

function heldBack({ settled }: Metrics, atMs: number, { min, max }: Bounds): string[] {
  const { stabilized, limited } = settled;
  const said: string[] = [];
  if (stabilized.held) {
    const { direction, by } = stabilized.held;
    const extreme = direction === 'up' ? 'lowest' : 'highest';
    const when = by && by.atMs < atMs ? `, ${formatDuration(atMs - by.atMs)} before` : '';
    said.push(
      `scaling ${direction} waits for the ${extreme} number of its window: ${stabilized.replicas}${when}`,
    );
  }
  switch (limited.reason) {
    case 'DesiredWithinRange':
      break;
    case 'TooManyReplicas':
      said.push(`the maximum is ${max}`);
      break;
    case 'TooFewReplicas':
      said.push(`the minimum is ${min}`);
      break;
    case 'ScaleUpLimit':
    case 'ScaleDownLimit':
      said.push(rateWords(limited.rate, limited.reason === 'ScaleUpLimit' ? 'up' : 'down', limited.replicas));
  }
  return said;
}

function rateWords(rate: Rate | undefined, direction: 'up' | 'down', allowed: number): string {
  if (rate?.select === 'Disabled') return `scaling ${direction} is disabled`;
  const policy = rate?.policies.find(({ replicas }) => replicas === rate.replicas)?.policy;
  if (!policy) return `one step allows ${allowed} at most`;
  const size = policy.type === 'Percent' ? `${policy.value} %` : countOf(policy.value, 'pod');
  return `the policy of ${size} in ${formatDuration(policy.periodSeconds * 1000)} allows ${allowed}`;
}

function labelOf(metric: { readonly spec: StatedMetric } | undefined): string {
  return metric ? metricLabel(metric.spec) : 'a metric';
}
