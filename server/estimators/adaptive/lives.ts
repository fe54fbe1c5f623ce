import { WINDOW_MS } from '../windows/open-window';

const HOUR_MS = 3_600_000;
const AGE_MS = 12 * HOUR_MS;
const WINDOWS_PER_HOUR = HOUR_MS / WINDOW_MS;

/** A request is raised for more than this share, and lowered for more than the other. */
export const RAISE_ABOVE = 0.05;
export const LOWER_BELOW = 0.1;
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
export class Lives {
  readonly requests: Float32Array;
  /** Costs of the past in cores, older ones fading: all, and the part for shortage. */
  readonly costs: Float32Array;
  readonly shortages: Float32Array;
  private readonly wastes: Float32Array;
  private readonly ages: Float32Array;

  /** @param reacts whether each expert leads a second life; the second ones come after the first */
  constructor(
    private readonly experts: number,
    private readonly reacts: boolean,
  ) {
    const count = experts * (reacts ? 2 : 1);
    this.requests = new Float32Array(count);
    this.costs = new Float32Array(count);
    this.shortages = new Float32Array(count);
    this.wastes = new Float32Array(count);
    this.ages = new Float32Array(count);
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
   * @param values every sample in cores
   * @param says of each expert, in cores
   * @param keep the share of former costs that counts on
   */
  live(values: readonly number[], says: Float32Array, ceiling: number, prices: Prices, keep: number): void {
    const highest = Math.max(...values);
    const reaction = highest * (1 + REACTION_MARGIN);
    const { requests, costs, shortages, experts } = this;
    for (let life = 0; life < requests.length; life++) {
      const request = requests[life] ?? 0;
      const isFirst = request === 0;
      const shortage = isFirst || highest <= request ? 0 : prices.shortage * shareAbove(values, request);
      let wanted = Math.min(says[life % experts] ?? 0, ceiling);
      if (highest > request && life >= experts) wanted = Math.max(wanted, reaction);
      const isChange = this.follow(life, request, wanted, prices.change);
      const paid = isFirst ? wanted : request + shortage + (isChange ? prices.change : 0);
      costs[life] = (1 - keep) * paid + keep * (costs[life] ?? 0);
      shortages[life] = (1 - keep) * shortage + keep * (shortages[life] ?? 0);
    }
  }

  /** @returns whether the request changed */
  private follow(life: number, request: number, wanted: number, changePrice: number): boolean {
    const { wastes, ages, reacts } = this;
    const age = (ages[life] ?? 0) + WINDOW_MS;
    ages[life] = age;
    const waste = wanted < request ? (wastes[life] ?? 0) + request - wanted : 0;
    wastes[life] = waste;
    const isOld = reacts || age >= AGE_MS;
    const isRaised = wanted > request * (1 + RAISE_ABOVE);
    const isLowered = wanted < request * (1 - LOWER_BELOW) && waste >= changePrice;
    if (request > 0 && !(isOld && (isRaised || isLowered))) return false;
    this.requests[life] = wanted;
    wastes[life] = 0;
    ages[life] = 0;
    return request > 0;
  }
}

function shareAbove(values: readonly number[], request: number): number {
  let above = 0;
  for (const value of values) if (value > request) above++;
  return above / values.length;
}
