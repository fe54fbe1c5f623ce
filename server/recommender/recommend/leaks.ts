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
import { type EstimationTrace, withTraces } from '@/server/decide/estimators/explanation';
import { bytesForLife, type Leak, type Life } from '@/server/decide/estimators/leak/leak';
import { MemoryLives } from '@/server/decide/estimators/leak/lives';
import { RaisesInVain, type VainRaises } from '@/server/decide/estimators/leak/raises-in-vain';
import type { Clock } from '@/server/lib/time/clock';
import type { ContainerAggregate } from '@/server/model/aggregate';
import type { Observation, Observer } from '@/server/model/observation';
import type { OwnLimit } from '@/server/model/own-limit';
import { isJsonObject } from '@/server/objects/json-object';
import { isHelpedByMemory } from '@/server/words/leaks';
import { ofKey } from '../../lib/memo/of-key';

export type LeakSettings = Pick<
  Config,
  'leakLifeMs' | 'leakAfterMs' | 'raisesInVain' | 'recommendationMarginFraction'
>;
type Estimating = Pick<ChosenEstimator, 'estimate' | 'explain'>;

/** A container that leaks, and the most memory that it gets. */
export interface KnownLeak extends Leak {
  /** How long it should live with that. */
  readonly lifeMs: number;
  readonly mostBytes: number;
}

/**
 * The lives of the containers of one VPA, and which of them leak. More memory only delays what ends a container that
 * leaks, so its estimate goes no higher than a life of the length needs that it should have; nor does it rise further
 * after many raises that did not end the kills.
 */
export class Leaks implements Observer {
  private readonly byContainer = new Map<string, MemoryLives>();
  private readonly vain = new Map<string, RaisesInVain>();
  /** Containers whose lives are those of native sidecars. */
  private readonly sidecars = new Set<string>();

