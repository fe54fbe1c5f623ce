import type { ReplicaAmounts } from '@/server/contract/operations';
import { formatAmount, formatAmounts, resourceName } from '@/server/words/amounts';
import { placeName } from '@/server/words/container-name';
import { STATED_RESOURCES } from '../../plan/change-words';

export interface ReplicaLine {
  what: string;
  from: string;
  to: string;
  /** `200m each`. */
  each: string;
}

/** What so many replicas request and are limited to in all, before and after, a line for each amount that is stated. */
export function replicaLines(replica: readonly ReplicaAmounts[], from: number, to: number): ReplicaLine[] {
  return replica.flatMap(({ container, ...stated }) =>
    STATED_RESOURCES.flatMap((resource) =>
      (['requests', 'limits'] as const).flatMap((kind) => {
        const amount = stated[kind][resource];
        if (amount === undefined) return [];
        const [before = '', after = ''] = formatAmounts(resource, [amount * from, amount * to]);
        const word = kind === 'limits' ? `${resourceName(resource)} limit` : resourceName(resource);
        return [
          {
            what: `${placeName(container)} ${word}`,
            from: before,
            to: after,
            each: `${formatAmount(resource, amount)} each`,
          },
        ];
      }),
    ),
  );
}
