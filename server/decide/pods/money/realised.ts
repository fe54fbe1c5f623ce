import type { Price } from '../../../model/price-table';
import { RESOURCES, type Resource } from '../../../objects/units';
import { type Both, costOf } from './price';

/** What a container requested at the end of a step of its history; what is not known is absent. */
export interface RequestStep {
  readonly atMs: number;
  readonly pods?: number;
  readonly request: Partial<Both>;
}

/** One container: what its pods request now, and what they did, oldest first. */
export interface RequestHistory {
  readonly now: { readonly pods: number; readonly request: Partial<Both> };
  readonly steps: readonly RequestStep[];
  /** Of its nodes today; absent if these have no price, or there are no prices. */
  readonly price: Price | undefined;
}

/** The grid of the line. */
export interface RealisedGrid {
  readonly fromMs: number;
  readonly stepMs: number;
  readonly count: number;
}

/** What smaller requests save and larger ones cost against those at a date: apart, and by resource. */
export interface Change {
  saved: Both;
  grown: Both;
}

/** How far from the date a known request may be to count as that of the date. */
const NEAR_MS = 86_400_000;

/**
 * The request at a date: at the end of the last step until then, if that is not older than a day; else of the first
 * known within a day after. Undefined if neither is known: a stretch without data is not a request of 0.
 */
export function requestAt(
  steps: readonly RequestStep[],
  resource: Resource,
  sinceMs: number,
  stepMs: number,
): number | undefined {
  let before: number | undefined;
  for (const { atMs, request } of steps) {
    const amount = request[resource];
    if (amount === undefined) continue;
    const endMs = atMs + stepMs;
    if (endMs > sinceMs) return before ?? (atMs - sinceMs <= NEAR_MS ? amount : undefined);
    if (sinceMs - endMs <= NEAR_MS) before = amount;
  }
  return before;
}

/**
 * What became of the requests of containers since a date: for each container and resource, (request then − request
 * now) × pods now, as saved where it is above 0 and as grown where it is below. So more or fewer pods change nothing
 * by themselves. The line does the same for each step, with the pods of that step.
 */
export class RealisedSum {
  /** Millicores and bytes, over all that can be compared. */
  readonly amounts: Change = noChange();
  /** Per hour, of those with a price. */
  readonly money: Change = noChange();
  /** Containers compared in some resource, and those compared in none. */
  compared = 0;
  notKnown = 0;
  notPriced = 0;
  /** When the history that was given begins; Infinity if there is none. */
  firstMs = Number.POSITIVE_INFINITY;
  private readonly line: Float64Array;
  private readonly known: Uint32Array;

  /** @param isPriced whether the line is in money, of the containers with a price */
  constructor(
    private readonly since: { readonly sinceMs: number; readonly historyStepMs: number },
    private readonly grid: RealisedGrid,
    private readonly isPriced: boolean,
  ) {
    this.line = new Float64Array(grid.count * COLUMNS.length);
    this.known = new Uint32Array(grid.count);
  }

  add({ now, steps, price }: RequestHistory): void {
    const first = steps.find(({ request }) => RESOURCES.some((resource) => request[resource] !== undefined));
    if (first) this.firstMs = Math.min(this.firstMs, first.atMs);
    const then: Partial<Both> = {};
    for (const resource of RESOURCES)
      then[resource] = requestAt(steps, resource, this.since.sinceMs, this.since.historyStepMs);
    const change = changeOf(then, now.request, now.pods);
    if (!change) {
      this.notKnown++;
      return;
    }
    this.compared++;
    addChange(this.amounts, change);
    if (price) addChange(this.money, priced(change, price));
    else if (this.isPriced) this.notPriced++;
    if (price || !this.isPriced) this.addLine(then, steps, price);
  }

  private addLine(then: Partial<Both>, steps: readonly RequestStep[], price: Price | undefined): void {
    const { fromMs, stepMs, count } = this.grid;
    let place = -1;
    let last: RequestStep | undefined;
    const take = () => {
      if (last?.pods === undefined || place < 0) return;
      const change = changeOf(then, last.request, last.pods);
      if (change) this.addAt(place, price ? priced(change, price) : change);
    };
    for (const step of steps) {
      const at = Math.floor((step.atMs - fromMs) / stepMs);
      if (at < 0 || at >= count) continue;
      if (at !== place) take();
      place = at;
      last = step;
    }
    take();
  }

  private addAt(place: number, change: Change): void {
    this.known[place] = (this.known[place] ?? 0) + 1;
    for (const [index, [kind, resource]] of COLUMNS.entries()) {
      const at = place * COLUMNS.length + index;
      this.line[at] = (this.line[at] ?? 0) + change[kind][resource];
    }
  }

  /** Adds another sum with the same grid. */
  merge(other: RealisedSum): void {
    addChange(this.amounts, other.amounts);
    addChange(this.money, other.money);
    this.compared += other.compared;
    this.notKnown += other.notKnown;
    this.notPriced += other.notPriced;
    this.firstMs = Math.min(this.firstMs, other.firstMs);
    for (const [index, value] of other.line.entries()) this.line[index] = (this.line[index] ?? 0) + value;
    for (const [index, value] of other.known.entries()) this.known[index] = (this.known[index] ?? 0) + value;
  }

  /** The steps of which something is known, at their ends. */
  steps(): (Change & { atMs: number; known: number })[] {
    const { fromMs, stepMs, count } = this.grid;
    return Array.from({ length: count }, (_, place) => {
      const change = noChange();
      for (const [index, [kind, resource]] of COLUMNS.entries())
        change[kind][resource] = this.line[place * COLUMNS.length + index] ?? 0;
      return { atMs: fromMs + (place + 1) * stepMs, ...change, known: this.known[place] ?? 0 };
    }).filter(({ known }) => known > 0);
  }
}

const COLUMNS = [
  ['saved', 'cpu'],
  ['saved', 'memory'],
  ['grown', 'cpu'],
  ['grown', 'memory'],
] as const;

/** Undefined if no resource is known of both. Histories are in single precision, so equal in that is equal. */
function changeOf(then: Partial<Both>, now: Partial<Both>, pods: number): Change | undefined {
  const change = noChange();
  let isKnown = false;
  for (const resource of RESOURCES) {
    const [former, present] = [then[resource], now[resource]];
    if (former === undefined || (present === undefined && pods > 0)) continue;
    isKnown = true;
    if (present === undefined || Math.fround(former) === Math.fround(present)) continue;
    change[former > present ? 'saved' : 'grown'][resource] = Math.abs(former - present) * pods;
  }
  return isKnown ? change : undefined;
}

function priced({ saved, grown }: Change, price: Price): Change {
  return { saved: costOf(saved, price), grown: costOf(grown, price) };
}

function noChange(): Change {
  return { saved: { cpu: 0, memory: 0 }, grown: { cpu: 0, memory: 0 } };
}

function addChange(sum: Change, one: Change): void {
  for (const [kind, resource] of COLUMNS) sum[kind][resource] += one[kind][resource];
}
