import { LRUCache } from 'lru-cache';
import { upTo } from '../lib/memo/up-to';

const MAX_SHARED = 20_000;
/** What is longer is seldom equal to another, and stays when its object has gone. */
const LONGEST_SHARED = 2_048;

/**
 * Keeps one copy of equal values, such as the labels and containers of a workload's pods. The copy is shared,
 * so nobody may change it.
 */
export class Sharing {
  private readonly known = new LRUCache<string, object>(upTo(MAX_SHARED));

  of<T extends object>(value: T): T {
    const key = JSON.stringify(value);
    if (key.length > LONGEST_SHARED) return value;
    const known = this.known.get(key);
    // The key is the serialised value, so the value found under it has the same shape.
    if (known) return known as T;
    this.known.set(key, value);
    return value;
  }
}
