import type { Config } from '@/server/config';
import { wholeAmount } from '@/server/decide/estimators/amounts';
import {
  BOUNDS,
  type BoundAmounts,
  type ChosenEstimator,
  type Estimate,
  type SavedEvidence,
  SavedEvidenceError,
} from '@/server/decide/estimators/estimator';
import type { EstimationTrace } from '@/server/decide/estimators/explanation';
import { bytesForLife, type Leak, type Life } from '@/server/decide/estimators/leak/leak';
import { MemoryLives } from '@/server/decide/estimators/leak/lives';
import type { Clock } from '@/server/lib/time/clock';
import type { ContainerAggregate } from '@/server/model/aggregate';
import type { Observation, Observer } from '@/server/model/observation';
import { isJsonObject } from '@/server/objects/json-object';

export type LeakSettings = Pick<Config, 'leakLifeMs' | 'leakAfterMs' | 'recommendationMarginFraction'>;
type Estimating = Pick<ChosenEstimator, 'estimate' | 'explain'>;

/** A container that leaks, and the most memory that it gets. */
export interface KnownLeak extends Leak {
  /** How long it should live with that. */
  readonly lifeMs: number;
  readonly mostBytes: number;
}

/**
 * The lives of the containers of one VPA, and which of them leak. More memory only delays what ends a container that
 * leaks, so its estimate goes no higher than a life of the length needs that it should have.
 */
export class Leaks implements Observer {
  private readonly byContainer = new Map<string, MemoryLives>();
  /** Containers whose lives are those of native sidecars. */
  private readonly sidecars = new Set<string>();

  constructor(
    private readonly settings: LeakSettings,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  observe(container: string, { kind, value, timeMs, instance, life, isSidecar = false }: Observation): void {
    if (this.byContainer.has(container) && isSidecar !== this.sidecars.has(container)) return;
    if (kind === 'oom') this.byContainer.get(container)?.noteKill(instance, timeMs);
    if (kind !== 'memory' || !life || this.settings.leakLifeMs === 0) return;
    let lives = this.byContainer.get(container);
    if (!lives) {
      lives = new MemoryLives(this.settings.leakAfterMs);
      this.setKind(container, isSidecar);
      this.byContainer.set(container, lives);
    }
    lives.addMemory(instance, life, value, Math.min(timeMs, this.clock.now()));
  }

  /** Drops what is known of containers that are gone or of another kind. */
  keep(aggregates: ReadonlyMap<string, Pick<ContainerAggregate, 'isSidecar'>>): void {
    for (const container of this.byContainer.keys())
      if (aggregates.get(container)?.isSidecar !== this.sidecars.has(container))
        this.byContainer.delete(container);
  }

  of(container: string): KnownLeak | undefined {
    const { leakLifeMs, recommendationMarginFraction } = this.settings;
    const leak = this.byContainer.get(container)?.leak();
    if (!leak) return undefined;
    const mostBytes = wholeAmount(bytesForLife(leak, leakLifeMs, recommendationMarginFraction));
    return { ...leak, lifeMs: Math.max(leakLifeMs, leak.endedAfterMs ?? 0), mostBytes };
  }

  /** Oldest first. */
  livesOf(container: string): Life[] {
    return this.byContainer.get(container)?.list() ?? [];
  }

  all(): { container: string; leak: KnownLeak }[] {
    return [...this.byContainer.keys()].flatMap((container) => {
      const leak = this.of(container);
      return leak ? [{ container, leak }] : [];
    });
  }

  /** The same estimates, for containers that leak no higher than they may go. */
  holding(estimator: Estimating): Estimating {
    return {
      estimate: (history) => this.hold(history, estimator.estimate(history)),
      explain: (history) => {
        const { traces, histograms } = estimator.explain(history);
        const most = this.of(history.container)?.mostBytes;
        return { traces: most === undefined ? traces : traces.map((trace) => held(trace, most)), histograms };
      },
    };
  }

  private hold({ container }: ContainerAggregate, estimate: Estimate): Estimate {
    const most = this.of(container)?.mostBytes;
    if (most === undefined) return estimate;
    const { memoryLimit } = estimate;
    return {
      ...estimate,
      memory: atMost(estimate.memory, most),
      ...(memoryLimit && {
        memoryLimit: { ...atMost(memoryLimit, most), asOne: atMost(memoryLimit.asOne, most) },
      }),
    };
  }

  private setKind(container: string, isSidecar: boolean): void {
    if (isSidecar) this.sidecars.add(container);
    else this.sidecars.delete(container);
  }

  /** As text for a checkpoint; undefined if there is nothing to keep. */
  save(container: string): string | undefined {
    const saved = this.byContainer.get(container)?.save();
    return saved && JSON.stringify(saved);
  }

  /** Reads what `save` wrote; what cannot be used begins anew. */
  restore(container: string, text: string, isSidecar = false): void {
    if (this.byContainer.has(container)) return;
    this.setKind(container, isSidecar);
    try {
      const saved: unknown = JSON.parse(text);
      if (isJsonObject(saved))
        this.byContainer.set(
          container,
          MemoryLives.load(saved as SavedEvidence, this.settings.leakAfterMs, this.clock.now()),
        );
    } catch (error) {
      if (!(error instanceof SyntaxError || error instanceof SavedEvidenceError)) throw error;
    }
  }
}

function atMost(bounds: BoundAmounts, most: number): BoundAmounts {
  const [lowerBound, target, upperBound] = BOUNDS.map((bound) => Math.min(bounds[bound], most));
  return { lowerBound, target, upperBound } as BoundAmounts;
}

function held(trace: EstimationTrace, most: number): EstimationTrace {
  const value = trace.steps.at(-1)?.value ?? 0;
  if (trace.resource !== 'memory' || value <= most) return trace;
  return { ...trace, steps: [...trace.steps, { step: 'leak', value: most }] };
}
