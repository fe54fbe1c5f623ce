import { WINDOW_MS } from '../windows/open-window';

const HOUR_MS = 3_600_000;
const WINDOWS_PER_HOUR = HOUR_MS / WINDOW_MS;

/** When a request follows what its expert says. */
interface Following {
  /** It is raised for more than this share, and lowered for more than the other. */
  readonly raiseAbove: number;
  readonly lowerBelow: number;
  /** Windows that it stays as it is at least. */
  readonly age: number;
  /** What a change costs, as times the price of one in place. */
  readonly changeCosts: number;
}

export const IN_PLACE: Following = { raiseAbove: 0.05, lowerBelow: 0.1, age: 0, changeCosts: 1 };
/** As the updater evicts with its usual settings. A pod that starts anew costs far more than a resize. */
const BY_EVICTION: Following = {
  raiseAbove: 0.3,
  lowerBelow: 0.3,
  age: 12 * WINDOWS_PER_HOUR,
  changeCosts: 50,
};
/** Ages are counted up to here. */
const OLDEST = 255;
/** What usage above the request is answered with: so much more than was used. */
export const REACTION_MARGIN = 0.1;

/** The size at which a change costs as many hours of usage as its price says, cores; of larger ones it costs less. */
const REFERENCE_CORES = 0.3;
const SIZE_EXPONENT = 0.25;

/** Prices of one container at present, all in cores. */
export interface Prices {
  /** Of a whole window short of CPU. */
  readonly shortage: number;
  /** Of a change, spread over one window. */
  readonly change: number;
}

/** @param mean usage in cores */
export function pricesFor(mean: number, shortagePrice: number, changePrice: number): Prices {
  const hours = changePrice * (REFERENCE_CORES / mean) ** SIZE_EXPONENT;
  return { shortage: shortagePrice * mean, change: hours * mean * WINDOWS_PER_HOUR };
}

/**
 * What would have come of following each expert: every one leads the life of the container with a request of its
 * own, and pays for what it reserves, for the share of time that it is short, and for changes. With reactions
 * each expert leads a second life, in which usage above the request raises it at once.
 *
 * A request is lowered once what could have been saved since it was too high is worth a change: that costs at most
 * twice what the best moment would have (ski rental; Karlin et al., Competitive snoopy caching, 1988).
 */
export class ExpertLives {
  readonly requests: Float32Array;
  /** Costs of the past in cores, older ones fading: all, and the part for shortage. */
  readonly costs: Float32Array;
  readonly shortages: Float32Array;
  /** What a lower request could have saved so far, cores × windows. */
  readonly wastes: Float32Array;
  /** Windows since the request was set, at most `OLDEST`; empty where age does not matter. */
  readonly ages: Uint8Array;
  private readonly following: Following;

  /** @param reacts whether each expert leads a second life; the second ones come after the first */
  constructor(
    private readonly experts: number,
    reacts: boolean,
  ) {
    const count = experts * (reacts ? 2 : 1);
    this.requests = new Float32Array(count);
    this.costs = new Float32Array(count);
    this.shortages = new Float32Array(count);
    this.wastes = new Float32Array(count);
    this.following = reacts ? IN_PLACE : BY_EVICTION;
    this.ages = new Uint8Array(this.following.age > 0 ? count : 0);
  }

  get count(): number {
    return this.requests.length;
  }

  /** Whether this life raises its request by what is used. */
  isReacting(life: number): boolean {
    return life >= this.experts;
  }

  /**
   * One window: each life pays for it, then sets its request for the next.
   * @param values every sample in cores, ascending; at least one
   * @param says of each expert, in cores
   * @param keep the share of former costs that counts on
   * @param windows since the last one
   */
  live(
    values: Float64Array,
    says: Float32Array,
    ceiling: number,
    prices: Prices,
    keep: number,
    windows: number,
  ): void {
    const highest = values.at(-1) ?? 0;
    const reaction = highest * (1 + REACTION_MARGIN);
    const { requests, costs, shortages, experts } = this;
    const change = prices.change * this.following.changeCosts;
    for (let life = 0; life < requests.length; life++) {
      const request = requests[life] ?? 0;
      const isFirst = request === 0;
      const shortage = isFirst || highest <= request ? 0 : prices.shortage * shareAbove(values, request);
      let wanted = Math.min(says[life % experts] ?? 0, ceiling);
      if (highest > request && life >= experts) wanted = Math.max(wanted, reaction);
      const isChange = this.follow(life, wanted, change, windows);
      const paid = isFirst ? wanted : request + shortage + (isChange ? change : 0);
      costs[life] = (1 - keep) * paid + keep * (costs[life] ?? 0);
      shortages[life] = (1 - keep) * shortage + keep * (shortages[life] ?? 0);
    }
  }

  /** @returns whether the request changed */
  private follow(life: number, wanted: number, changePrice: number, windows: number): boolean {
    const { wastes, ages, following } = this;
    const request = this.requests[life] ?? 0;
    const age = Math.min(OLDEST, (ages[life] ?? 0) + windows);
    ages[life] = age;
    const waste = wanted < request ? (wastes[life] ?? 0) + request - wanted : 0;
    wastes[life] = waste;
    const isOld = age >= following.age;
    const isRaised = wanted > request * (1 + following.raiseAbove);
    const isLowered = wanted < request * (1 - following.lowerBelow) && waste >= changePrice;
    if (request > 0 && !(isOld && (isRaised || isLowered))) return false;
    this.requests[life] = wanted;
    wastes[life] = 0;
    ages[life] = 0;
    return request > 0;
  }
}

/** Of ascending values, by bisection: a container of thousands of pods has thousands of them. */
function shareAbove(values: Float64Array, request: number): number {
  let [from, to] = [0, values.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((values[middle] ?? 0) > request) to = middle;
    else from = middle + 1;
  }
  return (values.length - from) / values.length;
}
