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

type Awaiting = Pick<PlannedPods, 'decision' | 'count'> & {
  readonly reasons: readonly Pick<PlannedPods['reasons'][number], 'code'>[];
};

/** Which of a workload's pods change first, where others wait for what comes of it. */
export function canaryRole(group: Awaiting, groups: readonly Awaiting[]): 'first' | 'after' | undefined {
  if (awaitsCanary(group)) return 'after';
  const isChanged = group.decision === 'evict' || group.decision === 'resize';
  return isChanged && groups.some(awaitsCanary) ? 'first' : undefined;
}

/** That one goes first, where others wait for its outcome. */
export function canaryWords(groups: readonly Awaiting[]): string | undefined {
  const waiting = groups.filter(awaitsCanary).reduce((sum, { count }) => sum + count, 0);
  return waiting === 0
    ? undefined
    : `One pod goes first, as a canary; ${countOf(waiting, 'pod waits', 'pods wait')} for its outcome.`;
}

function awaitsCanary({ reasons }: Awaiting): boolean {
  return reasons.some(({ code }) => code === 'awaits-canary');
}
