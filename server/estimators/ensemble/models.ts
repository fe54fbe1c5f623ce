import { SIGNALS, type Signal } from '../../model/signals';
import type { SavedEvidence } from '../estimator';
import { SavedEvidenceError } from '../estimator';
import { isAmount, isCount, packNumbers } from '../saved-values';
import { DecayedBuckets } from '../windows/decayed-buckets';
import { keepOf } from '../windows/open-window';
import { addSeed, type Seed } from '../windows/seed';
import { type Charge, chargeFor, cheapestLimit } from './cheapest-limit';
import type { EnsembleParameters } from './parameters';

const CHARGE: Charge = { cost: 0, overrun: 0 };

/** The models of one signal: every half-life with every margin, in this order. */
export class Models {
  /** Usage by half-life; of each, the bucket of the cheapest limit, −1 before the first window. */
  readonly byHalfLife: readonly DecayedBuckets[];
  private readonly bases: number[];
  /** By model: its limit in cores or bytes, its cost, and 1 if its limit has just changed. */
  readonly limits: number[];
  readonly costs: number[];
  private readonly changed: number[];
  /** The lowest and the highest of the limits. */
  lowest = 0;
  highest = 0;
  /** Parts of the costs: for usage above the limit, and for changes of the limit. */
  readonly overruns: number[];
  readonly changeCosts: number[];
  /** The model that speaks, −1 before the first window, and its limit. */
  chosen = -1;
  private limit = 0;
  /** The model that spoke before, −1 if there was none, and how many windows ago that was. */
  former = -1;
  sinceSwitch = 0;

  constructor(
    private readonly signal: Signal,
    { halfLivesMs, margins }: EnsembleParameters,
  ) {
    const { buckets } = SIGNALS[signal];
    this.byHalfLife = halfLivesMs.map(() => new DecayedBuckets(buckets));
    this.bases = halfLivesMs.map(() => -1);
    const none = halfLivesMs.flatMap(() => margins.map(() => 0));
    this.limits = none;
    this.costs = [...none];
    this.changed = [...none];
    this.overruns = [...none];
    this.changeCosts = [...none];
  }

  /**
   * One window. First the limits that were in force are charged for it, then each model learns it and sets its
   * limit, then the cheapest model is chosen (Autopilot, EuroSys 2020, eq. 7 to 9). The paper charges the
   * limit that already knows the window; this one does not.
   */
  add(values: readonly number[], windows: number, parameters: EnsembleParameters): void {
    const scale = this.scaleOf(values, parameters);
    if (this.chosen >= 0) this.charge(values, windows, parameters, scale);
    for (const [index, shares] of this.byHalfLife.entries()) {
      const keep = keepOf(parameters.halfLivesMs[index] ?? Number.POSITIVE_INFINITY, windows);
      // The first window has all the weight, however slowly it fades.
      const weight = (shares.isEmpty ? 1 : 1 - keep) / values.length;
      shares.fade(keep);
      for (const value of values) shares.add(value, weight);
    }
    this.setLimits(parameters, scale);
    const before = this.chosen;
    this.choose(parameters, scale);
    this.sinceSwitch += windows;
    if (before === this.chosen || before < 0) return;
    this.former = before;
    this.sinceSwitch = 0;
  }

  /** What another model, and another limit, would cost now. */
  switchPrices(parameters: EnsembleParameters): { model: number; limit: number } {
    const scale = this.scaleOf([], parameters);
    return { model: parameters.modelChange * scale, limit: parameters.limitChange * scale };
  }

  seed({ histograms }: Seed, parameters: EnsembleParameters): void {
    const histogram = histograms[this.signal];
    if (histogram.isEmpty) return;
    for (const shares of this.byHalfLife) addSeed(shares, histogram, 1);
    const scale = this.scaleOf([], parameters);
    this.setLimits(parameters, scale);
    this.choose(parameters, scale);
  }

  /** By distance, prices of changes are shares of the mean usage, so that they mean the same at any size. */
  private scaleOf(values: readonly number[], { measure }: EnsembleParameters): number {
    if (measure === 'count') return 1;
    const slowest = this.byHalfLife.at(-1);
    if (slowest && !slowest.isEmpty) return slowest.mean;
    return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  }

