import * as z from 'zod';
import { statedIn } from '../../pods/stated-text';
import type { FeatureEdit } from '../feature';
import { withAnnotation } from '../with-annotation';
import { FIRST_CHANGE_ANNOTATION, firstChangeFaults } from './first-change';

export interface FirstChangeEdit {
  /** How long after it is created the VPA changes nothing, such as `24h`; null for no wait. */
  firstChangeAfter?: string | null;
}

export const firstChangeEdit: FeatureEdit<FirstChangeEdit> = {
  shape: { firstChangeAfter: z.string().trim().min(1).max(200).nullable().optional() },
  apply: (vpa, { firstChangeAfter }) =>
    firstChangeAfter === undefined ? vpa : withAnnotation(vpa, FIRST_CHANGE_ANNOTATION, firstChangeAfter),
  faults: (vpa, { firstChangeAfter }) =>
    typeof firstChangeAfter !== 'string'
      ? []
      : firstChangeFaults(withAnnotation(vpa, FIRST_CHANGE_ANNOTATION, firstChangeAfter)).map((message) => ({
          field: 'firstChangeAfter',
          message,
        })),
  statements(before, after) {
    const [was, is] = [statedIn(before, FIRST_CHANGE_ANNOTATION), statedIn(after, FIRST_CHANGE_ANNOTATION)];
    if (was === is) return [];
    if (is === undefined) return ['The age of the VPA holds no change back.'];
    return [`Within ${is} of when the VPA was created, no pod is changed, and new pods stay as they state.`];
  },
};
