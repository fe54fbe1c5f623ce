import {
  type ChosenEstimator,
  type SavedEvidence,
  SavedEvidenceError,
} from '@/server/decide/estimators/estimator';
import type { EvidenceView } from '@/server/decide/estimators/evidence';
import type { ChosenRecommender, Study } from '@/server/decide/estimators/recommender';
import type { Clock } from '@/server/lib/time/clock';
import type { ContainerAggregate } from '@/server/model/aggregate';
import type { Observation, Observer } from '@/server/model/observation';
import type { VpaChoice } from './choices';

/** If the clock was set back further, studies begin anew. */
const LONGEST_STANDSTILL_MS = 3_600_000;

/**
 * What the recommender that a VPA chose keeps of each of its containers. What a former choice kept waits, in
 * its saved form, until the VPA returns to it.
 */
export class Studies implements Observer {
  private key = '';
  private current: ChosenRecommender | undefined;
  private readonly byContainer = new Map<string, Study>();
  /** Containers whose studies are of native sidecars. */
  private readonly sidecars = new Set<string>();
  /** Containers whose studies know of the past only what is kept of every container. */
  readonly begun = new Set<string>();
  /** By name of recommender and by container. */
  private readonly waiting = new Map<string, ReadonlyMap<string, SavedEvidence>>();
  /** The latest that it was when something was observed, Unix ms. */
  private latestMs = Number.NEGATIVE_INFINITY;

  constructor(private readonly clock: Pick<Clock, 'now'>) {}

  /** Undefined if what is kept of every container is enough. */
  get chosen(): ChosenRecommender | undefined {
    return this.current;
  }

  /** @returns whether it is another choice than before */
  choose({ key, chosen }: VpaChoice): boolean {
    if (key === this.key) return false;
    this.key = key;
    if (this.current)
      this.waiting.set(
        this.current.name,
        new Map([...this.byContainer].map(([container, study]) => [container, study.save()])),
      );
    this.current = chosen;
    this.byContainer.clear();
    this.begun.clear();
    const kept = this.waiting.get(chosen?.name ?? '') ?? [];
    for (const [container, saved] of kept) this.load(container, saved, this.clock.now());
    if (chosen) this.waiting.delete(chosen.name);
    return true;
  }

  /** What they would be at once after another choice; these stay as they are. */
  under(choice: VpaChoice, aggregates: ReadonlyMap<string, ContainerAggregate>): Studies {
    if (choice.key === this.key) return this;
    const next = new Studies(this.clock);
    next.key = this.key;
    next.current = this.current;
    for (const [container, study] of this.byContainer) next.byContainer.set(container, study);
    for (const container of this.sidecars) next.sidecars.add(container);
    for (const [name, saved] of this.waiting) next.waiting.set(name, saved);
    next.choose(choice);
    next.begin(aggregates);
    return next;
  }

  /** Starts the studies of containers that have none yet, and drops those of containers that are gone or of another kind. */
  begin(aggregates: ReadonlyMap<string, ContainerAggregate>): void {
    if (!this.current) return;
    for (const container of this.byContainer.keys())
      if (aggregates.get(container)?.isSidecar !== this.sidecars.has(container)) {
        this.byContainer.delete(container);
        this.begun.delete(container);
      }
    for (const [container, aggregate] of aggregates) {
      if (this.byContainer.has(container)) continue;
      this.byContainer.set(container, this.current.begin(aggregate));
      this.setKind(container, aggregate.isSidecar);
      if (this.current.livesThroughPast) this.begun.add(container);
    }
  }

  /** Forgets what is kept of every container; `begin` starts it from what is known then. */
  restart(): void {
    this.byContainer.clear();
    this.begun.clear();
  }

  /** An empty study of a container, to live through its past; `accept` puts it in place of the present one. */
  anew(container: string): { readonly study: Study; accept(): void } | undefined {
    const { current } = this;
    if (!current) return undefined;
    const study = current.begin();
    const accept = () => {
      if (this.current === current && this.byContainer.has(container)) this.byContainer.set(container, study);
    };
    return { study, accept };
  }

  /**
   * A node's clock may be ahead; what it measured counts as of now. If this clock was set back, time stands still in
   * the studies until it is as late again.
   */
  observe(container: string, observation: Observation): void {
    const nowMs = this.clock.now();
    if (this.latestMs - nowMs > LONGEST_STANDSTILL_MS) {
      this.byContainer.clear();
      this.latestMs = nowMs;
    }
    this.latestMs = Math.max(this.latestMs, nowMs);
    const study = this.byContainer.get(container);
    if (!study || (observation.isSidecar ?? false) !== this.sidecars.has(container)) return;
    const isPeak = observation.kind === 'peak' || observation.kind === 'former-peak';
    const timeMs = Math.min(observation.timeMs, nowMs) + this.latestMs - nowMs;
    study.observe(isPeak || timeMs === observation.timeMs ? observation : { ...observation, timeMs });
  }

  /** The chosen recommender at this time, and `usual` for containers without a study. */
  estimator(usual: ChosenEstimator): Pick<ChosenEstimator, 'estimate' | 'explain'> {
    const nowMs = this.clock.now();
    const of = ({ container }: ContainerAggregate) => this.byContainer.get(container);
    return {
      estimate: (history) => of(history)?.estimate(history, nowMs) ?? usual.estimate(history),
      explain: (history) => of(history)?.explain(history, nowMs) ?? usual.explain(history),
    };
  }

  /** What the chosen recommender saw of a container; undefined if it keeps nothing of its own. */
  evidenceOf(history: ContainerAggregate): EvidenceView | undefined {
    return this.byContainer.get(history.container)?.evidence(history, this.clock.now());
  }

  /** As text for a checkpoint; undefined if there is nothing to keep. */
  save(container: string): string | undefined {
    const study = this.byContainer.get(container);
    return study && JSON.stringify(study.save());
  }

  /** Reads what `save` wrote until `atMs`; what cannot be used begins anew. */
  restore(container: string, text: string, atMs: number, isSidecar = false): void {
    if (this.byContainer.has(container)) return;
    this.setKind(container, isSidecar);
    const nowMs = this.clock.now();
    try {
      const saved: unknown = JSON.parse(text);
      if (typeof saved === 'object' && saved !== null)
        this.load(container, saved as SavedEvidence, Math.min(Number.isNaN(atMs) ? nowMs : atMs, nowMs));
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  }

  private setKind(container: string, isSidecar: boolean): void {
    if (isSidecar) this.sidecars.add(container);
    else this.sidecars.delete(container);
  }

  private load(container: string, saved: SavedEvidence, atMs: number): void {
    try {
      const study = this.current?.load(saved, atMs);
      if (!study) return;
      this.byContainer.set(container, study);
      this.latestMs = Math.max(this.latestMs, Number(saved.lastMs) || this.latestMs);
    } catch (error) {
      if (!(error instanceof SavedEvidenceError)) throw error;
    }
  }
}