  /** c[t] = d·(w_o·o_now + w_u·u_now + w_ΔL·[L changed]) + (1−d)·c[t−1]. */
  private charge(
    values: readonly number[],
    windows: number,
    parameters: EnsembleParameters,
    scale: number,
  ): void {
    const keep = keepOf(parameters.costHalfLifeMs, windows);
    // Not by spreading: V8 makes a new hidden class for every copy that gains properties.
    const { overrun, underrun } = parameters[this.signal];
    const prices = { overrun, underrun, measure: parameters.measure };
    for (let model = 0; model < this.limits.length; model++) {
      const limit = this.limits[model] ?? 0;
      const change = this.changed[model] === 1 ? parameters.limitChange * scale : 0;
      chargeFor(limit, values, prices, CHARGE);
      this.costs[model] = (1 - keep) * (CHARGE.cost + change) + keep * (this.costs[model] ?? 0);
      this.overruns[model] = (1 - keep) * CHARGE.overrun + keep * (this.overruns[model] ?? 0);
      this.changeCosts[model] = (1 - keep) * change + keep * (this.changeCosts[model] ?? 0);
    }
  }

  private setLimits(parameters: EnsembleParameters, scale: number): void {
    const { margins, measure } = parameters;
    const { overrun, underrun } = parameters[this.signal];
    const dear = { overrun, underrun, measure, change: parameters.limitChange * scale };
    const free = { overrun, underrun, measure, change: 0 };
    for (const [index, shares] of this.byHalfLife.entries()) {
      const former = this.bases[index] ?? -1;
      const base = cheapestLimit(shares, former < 0 ? free : dear, former);
      this.bases[index] = base;
      for (const [at, margin] of margins.entries()) {
        const model = index * margins.length + at;
        this.limits[model] = shares.buckets.endOf(base) * (1 + margin);
        this.changed[model] = former >= 0 && former !== base ? 1 : 0;
      }
    }
    this.noteExtremes();
  }

  private noteExtremes(): void {
    this.lowest = Math.min(...this.limits);
    this.highest = Math.max(...this.limits);
  }

  /** argmin over m of c_m + w_Δm·[m ≠ former] + w_ΔL·[L_m ≠ L]; of equals the slower and wider. */
  private choose({ modelChange, limitChange }: EnsembleParameters, scale: number): void {
    const former = this.chosen;
    let least = Number.POSITIVE_INFINITY;
    for (let model = 0; model < this.limits.length; model++) {
      const limit = this.limits[model] ?? 0;
      const isSame = former < 0 || model === former;
      const change = former >= 0 && limit !== this.limit ? limitChange * scale : 0;
      const cost = (this.costs[model] ?? 0) + (isSame ? 0 : modelChange * scale) + change;
      if (cost > least) continue;
      least = cost;
      this.chosen = model;
    }
    this.limit = this.limits[this.chosen] ?? 0;
  }

  save(): SavedEvidence {
    const { byHalfLife, bases, limits, costs, changed, chosen, limit } = this;
    const { overruns, changeCosts, former, sinceSwitch } = this;
    return {
      shares: byHalfLife.map(({ weights }) => packNumbers(weights.inUse())),
      bases: [...bases],
      limits: [...limits],
      costs: [...costs],
      changed: [...changed],
      chosen,
      limit,
      overruns: [...overruns],
      changeCosts: [...changeCosts],
      former,
      sinceSwitch,
    };
  }

  /** @throws SavedEvidenceError for other half-lives or margins */
  load(saved: Record<string, unknown>, field: string): void {
    const { shares, chosen, limit } = saved;
    if (!Array.isArray(shares) || shares.length !== this.byHalfLife.length)
      throw new SavedEvidenceError(`${field}.shares`, 'is of other half-lives');
    for (const [index, own] of this.byHalfLife.entries()) {
      own.load(shares[index], `${field}.shares[${index}]`);
    }
    for (const name of ['bases', 'limits', 'costs', 'changed'] as const) {
      const numbers: unknown = saved[name];
      const isFit = Array.isArray(numbers) && numbers.length === this[name].length;
      if (!isFit || !numbers.every((one) => Number.isFinite(one)))
        throw new SavedEvidenceError(`${field}.${name}`, 'is of other models');
      this[name].splice(0, numbers.length, ...(numbers as number[]));
    }
    if (typeof limit !== 'number' || !Number.isFinite(limit))
      throw new SavedEvidenceError(`${field}.limit`, 'is no number');
    if (chosen !== -1 && !(isCount(chosen) && chosen < this.limits.length))
      throw new SavedEvidenceError(`${field}.chosen`, 'is no model');
    Object.assign(this, { chosen, limit });
    this.noteExtremes();
    this.loadStory(saved);
  }

  /** What only people need; what cannot be read begins anew. */
  private loadStory({ former, sinceSwitch, ...saved }: Record<string, unknown>): void {
    for (const name of ['overruns', 'changeCosts'] as const) {
      const numbers: unknown = saved[name];
      const isFit = Array.isArray(numbers) && numbers.length === this[name].length;
      if (isFit && numbers.every(isAmount)) this[name].splice(0, numbers.length, ...numbers);
    }
    if (isCount(former) && former < this.limits.length && isCount(sinceSwitch))
      Object.assign(this, { former, sinceSwitch });
  }
}
