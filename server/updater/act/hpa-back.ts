import type { Clock } from '../../clock';
import { readThresholds } from '../../features/with-hpa/hpa-thresholds';
import type { KubeClient } from '../../kube/client';
import type { HorizontalPodAutoscaler } from '../../kube/types';
import type { ChangeRecord } from '../../store';
import { rewriteBack } from '../plan/hpa-rewrite';
import { attemptFrom } from './attempt';
import { retargetRecord, rewriteHpa } from './hpa-write';

/** Gives HPAs back the targets they stated before their thresholds were kept. Needs no running updater. */
export function hpaReverter({ client, clock }: { client: KubeClient; clock: Clock }) {
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
        return retargetRecord(place, back?.retargets ?? [], who, clock.now());
      } catch (thrown) {
        const { outcome, detail } = attemptFrom(thrown);
        const refused = retargetRecord(place, [], who, clock.now());
        return { ...refused, outcome: outcome === 'unavailable' ? outcome : 'refused', detail };
      }
    },
  };
}
