/** Beyond the greatest risk of a frontier, at most as many times less is reserved as there is more risk. */
const STEEPEST = -1;

/** What one replay of one series came to: a risk, such as the share of time short, and what was set aside for it. */
export interface ReplayedOutcome {
  readonly risk: number;
  readonly reserved: number;
}

interface LogPoint {
  readonly risk: number;
  readonly reserved: number;
}

/**
 * The least that a recommender reserves of one series at each risk, by the outcomes of its parameter family. Between
 * two outcomes it is interpolated in logarithms of both.
 */
export class Frontier {
  /** By falling reservation and rising risk. */
  private readonly points: readonly LogPoint[];

  /** @param leastRisk the least that can be told from none; positive */
  constructor(
    outcomes: readonly ReplayedOutcome[],
    private readonly leastRisk: number,
  ) {
    const all = outcomes
      .filter(({ reserved }) => reserved > 0)
      .map(({ risk, reserved }) => ({ risk: this.logOf(risk), reserved: Math.log(reserved) }))
      .sort((a, b) => a.risk - b.risk || a.reserved - b.reserved);
    const best: LogPoint[] = [];
    for (const point of all)
      if (point.reserved < (best.at(-1)?.reserved ?? Number.POSITIVE_INFINITY)) best.push(point);
    this.points = best;
  }

  /**
   * What it reserves at a risk; undefined without outcomes. At less than its least risk it is what it reserves there,
   * at more than its greatest it goes on as between the last two, but no steeper than one to one.
   */
  at(risk: number): number | undefined {
    const { points } = this;
    const wanted = this.logOf(risk);
    const first = points[0];
    if (!first) return undefined;
    if (points.length === 1 || wanted <= first.risk) return Math.exp(first.reserved);
    const found = points.findIndex((point) => point.risk >= wanted);
    const index = found < 0 ? points.length - 1 : found;
    const [from, to] = [points[index - 1] ?? first, points[index] ?? first];
    const slope = (to.reserved - from.reserved) / (to.risk - from.risk);
    if (found < 0) return Math.exp(to.reserved + Math.max(STEEPEST, slope) * (wanted - to.risk));
    return Math.exp(from.reserved + slope * (wanted - from.risk));
  }

  private logOf(risk: number): number {
    return Math.log(Math.max(risk, this.leastRisk));
  }
}
