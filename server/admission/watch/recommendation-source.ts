import type { SourcedRecommendation } from '../../decide/new/sourced-recommendation';
import { type CompiledVpa, compileRecommendation } from '../../decide/pods/compiled-vpa';
import type { Recommendation } from '../../decide/pods/recommendation';
import type { Clock } from '../../lib/time/clock';
import type { RecommendedPodResources, VerticalPodAutoscaler } from '../../objects/vpa-types';

/** A recommender in this process. */
export interface LiveRecommender {
  recommendationFor(vpa: VerticalPodAutoscaler): RecommendedPodResources | undefined;
}

/** A recommender in another process; undefined if it does not answer in time. Never rejects. */
export interface RemoteRecommender {
  /** Whether to ask it now; false for a while after a failure. */
  isWorthAsking(): boolean;
  ask(vpa: VerticalPodAutoscaler): Promise<RecommendedPodResources | undefined>;
}

interface Remembered {
  readonly vpa: VerticalPodAutoscaler;
  readonly untilMs: number;
  readonly recommendation: Recommendation | undefined;
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

  recommendationFor(compiled: CompiledVpa): SourcedRecommendation | Promise<SourcedRecommendation> {
    if (compiled.group !== undefined) return fromStatus(compiled);
    const live = this.live();
    if (!live && !this.remote?.isWorthAsking()) return fromStatus(compiled);
    const known = this.recall(compiled);
    if (known) return choose(compiled, known.recommendation);
    if (live)
      return choose(
        compiled,
        this.remember(
          compiled,
          guarded(() => live.recommendationFor(compiled.vpa)),
        ),
      );
    if (!this.remote) return fromStatus(compiled);
    return this.remote.ask(compiled.vpa).then((answer) => choose(compiled, this.remember(compiled, answer)));
  }

  private recall(compiled: CompiledVpa): Remembered | undefined {
    const known = this.remembered.get(keyOf(compiled));
    return known && known.vpa === compiled.vpa && known.untilMs > this.wallClock.steady() ? known : undefined;
  }

  private remember(
    compiled: CompiledVpa,
    answer: RecommendedPodResources | undefined,
  ): Recommendation | undefined {
    const recommendation = guarded(() => compileRecommendation(answer));
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
    });
    return recommendation;
  }
}

function keyOf({ namespace, name }: CompiledVpa): string {
  return `${namespace}/${name}`;
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

/** The recommendation in the VPA's status. */
export function fromStatus({ recommendation }: CompiledVpa): SourcedRecommendation {
  return { origin: recommendation ? 'status' : 'none', recommendation };
}
