import type { FeatureRestraint, VpaFeature } from '../feature';
import { firstChangeEdit } from './edit';
import { FIRST_CHANGE_ANNOTATION, type FirstChange, firstChangeFaults, firstChangeOf } from './first-change';

/** Nothing of a young VPA is changed; the end of a startup boost is no change. */
const firstChangeRestraint: FeatureRestraint<FirstChange | undefined> = {
  begin: (vpa) => firstChangeOf(vpa),
  review({ way }, nowMs, reading) {
    if (!reading || way === 'unboost') return undefined;
    if ('fault' in reading)
      return {
        kind: 'hold',
        reason: { code: 'before-first-change', fault: reading.fault },
        awaits: 'first-change-corrected',
      };
    const { after, untilMs } = reading;
    if (nowMs >= untilMs) return undefined;
    return { kind: 'hold', reason: { code: 'before-first-change', after, untilMs }, untilMs };
  },
};

/** A young VPA learns and recommends, and changes nothing. */
export const firstChange = {
  name: 'first-change',
  annotation: {
    name: FIRST_CHANGE_ANNOTATION,
    on: 'VPA',
    takes: 'a duration up to `90d`, such as `24h`',
    says: 'For so long after it was created, no pod is changed, whatever happens to it, and new pods stay as they state.',
    guide: 'concepts.md',
  },
  isPlannedBy: true,
  faults: firstChangeFaults,
  untilCorrected: 'no pod is changed',
  edit: firstChangeEdit,
  restraint: firstChangeRestraint,
} as const satisfies VpaFeature;
