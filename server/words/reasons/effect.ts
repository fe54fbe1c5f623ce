import type { Resource } from '../../objects/units';
import { formatAmount, resourceName } from '../amounts';
import { type HpaReplicas, replicasWords } from './clauses';
import { row } from './row';

/** What a change brings about besides. */
export const EFFECT_REASONS = {
  'hpa-follows': row('It changes a request that an HPA scales on.', (found: HpaReplicas) =>
    replicasWords(found),
  ),
  'becomes-burstable': row(
    'The pod is Guaranteed, and the new one Burstable: its memory limit is above its request.',
    () =>
      'under memory pressure of its node it goes before Guaranteed pods; without allow-burstable it keeps its class',
  ),
  'gains-limits': row(
    'The LimitRanges of the namespace give limits to containers that have none.',
    ({ gains }: { gains: readonly { container: string; resource: Resource; limit: number }[] }) =>
      gains
        .map(
          ({ container, resource, limit }) =>
            `${resourceName(resource)} of ${container} gets a limit of ${formatAmount(resource, limit)}`,
        )
        .join(', '),
  ),
};
