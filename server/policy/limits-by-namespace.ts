import type { ClusterCaches } from '../kube/caches';
import { NamespaceMemo } from '../kube/namespace-memo';
import { eachByItself, type ObjectFault } from '../kube/object-fault';
import type { LimitRange } from '../kube/types';
import { type NamespaceLimits, NO_LIMITS, namespaceLimits } from './limit-bounds';

/** The merged value of a namespace's objects, and those that cannot be read. */
export interface KnownLimits<R> {
  readonly value: R;
  readonly faults: readonly ObjectFault[];
}

const NO_BOUNDS: KnownLimits<NamespaceLimits> = { value: NO_LIMITS, faults: [] };

/** The merged limit ranges of a namespace. */
export function limitsByNamespace({ limitRanges }: ClusterCaches) {
  return new NamespaceMemo<LimitRange, KnownLimits<NamespaceLimits>>(limitRanges, {
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
