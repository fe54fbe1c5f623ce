import { type Clock, wallClock } from '../lib/time/clock';
import type { KubeClient } from './client';
import { FairLine } from './fair-line';

/** For whom the API server is asked: for what this process does by itself, or for pods that are under review. */
export type Budget = 'passes' | 'reviews';

/** Strangers make reviews: what is asked for them takes nothing of what is asked for passes. */
const LIMITS = {
  passes: { qps: 20, burst: 100, mostEach: 2_000, mostInAll: 20_000 },
  reviews: { qps: 10, burst: 50, mostEach: 200, mostInAll: 2_000 },
} as const satisfies Record<Budget, object>;

/**
 * Reads for lookups of targets and owners, with rates of their own, so that they never delay an eviction. Namespaces
 * take turns.
 */
export class LookupRequests {
  private readonly lines: Readonly<Record<Budget, FairLine>>;

  constructor(
    private readonly client: KubeClient,
    clock: Clock = wallClock,
  ) {
    this.lines = {
      passes: new FairLine(LIMITS.passes, clock),
      reviews: new FairLine(LIMITS.reviews, clock),
    };
  }

  /**
   * @param namespace that this is about; empty for the whole cluster
   * @throws KubeError; LineIsFull
   */
  async get<T>(path: string, namespace: string, budget: Budget = 'passes'): Promise<T> {
    await this.lines[budget].take(namespace);
    return this.client.request<T>('GET', path, { priority: 'apart' });
  }
}
