import type { CurrentValue, PodEvidence, ReplicaProposal } from '@/server/contract/hpas';
import type { MetricSpec } from '@/server/contract/kubernetes';
import { countOf } from '@/server/words/counts';
import { milliText } from '@/server/words/hpa-metrics';

/** What was measured: `36 %, 145m a pod`. */
export function amountText(
  spec: MetricSpec,
  { averageUtilization, averageValueMilli, valueMilli }: CurrentValue,
): string {
  return [
    averageUtilization !== undefined && `${averageUtilization.toLocaleString('en-US')} %`,
    averageValueMilli !== undefined && `${milliText(spec, averageValueMilli)} a pod`,
    valueMilli !== undefined && milliText(spec, valueMilli),
  ]
    .filter(Boolean)
    .join(', ');
}

/** How the number of replicas came about. */
export function proposalText(proposal: Omit<ReplicaProposal, 'pods'>): string {
  const { replicas, because, ratio, filledRatio, multipliedBy } = proposal;
  const asks = `Asks for ${countOf(replicas, 'replica')}`;
  switch (because) {
    case 'ratio':
      return `${asks}: ${rounded(filledRatio ?? ratio)} × ${multipliedBy}, rounded up.`;
    case 'within-tolerance':
      return `${asks}, as there are: it is within the tolerance of its target.`;
    case 'filling-turns-direction':
      return `${asks}, as there are: with missing pods filled in it would go the other way.`;
  }
}

function rounded(ratio: number): string {
  return ratio.toLocaleString('en-US', { maximumFractionDigits: 3 });
}

const GROUPS: Record<PodEvidence['group'], string> = {
  ready: 'counted',
  unready: 'not ready',
  missing: 'missing',
  ignored: 'ignored',
  unknown: 'not selected',
};

type PodCounts = Readonly<Partial<Record<PodEvidence['group'], number>>>;

/** How many pods counted, and how: `5 counted, 1 missing`. */
export function evidencePodGroups(counts: PodCounts): string {
  return Object.entries(GROUPS)
    .flatMap(([group, label]) => {
      const count = counts[group as PodEvidence['group']];
      return count === undefined ? [] : [`${count.toLocaleString('en-US')} ${label}`];
    })
    .join(', ');
}

export function evidencePods(counts: PodCounts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

const WHYS: Record<NonNullable<PodEvidence['why']>, string> = {
  pending: 'It is pending.',
  'state-unknown': 'It has no readiness or start time yet.',
  'not-ready-while-starting': 'It is starting and not ready.',
  'sample-from-before-ready': 'Its sample began before it was ready.',
  'never-ready': 'It never was ready.',
  'not-measured': 'The metrics API knows nothing about it.',
  'container-not-measured': 'The metrics API knows nothing about its container.',
  'resource-not-measured': 'The metrics API knows nothing about this resource.',
  deleting: 'It is being deleted.',
  failed: 'It failed.',
};

const FILLED: Record<NonNullable<PodEvidence['filled']>['as'], string> = {
  nothing: 'filled in',
  request: 'filled in: its request',
  target: 'filled in: the target',
};

/** One pod in words: what was measured, what it counts as, and why not as measured. */
export function podWhy(
  spec: MetricSpec,
  { group, why, measuredMilli, requestMilli, filled }: PodEvidence,
): { measured: string; requested: string; counts: string; why: string } {
  const amount = (milli: number | undefined) => (milli === undefined ? '–' : milliText(spec, milli));
  const isMeasured = group === 'ready' || group === 'unknown';
  return {
    measured: amount(measuredMilli),
    requested: amount(requestMilli),
    counts: filled
      ? `${amount(filled.milli)} (${FILLED[filled.as]})`
      : isMeasured
        ? amount(measuredMilli)
        : 'nothing',
    why: why ? WHYS[why] : group === 'unknown' ? 'The target does not select it.' : '',
  };
}
