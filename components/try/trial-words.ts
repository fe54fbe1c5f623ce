import type { TrialView, TriedChange } from '@/server/contract/admission';
import { LEFT_REASONS } from '@/server/words/admission';
import { formatAmount } from '@/server/words/amounts';

/** How a trial came out: changed, left alone, or something to mend. */
export function trialTone({ outcome }: Pick<TrialView, 'outcome'>): 'good' | 'warning' | 'bad' | 'quiet' {
  switch (outcome) {
    case 'patched':
    case 'observed':
    case 'accepted':
      return 'good';
    case 'refused':
    case 'unreadable':
    case 'failed':
      return 'bad';
    case 'patch-withheld':
    case 'not-ready':
    case 'stopped':
      return 'warning';
    default:
      return 'quiet';
  }
}

/** How an amount came about, one clause each. */
export function changeNotes({ caps, boosted }: Pick<TriedChange, 'caps' | 'boosted'>): string {
  const notes = [...caps, ...(boosted ? ['raised for the startup'] : [])];
  return notes.length > 0 ? notes.join('; ') : 'as recommended';
}

export function amountBefore({ resource, from }: Pick<TriedChange, 'resource' | 'from'>): string {
  return from === undefined ? 'none' : formatAmount(resource, from);
}

export function leftSentence({
  container,
  resource,
  reason,
  autoscaler,
  room,
}: TrialView['left'][number]): string {
  const by = autoscaler ? `: ${autoscaler}` : room ? `: ${room}` : '';
  return `${container} keeps its own ${resource === 'cpu' ? 'CPU' : 'memory'} request, because ${LEFT_REASONS[reason]}${by}.`;
}

export const ORIGINS: Readonly<Record<NonNullable<TrialView['origin']>, string>> = {
  live: 'recommended live, by this process or the one it asks',
  status: 'recommended in the status of the VPA',
  none: 'nothing recommended',
};
