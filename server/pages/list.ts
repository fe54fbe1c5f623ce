import type { VisibleNamespaces } from '../access';
import type { ListView } from '../contract/lists';
import { atOnce, type Sliced } from '../lib/time/slices';
import { sorting } from '../lib/time/sorting';
import { compareTexts } from '../words/natural-order';
import type { ListQuery } from './list-query';
import { wordsMatch } from './words-match';

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
  /** Whoever may read that namespace sees the part; undefined for what only readers of the whole cluster see. */
  namespaceOf(part: Part, row: Row): string | undefined;
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

/** All pages of a query. */
export interface Ordered<Row, Made extends Tallies<never, never>> {
  readonly rows: readonly Row[];
  readonly all: number;
  readonly tallies: Tallied<Made>;
}

export interface ListResult<Row, Part, Made extends Tallies<Row, Part>>
  extends Omit<ListView<ListedRow<Row, Part>>, 'tallies'> {
  tallies: Tallied<Made>;
}

/** One page of the rows that match the query, with its tallies. */
export function listOf<Row, Part, Made extends Tallies<Row, Part>>(
  rows: Iterable<Row>,
  spec: ListSpec<Row, Part, Made>,
  query: ListQuery,
): ListResult<Row, Part, Made> {
  return pageOf(atOnce(ordering(rows, spec, query)), spec, query);
}

const ROWS_AT_ONCE = 16;

/**
 * The rows that match the query, sorted. The order of `rows` decides between equal sort keys, so that the pages of
 * one query share out the rows: none is missing, none comes twice.
 */
export function* ordering<Row, Part, Made extends Tallies<Row, Part>>(
  rows: Iterable<Row>,
  spec: ListSpec<Row, Part, Made>,
  query: ListQuery,
): Sliced<Ordered<Row, Made>> {
  const sieve = new Sieve(spec, query);
  const tallies = Object.entries(spec.tallies).map(([name, make]) => ({ name, tally: make() }));
  const count = (part: Part, row: Row, missed: string | undefined) => {
    for (const { name, tally } of tallies) if (missed === undefined || missed === name) tally.add(part, row);
  };
  const sortedBy = spec.sorts[query.sort];
  const found: Found<Row>[] = [];
  let [seen, all] = [0, 0];
  for (const row of rows) {
    if (++seen % ROWS_AT_ONCE === 0) yield;
    if (!sieve.reaches(row)) continue;
    all++;
    const parts = sieve.partsOf(row, count);
    if (parts) found.push({ row, rank: spec.rank?.(row) ?? 0, value: sortedBy?.(row, parts) });
  }
  const turn = query.descending ? -1 : 1;
  const sorted = yield* sorting(found, (a, b) => a.rank - b.rank || compareValues(a.value, b.value, turn));
  return {
    rows: sorted.map(({ row }) => row),
    all,
    tallies: Object.fromEntries(tallies.map(({ name, tally }) => [name, tally.result()])) as Tallied<Made>,
  };
}

interface Found<Row> {
  readonly row: Row;
  readonly rank: number;
  readonly value: SortValue;
}

/** One page, each row with the parts that pass. */
export function pageOf<Row, Part, Made extends Tallies<Row, Part>>(
  { rows, all, tallies }: Ordered<Row, Made>,
  spec: ListSpec<Row, Part, Made>,
  query: ListQuery,
): ListResult<Row, Part, Made> {
  const pageSize = query.size ?? spec.pageSize;
  const pages = Math.max(1, Math.ceil(rows.length / pageSize));
  const page = Math.min(query.page, pages);
  const sieve = new Sieve(spec, query);
  return {
    rows: rows
      .slice((page - 1) * pageSize, page * pageSize)
      .map((row) => ({ row, parts: sieve.partsOf(row) ?? [] })),
    matching: rows.length,
    all,
    page,
    pages,
    tallies,
  };
}

/** The reach and the filters of a query. Each part within reach is tested until two filters reject it. */
class Sieve<Row, Part> {
  private readonly reach: VisibleNamespaces;
  private readonly tests: { name: string; narrow: Narrow<Row, Part> }[];

  constructor(
    private readonly spec: Pick<ListSpec<Row, Part, Tallies<Row, Part>>, 'parts' | 'namespaceOf' | 'filters'>,
    { filters, reach }: ListQuery,
  ) {
    this.reach = reach;
    this.tests = Object.entries(filters).map(([name, value]) => {
      const filter = spec.filters[name];
      if (!filter) throw new RangeError(`the list has no filter ${name}`);
      return { name, narrow: filter(value) };
    });
  }

  reaches(row: Row): boolean {
    return !this.reach.namespaces || this.spec.parts(row).some((part) => this.covers(part, row));
  }

  /** The parts that pass, undefined if none does; calls `count` for parts that no filter rejects, or only one. */
  partsOf(row: Row, count?: (part: Part, row: Row, missed: string | undefined) => void): Part[] | undefined {
    let passed: Part[] | undefined;
    for (const part of this.spec.parts(row)) {
      if (!this.covers(part, row)) continue;
      let narrowed: Part | undefined = part;
      let missed: string | undefined;
      let misses = 0;
      for (const { name, narrow } of this.tests) {
        const next: Part | undefined = narrow(narrowed, row);
        if (next !== undefined) narrowed = next;
        else if (++misses === 1) missed = name;
        else break;
      }
      if (misses > 1) continue;
      count?.(narrowed, row, missed);
      if (misses > 0) continue;
      if (passed) passed.push(narrowed);
      else passed = [narrowed];
    }
    return passed;
  }

  private covers(part: Part, row: Row): boolean {
    return !this.reach.namespaces || this.reach.covers(this.spec.namespaceOf(part, row));
  }
}

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

/** Keeps the parts in whose text, in lower case, every requested word occurs. */
export function hasWords<Row, Part>(textOf: (part: Part) => string): (words: string) => Narrow<Row, Part> {
  return (words) => {
    const matches = wordsMatch(words);
    return (part) => (matches(textOf(part)) ? part : undefined);
  };
}
