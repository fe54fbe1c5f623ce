import type { Cap, WorkloadSummary } from '@/server/contract/recommendations';
import type { Resource } from '@/server/contract/resources';
import type { Finding, Standing } from '@/server/contract/verdict';
import { formatAmount } from '@/server/words/amounts';
import { countOf } from '@/server/words/counts';
import { NO_RECOMMENDATION_TABLE } from '@/server/words/no-recommendation';

/** The verdict on a workload, in a few words; in the order of lists. */
export const STANDING_WORDS: Record<Standing, string> = {
  refused: 'Pods refused',
  pending: 'Pods Pending',
  'oom-killed': 'OOM-killed',
  capped: 'Capped below its need',
  short: 'Below bounds',
  unstated: 'Not set',
  over: 'Above bounds',
  early: 'Too early to say',
  none: 'No recommendation',
  within: 'Within bounds',
};

const CAPPED_BY: Record<Cap['by'], string> = {
  policy: 'policy',
  'limit-range': 'LimitRange',
  limit: 'its limit',
  pod: 'what its pod states as a whole',
  setting: 'a setting',
  'largest-node': 'the largest node',
  'room-now': 'the room on the nodes now',
};

/** `Capped by policy (needs 933 MiB)`. */
export function cappedWords(resource: Resource, { by, needs }: Cap): string {
  return `Capped by ${CAPPED_BY[by]} (needs ${formatAmount(resource, needs)})`;
}

/** One finding with its numbers: `OOM-killed 235× in 24 h`. */
export function findingWords(finding: Finding): string {
  switch (finding.standing) {
    case 'oom-killed':
      return `OOM-killed ${finding.times}× in 24 h`;
    case 'pending':
      return `${finding.pods} of ${countOf(finding.of, 'pod')} Pending`;
    case 'capped':
      return cappedWords(finding.resource, finding.cap);
    default:
      return STANDING_WORDS[finding.standing];
  }
}

/** The sentence for a workload without a recommendation; undefined if it has one. */
export function reasonInWords(workload: Pick<WorkloadSummary, 'state'>): string | undefined {
  return workload.state.kind === 'none' ? NO_RECOMMENDATION_TABLE[workload.state.reason].sentence : undefined;
}
