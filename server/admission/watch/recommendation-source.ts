import type { SourcedRecommendation } from '../../decide/new/sourced-recommendation';
import { type CompiledVpa, compileRecommendation } from '../../decide/pods/compiled-vpa';
import type { InUse } from '../../decide/pods/in-use';
import type { Recommendation } from '../../decide/pods/recommendation';
import type { Clock } from '../../lib/time/clock';
import { keyOf } from '../../objects/object-key';
import { ownerKey } from '../../objects/target-key';
import type { RecommendedPodResources, VerticalPodAutoscaler } from '../../objects/vpa-types';

/** A recommender in this process. */
export interface LiveRecommender {
  recommendationFor(vpa: VerticalPodAutoscaler): RecommendedPodResources | undefined;
  /** What the pods of a workload, by its key, are seen to use now; undefined if unknown, absent if nobody measures. */
  inUseBy?(workload: string): InUse | undefined;
  /** The longest history behind what it recommends, in milliseconds; undefined if unknown. */
  historyMsOf?(vpa: VerticalPodAutoscaler): number | undefined;
}

/** What a recommender in another process answers. */
export interface RemoteAnswer {
  readonly recommendation?: RecommendedPodResources;
  /** What the pods of the VPA's target are seen to use now. */
  readonly inUse?: InUse;
  /** The longest history behind it, in milliseconds. */
  readonly historyMs?: number;
}

/** A recommender in another process; undefined if it does not answer in time. Never rejects. */
export interface RemoteRecommender {
  /** Whether to ask it now; false for a while after a failure. */
  isWorthAsking(): boolean;
  ask(vpa: VerticalPodAutoscaler): Promise<RemoteAnswer | undefined>;
}

interface Remembered {
  readonly vpa: VerticalPodAutoscaler;
  readonly untilMs: number;
  readonly recommendation: Recommendation | undefined;
  readonly inUse: InUse | undefined;
  readonly historyMs: number | undefined;
}

/** Pods come in bursts; a recommendation serves the pods of the next seconds. */
const FRESH_FOR_MS = 5_000;
const MAX_REMEMBERED = 10_000;

/**
 * The recommendation for a VPA: from the live recommender if it answers in time, else from the status, else
 * none; for a group of nodes, the one that the VPA carries. Answers at once unless another process must be asked.
 */
export class RecommendationSource {
  private readonly remembered = new Map<string, Remembered>();

  constructor(
    private readonly wallClock: Clock,
    private readonly live: () => LiveRecommender | undefined,
    private readonly remote?: RemoteRecommender,
  ) {}

  /** @param workload whose pod asks, if that is not the target of the VPA */
  recommendationFor(
    compiled: CompiledVpa,
    workload = compiled.target,
  ): SourcedRecommendation | Promise<SourcedRecommendation> {
    const live = this.live();
    const inUse = live && workload && guarded(() => live.inUseBy?.(ownerKey(workload)));
    const historyMs = live && guarded(() => live.historyMsOf?.(compiled.vpa));
    if (compiled.group !== undefined) return { ...fromStatus(compiled), inUse, historyMs };
    if (!live && !this.remote?.isWorthAsking()) return fromStatus(compiled);
    const known = this.recall(compiled);
    if (known) {
      const told = live ? { inUse, historyMs } : { inUse: known.inUse, historyMs: known.historyMs };
      return { ...choose(compiled, known.recommendation), ...told };
    }
    if (live) {
      const recommendation = guarded(() => live.recommendationFor(compiled.vpa));
      return { ...choose(compiled, this.remember(compiled, { recommendation })), inUse, historyMs };
    }
    if (!this.remote) return fromStatus(compiled);
    return this.remote.ask(compiled.vpa).then((answer) => ({
      ...choose(compiled, this.remember(compiled, answer)),
      inUse: answer?.inUse,
      historyMs: answer?.historyMs,
    }));
  }

  private recall(compiled: CompiledVpa): Remembered | undefined {
    const known = this.remembered.get(keyOf(compiled));
    return known && known.vpa === compiled.vpa && known.untilMs > this.wallClock.steady() ? known : undefined;
  }

  private remember(
    compiled: CompiledVpa,
    answer: Partial<RemoteAnswer> | undefined,
  ): Recommendation | undefined {
    const recommendation = guarded(() => compileRecommendation(answer?.recommendation));
    const key = keyOf(compiled);
    this.remembered.delete(key);
    if (this.remembered.size >= MAX_REMEMBERED)
      for (const oldest of this.remembered.keys()) {
        this.remembered.delete(oldest);
        break;
      }
    this.remembered.set(key, {
      vpa: compiled.vpa,
      untilMs: this.wallClock.steady() + FRESH_FOR_MS,
      recommendation,
      inUse: answer?.inUse,
      historyMs: answer?.historyMs,
    });
    return recommendation;
  }
}

/** If the live recommender fails, the status still serves. */
function guarded<T>(ask: () => T | undefined): T | undefined {
  try {
    return ask();
  } catch {
    return undefined;
  }
}

function choose(compiled: CompiledVpa, recommendation: Recommendation | undefined): SourcedRecommendation {
  return recommendation && recommendation.size > 0
    ? { origin: 'live', recommendation }
    : fromStatus(compiled);
}

export function fromStatus({ recommendation }: CompiledVpa): SourcedRecommendation {
  return { origin: recommendation ? 'status' : 'none', recommendation };
}
