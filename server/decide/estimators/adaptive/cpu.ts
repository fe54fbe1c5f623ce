import { type SavedEvidence, SavedEvidenceError } from '../estimator';
import {
  isAmount,
  isCount,
  objectIn,
  packFloats,
  packParts,
  unpackFloats,
  unpackParts,
} from '../saved-values';
import { keepOf } from '../windows/open-window';
import { loadBuckets, saveBuckets } from '../windows/saved-buckets';
import type { Seed } from '../windows/seed';
import { EXPERTS, ExpertUsage } from './experts';
import { ExpertLives, IN_PLACE, pricesFor } from './lives';
import { type AdaptiveParameters, shortagePriceOf } from './parameters';

const WINDOWS_PER_HOUR = 12;
/** Lives are compared from so many hours on, with samples in half of their windows. */
const LEAST_HOURS = 24;
/** The same in windows. */
export const LEAST_AGE = LEAST_HOURS * WINDOWS_PER_HOUR;
/** Another life takes over if it costs less by this share. */
const CHEAPER_BY = 0.02;
/** Below this usage, in cores, prices no longer fall with it. */
const LEAST_MEAN = 0.001;

/** What the recommender knows of the CPU of a container: usage, the lives of its experts, and which one speaks. */
export class AdaptiveCpu {
  readonly usage = new ExpertUsage();
  readonly lives: ExpertLives;
  /** What each expert says for this hour, cores. */
  private readonly says = new Float32Array(EXPERTS.length);
  private hour = -1;
  private firstHour = -1;
  private lived = 0;
  /** The life that is followed, −1 while they are too young, and its request, cores. */
  chosen = -1;
  target = 0;
  /** The life that was followed before, −1 if there was none, and in which window another took over. */
  former = -1;
  switchedAt = 0;

  constructor({ inPlace }: Pick<AdaptiveParameters, 'inPlace'>) {
    this.lives = new ExpertLives(EXPERTS.length, inPlace);
  }

  get isReacting(): boolean {
    return this.chosen >= 0 && this.lives.isReacting(this.chosen);
  }

  /**
   * One window, of number `window`, `windows` after the last: each life pays for it with what was known before it.
   * @param values every sample in cores, ascending
   */
  add(values: Float64Array, window: number, windows: number, parameters: AdaptiveParameters): void {
    const { usage, lives, says } = this;
    const hour = Math.floor(window / WINDOWS_PER_HOUR);
    if (!usage.isEmpty) {
      if (hour > this.hour) {
        usage.ask(hour, says);
        this.choose(hour, window);
        this.hour = hour;
      }
      if (this.firstHour < 0) this.firstHour = hour;
      this.lived++;
      const ceiling = usage.asDefault * parameters.ceiling;
      const prices = this.prices(parameters);
      lives.live(values, says, ceiling, prices, keepOf(parameters.priceHalfLifeMs, windows), windows);
      this.follow();
    }
    usage.add(values, windows, hour);
  }

  /** Prices at the size that the container has now. */
  prices(parameters: AdaptiveParameters) {
    const mean = Math.max(LEAST_MEAN, this.usage.mean);
    return pricesFor(mean, shortagePriceOf(parameters), parameters.changePrice);
  }

  seed(seed: Seed): void {
    this.usage.seed(seed);
  }

  private choose(hour: number, window: number): void {
    if (hour - this.firstHour < LEAST_HOURS || this.lived < LEAST_AGE / 2) return;
    const { costs } = this.lives;
    let best = 0;
    for (let life = 1; life < costs.length; life++) if ((costs[life] ?? 0) < (costs[best] ?? 0)) best = life;
    best = this.preparedFor(best);
    const { chosen } = this;
    if (chosen >= 0 && (costs[best] ?? 0) >= (costs[chosen] ?? 0) * (1 - CHEAPER_BY)) return;
    this.former = chosen;
    this.switchedAt = window;
    this.chosen = best;
  }

  /** The life of the same expert that reacts, if it costs about the same: it is prepared for what is new. */
  private preparedFor(life: number): number {
    const { costs } = this.lives;
    const reacting = life + EXPERTS.length;
    const cost = costs[reacting];
    return cost !== undefined && cost <= (costs[life] ?? 0) * (1 + CHEAPER_BY) ? reacting : life;
  }

