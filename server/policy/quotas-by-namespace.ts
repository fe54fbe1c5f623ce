import { isDeepStrictEqual } from 'node:util';
import type { ClusterCaches } from '../kube/caches';
import { NamespaceMemo } from '../kube/namespace-memo';
import { eachByItself } from '../kube/object-fault';
import type { ResourceQuota } from '../kube/types';
import type { KnownLimits } from './limits-by-namespace';
import { type QuotaRoom, quotaRooms } from './quota-room';

const NO_ROOMS: KnownLimits<readonly QuotaRoom[]> = { value: [], faults: [] };

/** What the quotas of a namespace leave. */
export function quotasByNamespace({ resourceQuotas }: Pick<ClusterCaches, 'resourceQuotas'>) {
  return new NamespaceMemo<ResourceQuota, KnownLimits<readonly QuotaRoom[]>>(resourceQuotas, {
    none: NO_ROOMS,
    work(quotas) {
      const { results, faults } = eachByItself('ResourceQuota', quotas, (quota) => quotaRooms([quota]));
      return { value: results.flat(), faults };
    },
    isSame: isDeepStrictEqual,
  });
}
