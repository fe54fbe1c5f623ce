import type { ClusterCaches } from '../../kube/caches';
import { NamespaceMemo } from '../../kube/namespace-memo';
import { eachByItself, type ObjectFault } from '../../kube/object-fault';
import type { LimitRange, ResourceQuota } from '../../kube/types';
import { type NamespaceLimits, NO_LIMITS, namespaceLimits } from '../../policy/limit-bounds';
import { type QuotaRoom, quotaRooms } from '../../policy/quota-room';
import { isShallowEqual, sameItems } from './same-input';

interface Known<R> {
  readonly value: R;
  readonly faults: readonly ObjectFault[];
}

const NO_ROOMS: Known<readonly QuotaRoom[]> = { value: [], faults: [] };
const NO_BOUNDS: Known<NamespaceLimits> = { value: NO_LIMITS, faults: [] };
/** What the limit ranges of a namespace come to together. */
export function limitsByNamespace({ limitRanges }: ClusterCaches) {
  return new NamespaceMemo<LimitRange, Known<NamespaceLimits>>(limitRanges, {
    none: NO_BOUNDS,
    work(ranges) {
      const { results, faults } = eachByItself('LimitRange', ranges, (range) => {
        namespaceLimits([range]);
        return range;
      });
      return { value: namespaceLimits(results), faults };
    },
    isSame: () => false,
  });
}

/** What the quotas of a namespace leave free. */
export function quotasByNamespace({ resourceQuotas }: ClusterCaches) {
  return new NamespaceMemo<ResourceQuota, Known<readonly QuotaRoom[]>>(resourceQuotas, {
    none: NO_ROOMS,
    work(quotas) {
      const { results, faults } = eachByItself('ResourceQuota', quotas, (quota) => quotaRooms([quota]));
      return { value: results.flat(), faults };
    },
    isSame: (a, b) =>
      sameItems(a.value, b.value, isShallowEqual) && sameItems(a.faults, b.faults, isShallowEqual),
  });
}
