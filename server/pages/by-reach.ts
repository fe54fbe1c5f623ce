import { LRUCache } from 'lru-cache';
import type { VisibleNamespaces } from '../access';

/** As many as people with different rights look at the same time. */
const MOST = 32;

/** What is made once for each reach that is asked for; a failure is not kept. */
export class ByReach<T> {
  private readonly made = new LRUCache<string, Promise<T>>({ max: MOST });

  constructor(private readonly make: (reach: VisibleNamespaces) => Promise<T>) {}

  of(reach: VisibleNamespaces): Promise<T> {
    const known = this.made.get(reach.key);
    if (known) return known;
    const making = this.make(reach);
    this.made.set(reach.key, making);
    making.catch(() => this.made.delete(reach.key));
    return making;
  }
}
