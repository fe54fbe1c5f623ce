import type { Need } from '../../contract/inbox';
import type { VpaPlan } from '../../decide/running/planned';
import { countOf } from '../../words/counts';
import { waitsForTimeAlone } from '../../words/waits-for-time';

/** The need with the pods whose change only time holds back, which a person may do at once; undefined for none. */
export function inTime(need: Need, plan: Pick<VpaPlan, 'pods'> | undefined): Need | undefined {
  const pods = plan?.pods.filter(waitsForTimeAlone).length ?? 0;
  if (pods === 0) return undefined;
  return { ...need, remedy: `Only time holds the change of ${countOf(pods, 'pod')} back.`, podsInTime: pods };
}
