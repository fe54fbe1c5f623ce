import {
  type OutcomeState,
  type Outcomes,
  outcomesText,
  readOutcomes,
  SETTLED,
} from '@/server/decide/pods/outcome/state';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { ALL_PODS } from '@/server/words/outcome-parts';

/** One state for all pods of a VPA, as where they are alike. */
export function ofAllPods(state: OutcomeState): Outcomes {
  return new Map([[ALL_PODS, state]]);
}

/** The same as the text of the annotation. */
export function notedOfAll(state: OutcomeState): string {
  return outcomesText(ofAllPods(state)) ?? '';
}

/** What is noted on a VPA of a part of its pods; of all, unless said otherwise. */
export function outcomeOn(vpa: Pick<VerticalPodAutoscaler, 'metadata'>, part = ALL_PODS): OutcomeState {
  return readOutcomes(vpa).get(part) ?? SETTLED;
}
