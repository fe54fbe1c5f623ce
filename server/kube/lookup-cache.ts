import { LRUCache } from 'lru-cache';
import { isKubeError } from './client';
import type { OwnerReference, Scale, Workload } from './types';
import type { SelectorLookup } from './workload-kinds';

/** The identity of an object; `uid` if known. */
export interface OwnerRef {
  apiVersion: string;
  kind: string;
  namespace: string;
  name: string;
  uid?: string;
}

/** What is known of a referenced object. */
export type LookupResult =
  | {
      kind: 'object';
      uid?: string;
      owners: readonly OwnerReference[];
      /** Whether it is a workload kind or has a scale subresource, so that a VPA may target it. */
      scalable: boolean;
      selector: SelectorLookup;
      /**
       * Replicas wanted, according to its scale; undefined if that has none or zero, as for a path that does
       * not exist.
       */
      replicas?: number;
      /** Its scale, for kinds without a cache; only if it was asked for. */
      scale?: Scale;
      workload?: Workload;
    }
  | { kind: 'missing' }
  | { kind: 'not-served' }
  | { kind: 'failed'; error: Error };

const FRESH_FOR_MS = 60_000;
const MISSING_FRESH_FOR_MS = 10_000;
const MAX_KEPT = 50_000;

/**
 * Answers of the API server about single objects, kept for a minute. An expired answer is used once more
 * while it is asked for again.
 */
export class LookupCache {
  private readonly known = new LRUCache<string, LookupResult>({
    max: MAX_KEPT,
    allowStale: true,
    noDeleteOnStaleGet: true,
  });
  private readonly asking = new Map<string, Promise<LookupResult>>();

  /** @param ask asks the API server for an object; may reject */
  constructor(private readonly ask: (ref: OwnerRef) => Promise<LookupResult>) {}

  get(ref: OwnerRef): LookupResult | undefined {
    const key = keyOf(ref);
    const known = this.known.get(key);
    if (known && this.known.getRemainingTTL(key) <= 0) void this.learn(ref);
    return known;
  }

  /** Asks unless a request is already running; never rejects. */
  learn(ref: OwnerRef): Promise<LookupResult> {
    const key = keyOf(ref);
    const under = this.asking.get(key);
    if (under) return under;
    const asking = this.ask(ref)
      .catch(failedLookup)
      .then((result) => {
        this.known.set(key, result, {
          ttl: result.kind === 'object' ? FRESH_FOR_MS : MISSING_FRESH_FOR_MS,
        });
        this.asking.delete(key);
        return result;
      });
    this.asking.set(key, asking);
    return asking;
  }
}

/** What a failed request says about its object. */
export function failedLookup(error: unknown): LookupResult {
  if (isKubeError(error, 'not-found')) return { kind: 'missing' };
  return { kind: 'failed', error: error instanceof Error ? error : new Error(String(error)) };
}

function keyOf({ apiVersion, kind, namespace, name, uid = '' }: OwnerRef): string {
  return `${apiVersion} ${kind} ${namespace}/${name} ${uid}`;
}
