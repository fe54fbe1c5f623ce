import { MOST_RIVALS_NAMED } from '../decide/replicas/selected-pods';
import { ofKey } from '../lib/memo/of-key';
import type { HorizontalPodAutoscaler } from '../objects/types';

/** Names HPAs with the same target; each list is read once, whichever of them asks. */
export class HpaSharing {
  private readonly names = new WeakMap<readonly HorizontalPodAutoscaler[], readonly string[]>();

  /** In order; the first of them if there are very many. */
  namesOf(hpas: readonly HorizontalPodAutoscaler[]): readonly string[] {
    return ofKey(this.names, hpas, () =>
      hpas
        .map(({ metadata }) => metadata.name)
        .sort()
        .slice(0, MOST_RIVALS_NAMED),
    );
  }
}
