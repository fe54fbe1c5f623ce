import type { FeatureRestraint } from '../feature';
import { type FirstChange, firstChangeOf } from './first-change';

/** Nothing of a young VPA is changed; the end of a startup boost is no change. */
export const firstChangeRestraint: FeatureRestraint<FirstChange | undefined> = {
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
