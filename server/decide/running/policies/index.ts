import type { Exclusion, Restraint, Trigger } from '../policy';
import { age } from './age';
import { askedNow } from './asked-now';
import { bounds } from './bounds';
import { canary } from './canary';
import { capacityElsewhere } from './capacity-elsewhere';
import { capacityPause } from './capacity-pause';
import { changesADay } from './changes-a-day';
import { classChange } from './class-change';
import { conflicts } from './conflicts';
import { disruptionBudget } from './disruption-budget';
import { evictionRequirements } from './eviction-requirements';
import { containersObserved, livePod, notOverruled, recommendationGiven } from './exclusions';
import { featureRestraints } from './features';
import { firstLowering, firstSteps } from './first-steps';
import { followed } from './followed';
import { freeCapacity } from './free-capacity';
import { hpaEffect } from './hpa-effect';
import { lastAttempt } from './last-attempt';
import { lease } from './lease';
import { loopBreaker } from './loop-breaker';
import { staying } from './must-stay';
import { oneTry } from './one-try';
import { oom } from './oom';
import { ownLimits } from './own-limits';
import { pending } from './pending';
import { podsPatched } from './pods-patched';
import { quota } from './quota';
import { rangeDefaults } from './range-defaults';
import { replicas } from './replicas';
import { resizeState } from './resize-state';
import { secondStep } from './second-step';
import { stalled } from './stalled';
import { startupBoost } from './startup-boost';
import { stop } from './stop';
import { strained, strainedPods } from './strain';
import { throttled } from './throttled';
import { undone } from './undone';
import { updateMode } from './update-mode';
import { nodeDefersAll, withdrawn } from './withdrawn';

/**
 * Every policy of a decision about a pod, in order: first whether the updater may handle the pod, then why it
 * should change, then what holds that back. What all VPAs share (budgets and rates) comes last, over the
 * remaining pods: see `shared.ts`.
 */
export const POLICIES: {
  readonly exclusions: readonly Exclusion[];
  readonly triggers: readonly Trigger[];
  readonly restraints: readonly Restraint[];
} = {
  exclusions: [livePod, notOverruled, updateMode, recommendationGiven, containersObserved],
  triggers: [
    pending,
    startupBoost,
    undone,
    bounds,
    ownLimits,
    oom,
    throttled,
    stalled,
    secondStep,
    capacityElsewhere,
    askedNow,
    age,
    strained,
    resizeState,
    conflicts,
  ],
  restraints: [
    stop,
    followed,
    lease,
    staying,
    ...featureRestraints,
    podsPatched,
    firstSteps,
    firstLowering,
    evictionRequirements,
    hpaEffect,
    freeCapacity,
    quota,
    rangeDefaults,
    classChange,
    loopBreaker,
    oneTry,
    canary,
    changesADay,
    strainedPods,
    capacityPause,
    lastAttempt,
    withdrawn,
    nodeDefersAll,
    disruptionBudget,
    replicas,
  ],
};
