import { waitsForCapacity } from '../../places/waits-for-capacity';
import type { EffectiveUpdateMode } from '../../pods/update-mode';
import type { WorkloadInput } from '../plan-input';
import type { PodFacts } from '../pod-facts';
import type { ChangeReason, Exclusion, Leave, PolicyScope, Way } from '../policy';
import { stopHold } from './stop';

const OFF: Leave = { kind: 'leave', reason: { code: 'mode-off' } };
const INITIAL: Leave = { kind: 'leave', reason: { code: 'mode-initial' } };

/**
 * The mode the owner of the VPA wants, regardless of a stop: the stop policy itself holds everything back.
 */
function wantedMode({ vpa, stop }: WorkloadInput): EffectiveUpdateMode {
  return stop ? (vpa.modeOnceResumed ?? vpa.mode) : vpa.mode;
}

function stopped(workload: WorkloadInput): Leave | undefined {
  const hold = stopHold(workload);
  return hold && { kind: 'leave', reason: hold.reason };
}

/**
 * Modes that never change a running pod; ending a startup boost is part of starting and goes on. Under a stop,
 * `Initial` does not change new pods either. A pod that `Initial` made too large for any node never runs, so that
 * another may be made in its place.
 */
export const updateMode: Exclusion = {
  name: 'update-mode',
  review(facts: PodFacts, workload: WorkloadInput, { cluster }: PolicyScope): Leave | undefined {
    if (facts.boosted.size > 0) return undefined;
    switch (wantedMode(workload)) {
      case 'Off':
        return OFF;
      case 'Initial':
        return stopped(workload) ?? (waitsForCapacity(facts.pod)?.isForVpa ? undefined : INITIAL);
      case 'InPlace':
        return cluster.settings.featureInPlace
          ? undefined
          : { kind: 'leave', reason: { code: 'mode-gate-closed', mode: 'InPlace' } };
      case 'Recreate':
      case 'InPlaceOrRecreate':
        return undefined;
    }
  },
};

/** How a pod with these reasons is changed under the VPA's mode; undefined if the mode forbids it. */
export function wayFor(
  facts: PodFacts,
  workload: WorkloadInput,
  changes: readonly ChangeReason[],
): Way | undefined {
  if (changes.some((change) => change.by === 'unboost')) return 'unboost';
  switch (wantedMode(workload)) {
    case 'Off':
      return undefined;
    case 'Initial':
      return facts.isScheduled ? undefined : 'evict';
    case 'Recreate':
      return 'evict';
    case 'InPlace':
      return 'resize';
    case 'InPlaceOrRecreate':
      return facts.isPending || changes.some((change) => change.by === 'evict') ? 'evict' : 'resize';
  }
}
