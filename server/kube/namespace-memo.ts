import type { KubeObject } from '../objects/types';
import type { WatchCache } from './watch-cache';

/**
 * A value made from all objects of one kind in a namespace, computed on demand and again only after one of
 * them changed. A namespace without such objects gives `none`. The same value is the same object.
 */
export class NamespaceMemo<T extends KubeObject, R> {
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
