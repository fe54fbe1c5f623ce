import type { PlannedPods } from '@/server/contract/plan';
import { countOf } from '@/server/words/counts';
import type { Decision } from '@/server/words/decisions';

/** How a pod gets its change: as the plan decided, or for one that waits, by the mode of its VPA. */
export function howWords(decision: Decision, mode: string): string {
  if (decision === 'resize') return 'resized in place, without a restart';
  if (decision === 'evict') return 'evicted; its replacement starts with it';
  switch (mode) {
    case 'InPlace':
      return 'resized in place';
    case 'InPlaceOrRecreate':
      return 'resized in place; evicted only if its node or its containers cannot';
    case 'Recreate':
    case 'Auto':
      return 'evicted; its replacement starts with it';
    default:
      return 'gets it when it is created anew';
  }
}

/** That one goes first, where others wait for its outcome. */
export function canaryWords(
  groups: readonly {
    readonly reasons: readonly Pick<PlannedPods['reasons'][number], 'code'>[];
    count: number;
  }[],
): string | undefined {
  const waiting = groups
    .filter(({ reasons }) => reasons.some(({ code }) => code === 'awaits-canary'))
    .reduce((sum, { count }) => sum + count, 0);
  return waiting === 0
    ? undefined
    : `One pod goes first, as a canary; ${countOf(waiting, 'pod waits', 'pods wait')} for its outcome.`;
}