  private follow(): void {
    if (this.chosen < 0) return;
    const request = this.lives.requests[this.chosen] ?? 0;
    const { target } = this;
    const { raiseAbove, lowerBelow } = IN_PLACE;
    if (request > target * (1 + raiseAbove) || request < target * (1 - lowerBelow)) this.target = request;
  }

  save(): SavedEvidence {
    const { usage, lives, hour, firstHour, lived, chosen, target, former, switchedAt } = this;
    const mostWasted = Math.max(...lives.wastes);
    return {
      shares: usage.byHalfLife.map(saveBuckets),
      hours: usage.hours.save(),
      requests: packFloats(lives.requests),
      costs: packFloats(lives.costs),
      shortages: packParts(
        Array.from(lives.shortages, (shortage, life) => shortage / (lives.costs[life] || 1)),
        1,
      ),
      mostWasted,
      wastes: packParts([...lives.wastes], mostWasted),
      ages: Buffer.from(lives.ages).toString('base64'),
      ...{ hour, firstHour, lived, chosen, target, former, switchedAt },
    };
  }

  /** @throws SavedEvidenceError, also for other experts and for windows after `window` */
  load(saved: Record<string, unknown>, window: number): void {
    const { usage, lives } = this;
    const { shares, hour, firstHour, lived, chosen, target, former, switchedAt } = saved;
    const lastHour = Math.floor(window / WINDOWS_PER_HOUR);
    const isPlace = (value: unknown, most: number): value is number =>
      value === -1 || (isCount(value) && value <= most);
    if (!isPlace(hour, lastHour) || !isPlace(firstHour, lastHour) || !isCount(lived))
      throw new SavedEvidenceError('cpu.hour', 'is no hour of this recommender');
    if (!Array.isArray(shares) || shares.length !== usage.byHalfLife.length)
      throw new SavedEvidenceError('cpu.shares', 'is of other half-lives');
    for (const [index, own] of usage.byHalfLife.entries())
      loadBuckets(own, shares[index], `cpu.shares[${index}]`);
    usage.hours.load(objectIn(saved.hours, 'cpu.hours'), 'cpu.hours', lastHour);
    const requests = amountsIn(saved.requests, 'cpu.requests');
    const costs = amountsIn(saved.costs, 'cpu.costs');
    const shortages = unpackParts(saved.shortages, 'cpu.shortages');
    const { mostWasted } = saved;
    const wastes = unpackParts(saved.wastes, 'cpu.wastes');
    if (!isCoreAmount(mostWasted)) throw new SavedEvidenceError('cpu.mostWasted', 'is no amount');
    const ages = Buffer.from(String(saved.ages), 'base64');
    const isFit = [requests, shortages, wastes].every(({ length }) => length === costs.length);
    if (!isFit) throw new SavedEvidenceError('cpu.costs', 'is of other experts');
    const isLife = (value: unknown): value is number => isPlace(value, costs.length - 1);
    if (!isLife(chosen) || !isLife(former) || !isCoreAmount(target) || !isPlace(switchedAt, window))
      throw new SavedEvidenceError('cpu.chosen', 'is no expert of this recommender');
    // After a change of the update mode the usage is the same, but other lives are led.
    if (costs.length !== lives.count || ages.length !== lives.ages.length) return;
    usage.ask(Math.max(0, hour), this.says);
    lives.requests.set(requests);
    lives.costs.set(costs);
    lives.wastes.set(wastes.map((part) => part * mostWasted));
    lives.ages.set(ages);
    lives.shortages.set(shortages.map((part, life) => part * (costs[life] ?? 0)));
    Object.assign(this, { hour, firstHour, lived, chosen, target, former, switchedAt });
  }
}

/** More than anything could cost, and far from the largest number of single precision. */
const MOST_SAVED = 1e30;

function isCoreAmount(value: unknown): value is number {
  return isAmount(value) && value <= MOST_SAVED;
}

function amountsIn(packed: unknown, field: string): Float32Array {
  const numbers = unpackFloats(packed, field);
  if (!numbers.every(isCoreAmount)) throw new SavedEvidenceError(field, 'has a number that is no amount');
  return numbers;
}
