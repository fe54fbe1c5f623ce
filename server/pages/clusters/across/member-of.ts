import type { AcrossMember } from '../../../contract/across';
import type { ClusterRow } from '../../../contract/clusters';

/** What there is to say of a cluster, given the list it sent; its name alone where that is nothing. */
export function memberOf(
  { name, fault, seenMs, answer, aheadMs }: ClusterRow,
  found: { all: number; rows: readonly unknown[] } | undefined,
): AcrossMember {
  const left = found ? found.all - found.rows.length : 0;
  return {
    name,
    ...(fault && { fault, ...(seenMs !== undefined && { seenMs }) }),
    ...(!answer && !fault && { isAsked: true as const }),
    ...(answer && !fault && !found && { lacks: true as const }),
    ...(left > 0 && { left }),
    ...(aheadMs !== undefined && { aheadMs }),
  };
}
