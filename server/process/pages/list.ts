import { atOnce, inSlices, type Sliced } from '../../slices';
import { compareTexts } from '../../words/natural-order';
import type { ListQuery } from './list-query';
import type { ListView } from './views';

/** The sort key; rows without a value come last in both directions. */
type SortValue = string | number | undefined;

/** Keeps all of a part or some of it; undefined leaves it out. */
export type Narrow<Row, Part> = (part: Part, row: Row) => Part | undefined;

/** Counts what passes every filter except the one it is named after: what that filter could choose from. */
export interface Tally<Row, Part, Result> {
  add(part: Part, row: Row): void;
  result(): Result;
}

export type Tallies<Row, Part> = Record<string, () => Tally<Row, Part, unknown>>;

/**
 * A list as plain data. A row has parts, each of which passes the filters or not; most lists have rows of one
 * part, the row itself. A row is shown if any part passes.
 */
export interface ListSpec<Row, Part, Made extends Tallies<Row, Part>> {
  parts(row: Row): readonly Part[];
  /** For each filter, the test for a requested value. */
  filters: Record<string, (value: string) => Narrow<Row, Part>>;
  tallies: Made;
  sorts: Record<string, (row: Row, parts: readonly Part[]) => SortValue>;
  /** Rows of a lower rank come first, whatever the sort. */
  rank?(row: Row): number;
  pageSize: number;
}

/** A row on the page, with the parts that passed. */
export interface ListedRow<Row, Part> {
  row: Row;
  parts: readonly Part[];
}

type Tallied<Made extends Tallies<never, never>> = {
  [Name in keyof Made]: ReturnType<ReturnType<Made[Name]>['result']>;
};

interface ListResult<Row, Part, Made extends Tallies<Row, Part>>
  extends Omit<ListView<ListedRow<Row, Part>>, 'tallies'> {
  tallies: Tallied<Made>;
}

/**
 * One page of the rows that match the query, with its tallies. The order of `rows` decides between equal sort
 * keys, so that the pages of one query share out the rows: none is missing, none comes twice.
 */
export function listOf<Row, Part, Made extends Tallies<Row, Part>>(
  rows: Iterable<Row>,
  spec: ListSpec<Row, Part, Made>,
  query: ListQuery,
): ListResult<Row, Part, Made> {
  return atOnce(listing(rows, spec, query));
}

/** The same for many rows, letting the event loop run in between. */
export function listInSlices<Row, Part, Made extends Tallies<Row, Part>>(
  rows: Iterable<Row>,
  spec: ListSpec<Row, Part, Made>,
  query: ListQuery,
): Promise<ListResult<Row, Part, Made>> {
  return inSlices(listing(rows, spec, query));
}

function* listing<Row, Part, Made extends Tallies<Row, Part>>(
  rows: Iterable<Row>,
  spec: ListSpec<Row, Part, Made>,
  query: ListQuery,
): Sliced<ListResult<Row, Part, Made>> {
  const found = new Listing(spec, query);
  for (const row of rows) {
    found.add(row);
    yield;
  }
  return found.result();
}

interface Matching<Row, Part> extends ListedRow<Row, Part> {
  rank: number;
  value: SortValue;
}

/** Goes over the rows once; each part is tested until two filters reject it. */
class Listing<Row, Part, Made extends Tallies<Row, Part>> {
  private readonly tests: { name: string; narrow: Narrow<Row, Part> }[];
  private readonly tallies: [name: string, tally: Tally<Row, Part, unknown>][];
  private readonly tallyOf: ReadonlyMap<string, Tally<Row, Part, unknown>>;
  private readonly matching: Matching<Row, Part>[] = [];
  private all = 0;

  constructor(
    private readonly spec: ListSpec<Row, Part, Made>,
    private readonly query: ListQuery,
  ) {
    this.tests = Object.entries(query.filters).map(([name, value]) => {
      const filter = spec.filters[name];
      if (!filter) throw new RangeError(`the list has no filter ${name}`);
      return { name, narrow: filter(value) };
    });
    this.tallies = Object.entries(spec.tallies).map(([name, make]) => [name, make()]);
    this.tallyOf = new Map(this.tallies);
  }

  add(row: Row): void {
    this.all++;
    let shown: Part[] | undefined;
    for (const part of this.spec.parts(row)) {
      const kept = this.test(part, row);
      if (kept === undefined) continue;
      if (shown) shown.push(kept);
      else shown = [kept];
    }
    if (!shown) return;
    const value = this.spec.sorts[this.query.sort]?.(row, shown);
    this.matching.push({ row, parts: shown, rank: this.spec.rank?.(row) ?? 0, value });
  }

  private test(part: Part, row: Row): Part | undefined {
    let narrowed = part;
    let missed: string | undefined;
    for (const { name, narrow } of this.tests) {
      const next = narrow(narrowed, row);
      if (next !== undefined) narrowed = next;
      else if (missed !== undefined) return undefined;
      else missed = name;
    }
    if (missed === undefined) {
      for (const [, tally] of this.tallies) tally.add(narrowed, row);
      return narrowed;
    }
    this.tallyOf.get(missed)?.add(narrowed, row);
    return undefined;
  }

  result(): ListResult<Row, Part, Made> {
    const turn = this.query.descending ? -1 : 1;
    const sorted = this.matching.sort((a, b) => a.rank - b.rank || compareValues(a.value, b.value, turn));
    const { pageSize } = this.spec;
    const pages = Math.max(1, Math.ceil(sorted.length / pageSize));
    const page = Math.min(this.query.page, pages);
    return {
      rows: sorted.slice((page - 1) * pageSize, page * pageSize).map(({ row, parts }) => ({ row, parts })),
      matching: sorted.length,
      all: this.all,
      page,
      pages,
      tallies: Object.fromEntries(
        this.tallies.map(([name, tally]) => [name, tally.result()]),
      ) as Tallied<Made>,
    };
  }
}

/** `Array.prototype.sort` is stable, so rows of equal value keep their order. */
function compareValues(a: SortValue, b: SortValue, turn: 1 | -1): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  if (typeof a === 'number' && typeof b === 'number') return turn * Math.sign(a - b);
  return turn * compareTexts(String(a), String(b));
}

/** How many there are of each value; a part may have several. */
export function countBy<Row, Part>(
  valuesOf: (part: Part, row: Row) => string | readonly string[] | undefined,
  weightOf: (part: Part) => number = () => 1,
): () => Tally<Row, Part, Record<string, number>> {
  return () => {
    const counts = new Map<string, number>();
    const count = (value: string, weight: number) => counts.set(value, (counts.get(value) ?? 0) + weight);
    return {
      add(part, row) {
        const values = valuesOf(part, row);
        const weight = weightOf(part);
        if (typeof values === 'string') count(values, weight);
        else for (const value of values ?? []) count(value, weight);
      },
      result: () => Object.fromEntries([...counts].sort(([a], [b]) => compareTexts(a, b))),
    };
  };
}

/** Keeps the parts for which `read` gives the requested value. */
export function isValue<Row, Part>(
  read: (part: Part, row: Row) => string | undefined,
): (value: string) => Narrow<Row, Part> {
  return (value) => (part, row) => (read(part, row) === value ? part : undefined);
}
