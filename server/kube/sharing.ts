import { LRUCache } from 'lru-cache';

const MAX_SHARED = 20_000;

/**
 * Keeps one copy of what many objects have alike, such as the labels and containers of the pods of one
 * workload. What it answers is shared: nobody may change it.
 */
export class Sharing {
  private readonly known = new LRUCache<string, object>({ max: MAX_SHARED });

  of<T extends object>(value: T): T {
    const key = JSON.stringify(value);
    const known = this.known.get(key);
    // The key is the value written out, so what is found under it has the value's shape.
    if (known) return known as T;
    this.known.set(key, value);
    return value;
  }
}
