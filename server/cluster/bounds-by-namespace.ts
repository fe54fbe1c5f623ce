import { isDeepStrictEqual } from 'node:util';
import { effectiveLimits, type NamespaceLimits, NO_LIMITS } from '../decide/pods/limit-bounds';
import { type QuotaLeft, quotasLeft } from '../decide/pods/quota-left';
import type { ClusterCaches } from '../kube/caches';
import type { WatchCache } from '../kube/watch-cache';
import { ofKey } from '../lib/memo/of-key';
import type { KubeObject, LimitRange, ResourceQuota } from '../objects/types';
import { eachByItself, type ObjectFault } from '../words/object-fault';

/** What the LimitRanges of a namespace amount to. */
export interface KnownLimits {
  readonly limits: NamespaceLimits;
  /** Those that count. */
  readonly ranges: readonly LimitRange[];
  /** Those that cannot be read: each costs only itself. */
  readonly faults: readonly ObjectFault[];
}

/** What the ResourceQuotas of a namespace have left. */
export interface KnownQuotas {
  readonly left: readonly QuotaLeft[];
  readonly faults: readonly ObjectFault[];
}

const UNBOUND: KnownLimits = { limits: NO_LIMITS, ranges: [], faults: [] };
const WITHOUT_QUOTAS: KnownQuotas = { left: [], faults: [] };

/** The LimitRanges and quotas that count in each namespace; the same objects until one of them changes. */
export interface BoundsByNamespace {
  limits(namespace: string): KnownLimits;
  quotas(namespace: string): KnownQuotas;
}

type Sources = Pick<ClusterCaches, 'limitRanges' | 'resourceQuotas'>;

/** Derived once from what a process watches. */
const KNOWN = new WeakMap<Sources, BoundsByNamespace>();

/** Which LimitRanges and quotas count in a namespace: the one answer for whoever decides about its pods or shows them. */
export function boundsByNamespace(caches: Sources): BoundsByNamespace {
  return ofKey(KNOWN, caches, () => boundsIn(caches));
}

/**
 * A value made from all objects of one kind in a namespace, computed on demand and again only after one of
 * them changed. A namespace without such objects gives `none`. The same value is the same object.
 */
class NamespaceMemo<T extends KubeObject, R> {
  private readonly known = new Map<string, { result: R; isStale: boolean }>();

  constructor(
    private readonly cache: Pick<WatchCache<T>, 'subscribe' | 'list' | 'sizeOf'>,
    private readonly options: {
      readonly none: R;
      work(objects: readonly T[]): R;
      isSame(a: R, b: R): boolean;
    },
  ) {
    const changed = ({ metadata: { namespace = '' } }: T) => {
      const known = this.known.get(namespace);
      if (known) known.isStale = true;
    };
    cache.subscribe({
      added: changed,
      updated: (_former, object) => changed(object),
      deleted: (object) => {
        changed(object);
        const { namespace = '' } = object.metadata;
        if (cache.sizeOf(namespace) === 0) this.known.delete(namespace);
      },
    });
  }

  of(namespace: string): R {
    const { none, work, isSame } = this.options;
    const known = this.known.get(namespace);
    if (known && !known.isStale) return known.result;
    if (this.cache.sizeOf(namespace) === 0) return none;
    const fresh = work([...this.cache.list(namespace)]);
    const result = known && isSame(known.result, fresh) ? known.result : fresh;
    this.known.set(namespace, { result, isStale: false });
    return result;
  }
}

function boundsIn({ limitRanges, resourceQuotas }: Sources): BoundsByNamespace {
  const limits = new NamespaceMemo<LimitRange, KnownLimits>(limitRanges, {
    none: UNBOUND,
    work(all) {
      const { results: ranges, faults } = eachByItself('LimitRange', all, (range) => {
        effectiveLimits([range]);
        return range;
      });
      return { limits: effectiveLimits(ranges), ranges, faults };
    },
    isSame: isDeepStrictEqual,
  });
  const quotas = new NamespaceMemo<ResourceQuota, KnownQuotas>(resourceQuotas, {
    none: WITHOUT_QUOTAS,
    work(all) {
      const { results, faults } = eachByItself('ResourceQuota', all, (quota) => quotasLeft([quota]));
      return { left: results.flat(), faults };
    },
    isSame: isDeepStrictEqual,
  });
  return { limits: (namespace) => limits.of(namespace), quotas: (namespace) => quotas.of(namespace) };
}
