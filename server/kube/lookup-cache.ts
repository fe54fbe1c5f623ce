import { FairShare } from '../lib/memo/fair-share';
import { ofKey } from '../lib/memo/of-key';
import { type Clock, wallClock } from '../lib/time/clock';
import type { OwnerRef } from '../objects/owners';
import type { OwnerReference, Scale, Workload } from '../objects/types';
import type { SelectorLookup } from '../objects/workload-kinds';
import { isKubeError } from './client';
import { LineIsFull } from './fair-line';
import type { Budget } from './lookup-requests';

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
/** The lines ask for 20 a second: no more than 1,200 of these are fresh. */
const MAX_KEPT = 10_000;

interface Kept {
  readonly result: LookupResult;
  readonly freshUntilMs: number;
}

/**
 * Answers of the API server about single objects, also that there is none, kept for a while. An expired answer is used
 * once more while it is asked for again. Namespaces share the room for answers.
 */
export class LookupCache {
  private readonly known = new FairShare<Kept>(MAX_KEPT);
  private readonly asking = new Map<string, Promise<LookupResult>>();

  /** @param ask asks the API server for an object; may reject */
  constructor(
    private readonly ask: (ref: OwnerRef, budget: Budget) => Promise<LookupResult>,
    private readonly clock: Pick<Clock, 'steady'> = wallClock,
  ) {}

  get(ref: OwnerRef): LookupResult | undefined {
    const known = this.known.get(ref.namespace, keyOf(ref));
    if (known && known.freshUntilMs <= this.clock.steady()) void this.learn(ref);
    return known?.result;
  }

  /** Asks unless a request is already running; never rejects. */
  learn(ref: OwnerRef, budget: Budget = 'passes'): Promise<LookupResult> {
    const key = `${ref.namespace}/${keyOf(ref)}`;
    return ofKey(this.asking, key, () => this.learned(ref, budget).finally(() => this.asking.delete(key)));
  }

  private async learned(ref: OwnerRef, budget: Budget): Promise<LookupResult> {
    try {
      return this.keep(ref, await this.ask(ref, budget));
    } catch (thrown) {
      const failed = failedLookup(thrown);
      // Nothing was asked: the next who wants to know asks.
      return thrown instanceof LineIsFull ? failed : this.keep(ref, failed);
    }
  }

  private keep(ref: OwnerRef, result: LookupResult): LookupResult {
    const freshForMs = result.kind === 'object' ? FRESH_FOR_MS : MISSING_FRESH_FOR_MS;
    this.known.set(ref.namespace, keyOf(ref), { result, freshUntilMs: this.clock.steady() + freshForMs });
    return result;
  }
}

export function failedLookup(error: unknown): LookupResult {
  if (isKubeError(error, 'not-found')) return { kind: 'missing' };
  return { kind: 'failed', error: error instanceof Error ? error : new Error(String(error)) };
}

function keyOf({ apiVersion, kind, name, uid = '' }: OwnerRef): string {
  return `${apiVersion} ${kind} ${name} ${uid}`;
}