  constructor(
    private readonly settings: LeakSettings,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  observe(container: string, observation: Observation): void {
    const { kind, value, timeMs, instance, life, isSidecar = false } = observation;
    if (kind === 'killed-at' || kind === 'oom') this.noteRaise(container, observation);
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

  private noteRaise(container: string, { kind, value, timeMs }: Observation): void {
    const vain = ofKey(this.vain, container, () => new RaisesInVain());
    if (kind === 'killed-at') vain.noteLimit(value);
    else vain.noteKill(value, timeMs);
  }

  /** Drops what is known of containers that are gone or of another kind. */
  keep(aggregates: ReadonlyMap<string, Pick<ContainerAggregate, 'isSidecar'>>): void {
    for (const container of this.byContainer.keys())
      if (aggregates.get(container)?.isSidecar !== this.sidecars.has(container))
        this.byContainer.delete(container);
    for (const container of this.vain.keys()) if (!aggregates.has(container)) this.vain.delete(container);
  }

  of(container: string): KnownLeak | undefined {
    const { leakLifeMs, recommendationMarginFraction } = this.settings;
    const leak = this.byContainer.get(container)?.leak();
    if (!leak) return undefined;
    const mostBytes = wholeAmount(bytesForLife(leak, leakLifeMs, recommendationMarginFraction));
    return { ...leak, lifeMs: Math.max(leakLifeMs, leak.endedAfterMs ?? 0), mostBytes };
  }

  /** What is held since raises did not help; undefined if more memory may. */
  inVain(container: string): VainRaises | undefined {
    const leak = this.of(container);
    // Of what leaks it is known how much it can use.
    if (leak && isHelpedByMemory(leak)) return undefined;
    return this.vain.get(container)?.after(this.settings.raisesInVain, this.clock.now());
  }

  allInVain(): { container: string; raises: VainRaises }[] {
    return [...this.vain.keys()].flatMap((container) => {
      const raises = this.inVain(container);
      return raises ? [{ container, raises }] : [];
    });
  }

  private cap(container: string): { most: number; step: 'leak' | 'raised-in-vain' } | undefined {
    const leak = this.of(container)?.mostBytes ?? Number.POSITIVE_INFINITY;
    const vain = this.inVain(container)?.mostBytes ?? Number.POSITIVE_INFINITY;
    const most = Math.min(leak, vain);
    return most === Number.POSITIVE_INFINITY
      ? undefined
      : { most, step: vain < leak ? 'raised-in-vain' : 'leak' };
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

  /**
   * What a raise did not help, and still counts: that of a leak for as long as it is one. None by settings that hold no
   * raise.
   */
  private killedAgain(container: string): VainRaises | undefined {
    if (this.settings.raisesInVain === 0) return undefined;
    const vain = this.vain.get(container);
    return this.of(container) ? vain?.again : vain?.after(1, this.clock.now());
  }

  /**
   * The same estimates, for containers that leak no higher than they may go.
   * @param mayLimitApart whether limits may leave their proportion to requests
   */
  holding(estimator: Estimating, mayLimitApart = true): Estimating {
    return {
      estimate: (history) => {
        const held = this.hold(history, estimator.estimate(history));
        return mayLimitApart ? this.boundLimit(history.container, held) : held;
      },
      explain: (history) => {
        const explanation = estimator.explain(history);
        const { traces } = explanation;
        const cap = this.cap(history.container);
        const told = cap ? traces.map((trace) => held(trace, cap)) : traces;
        if (!mayLimitApart || !(this.killedAgain(history.container) || this.onlyRises(history.container)))
          return withTraces(explanation, told);
        const { memoryLimit } = this.boundLimit(
          history.container,
          this.hold(history, estimator.estimate(history)),
        );
        return withTraces(explanation, memoryLimit ? withBoundLimit(told, memoryLimit) : told);
      },
    };
  }

  private hold({ container }: ContainerAggregate, estimate: Estimate): Estimate {
    const most = this.cap(container)?.most;
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

  /** Whether its memory is not known to end anywhere. No container's by settings that hold no raise. */
  private onlyRises(container: string): boolean {
    return this.settings.raisesInVain > 0 && (this.byContainer.get(container)?.onlyRises ?? false);
  }

  /**
   * A limit in proportion to a request that kills have raised, or memory that only rises, is not raised beyond that
   * request: it would let the container use all of its node.
   */
  private boundLimit(container: string, estimate: Estimate): Estimate {
    if (estimate.memoryLimit) return estimate;
    const { memory } = estimate;
    const again = this.killedAgain(container);
    if (!again)
      return this.onlyRises(container)
        ? { ...estimate, memoryLimit: { ...memory, asOne: memory, keepsStated: true } }
        : estimate;
    const { fromBytes, toBytes } = again;
    return {
      ...estimate,
      memoryLimit: {
        lowerBound: fromBytes,
        target: Math.max(memory.target, toBytes),
        upperBound: Math.max(memory.upperBound, toBytes),
        asOne: memory,
        firstKilledAt: fromBytes,
      },
    };
  }

  private setKind(container: string, isSidecar: boolean): void {
    if (isSidecar) this.sidecars.add(container);
    else this.sidecars.delete(container);
  }

  /** As text for a checkpoint; undefined if there is nothing to keep. */
  save(container: string): string | undefined {
    const lives = this.byContainer.get(container)?.save();
    const vain = this.vain.get(container)?.save();
    return lives || vain ? JSON.stringify({ ...lives, ...(vain && { vain }) }) : undefined;
  }

  /** Reads what `save` wrote; what cannot be used begins anew. */
  restore(container: string, text: string, isSidecar = false): void {
    if (this.byContainer.has(container)) return;
    this.setKind(container, isSidecar);
    try {
      const saved: unknown = JSON.parse(text);
      if (!isJsonObject(saved)) return;
      if (isJsonObject(saved.vain)) this.vain.set(container, RaisesInVain.load(saved.vain, this.clock.now()));
      if (saved.going !== undefined)
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

function withBoundLimit(
  traces: EstimationTrace[],
  { firstKilledAt, keepsStated, target }: OwnLimit,
): EstimationTrace[] {
  if (firstKilledAt === undefined && !keepsStated) return traces;
  const others = traces.filter(({ bound }) => bound !== 'limit');
  const step = { step: keepsStated ? 'only-rises' : 'raised-in-vain', value: target, by: target } as const;
  return [...others, { resource: 'memory', bound: 'limit', steps: [step] }];
}

function held(
  trace: EstimationTrace,
  { most, step }: { most: number; step: 'leak' | 'raised-in-vain' },
): EstimationTrace {
  const value = trace.steps.at(-1)?.value ?? 0;
  if (trace.resource !== 'memory' || value <= most) return trace;
  return { ...trace, steps: [...trace.steps, { step, value: most }] };
}
