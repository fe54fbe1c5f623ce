import type { HpaEffectView } from '@/server/contract/operations';
import { formatShare } from '@/server/words/counts';
import { formatDuration } from '@/server/words/times';

type Past = NonNullable<NonNullable<HpaEffectView['trial']>['past']>;

/** A change of the share of the time below this is none. */
const LEAST = 0.005;

/** What the known past would have been under other rules of an HPA. */
export function pastWords({ fromMs, toMs, now, after, unmeasured }: Past) {
  const isWorse = after.short > now.short + LEAST;
  const mean = (replicas: number) => (Math.round(10 * replicas) / 10).toLocaleString('en-US');
  return {
    title: `What the last ${formatDuration(toMs - fromMs)} would have been`,
    isWorse,
    verdict: isWorse
      ? `Worse: too few replicas for its metrics ${formatShare(after.short)} of the time instead of ${formatShare(now.short)}.`
      : 'No more shortage than now.',
    replicas: `${mean(now.replicas)} → ${mean(after.replicas)} replicas on average, at most ${now.most} → ${after.most}.`,
    notes: [
      ...(unmeasured.length > 0 ? [`Nobody measured ${unmeasured.join(', ')} then: not counted.`] : []),
      'By the load that was measured, spread evenly over the pods; rates of change and the start of pods are not counted.',
    ],
  };
}
