import { readThresholds } from '../../decide/features/with-hpa/hpa-thresholds';
import { rewriteBack } from '../../decide/running/hpa-rewrite';
import type { RoleContext } from '../../kube/role-context';
import { untilShown } from '../../kube/until-shown';
import type { HorizontalPodAutoscaler } from '../../objects/types';
import type { ChangeRecord } from '../../store';
import { attemptFrom } from './attempt';
import { retargetRecord, rewriteHpa } from './hpa-write';

/** Gives HPAs back the targets they stated before their thresholds were kept. Needs no running updater. */
export function hpaReverter({
  client,
  clock,
  wallClock,
  caches,
}: Pick<RoleContext<object>, 'client' | 'clock' | 'wallClock' | 'caches'>) {
  return {
    isRewritten: (hpa: HorizontalPodAutoscaler) => readThresholds(hpa).size > 0,
    putBack: async (
      vpa: { namespace: string; name: string },
      { metadata: { name: hpa } }: HorizontalPodAutoscaler,
      who: string,
    ): Promise<ChangeRecord> => {
      const { namespace, name } = vpa;
      const place = { namespace, vpa: name, hpa };
      try {
        const back = await rewriteHpa(client, { namespace, name: hpa }, rewriteBack);
        // The list that is read next has it.
        if (back) await untilShown(caches.horizontalPodAutoscalers, back.hpa, wallClock);
        return retargetRecord(place, back?.retargets ?? [], who, clock.now());
      } catch (thrown) {
        const { outcome, detail } = attemptFrom(thrown);
        const refused = retargetRecord(place, [], who, clock.now());
        return { ...refused, outcome: outcome === 'unavailable' ? outcome : 'refused', detail };
      }
    },
  };
}
