import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VisibleNamespaces } from '@/server/access';
import { ManualClock } from '@/server/lib/time/clock';
import { runs } from '@/tests/support/property-runs';
import { countBy, isValue, type ListSpec, listOf, type Tallies } from './list';
import type { ListQuery } from './list-query';
import { AnswerDeadline } from './patience';
import { Sheet } from './sheet';

interface Part {
  color: string;
  weight: number;
}
interface Row {
  id: number;
  home: string;
  size?: number;
  parts: Part[];
}

const LIST = {
  pageSize: 3,
  parts: ({ parts }: Row) => parts,
  namespaceOf: ({ color }: Part) => color,
  filters: {
    home: (value) => (part, row) => (row.home === value ? part : undefined),
    color: isValue(({ color }) => color),
    least: (value) => (part) => (part.weight >= Number(value) ? part : undefined),
  },
  tallies: {
    color: countBy<Row, Part>(({ color }) => color),
    home: countBy<Row, Part>(
      (_, { home }) => home,
      ({ weight }) => weight,
    ),
  },
  sorts: { id: ({ id }) => id, size: ({ size }) => size, home: ({ home }) => home },
} satisfies ListSpec<Row, Part, Tallies<Row, Part>>;

const asking = (change: Partial<ListQuery> = {}): ListQuery => ({
  filters: {},
  sort: 'id',
  descending: false,
  page: 1,
  reach: VisibleNamespaces.all,
  ...change,
});
const red = (weight = 1) => ({ color: 'red', weight });
const blue = (weight = 1) => ({ color: 'blue', weight });
const ROWS: Row[] = [
  { id: 1, home: 'north', size: 5, parts: [red(), blue(2)] },
  { id: 2, home: 'south', parts: [red(3)] },
  { id: 3, home: 'north', size: 1, parts: [blue()] },
  { id: 4, home: 'south', size: 5, parts: [] },
];
const shown = (query: Partial<ListQuery>) =>
  listOf(ROWS, LIST, asking(query)).rows.map(({ row, parts }) => `${row.id}/${parts.length}`);

describe('a list', () => {
  it.each<[string, Partial<ListQuery>, string[]]>([
    ['without a filter shows every row that has a part', {}, ['1/2', '2/1', '3/1']],
    ['is narrowed down by rows', { filters: { home: 'north' } }, ['1/2', '3/1']],
    ['is narrowed down by parts', { filters: { color: 'blue' } }, ['1/1', '3/1']],
    ['takes filters together', { filters: { color: 'red', least: '2' } }, ['2/1']],
    ['may have nothing to show', { filters: { color: 'red', home: 'west' } }, []],
    ['is sorted the other way', { descending: true }, ['3/1', '2/1', '1/2']],
    ['has rows without a value last', { sort: 'size' }, ['3/1', '1/2', '2/1']],
    ['has rows without a value last either way', { sort: 'size', descending: true }, ['1/2', '3/1', '2/1']],
    ['keeps the order of rows alike', { sort: 'home', descending: true }, ['2/1', '1/2', '3/1']],
    ['ends with its last page', { page: 99 }, ['1/2', '2/1', '3/1']],
  ])('%s', (_, query, expected) => {
    expect(shown(query)).toEqual(expected);
  });

  it('tallies what each filter could choose from, given the others', () => {
    const { tallies } = listOf(ROWS, LIST, asking({ filters: { color: 'red', home: 'south' } }));
    expect(tallies).toEqual({ color: { red: 1 }, home: { north: 1, south: 3 } });
  });

  it('puts lower ranks first, whatever the sort', () => {
    const ranked = { ...LIST, rank: ({ home }: Row) => (home === 'south' ? 0 : 1) };
    const order = (query: Partial<ListQuery>) =>
      listOf(ROWS, ranked, asking(query)).rows.map(({ row }) => row.id);
    expect([order({}), order({ descending: true })]).toEqual([
      [2, 1, 3],
      [2, 3, 1],
    ]);
  });

  it('rejects an unknown filter', () => {
    expect(() => listOf(ROWS, LIST, asking({ filters: { taste: 'sweet' } }))).toThrow('taste');
  });
});

const rows = fc
  .array(
    fc.record({
      home: fc.constantFrom('north', 'south', 'west'),
      size: fc.option(fc.integer({ min: 0, max: 4 }), { nil: undefined }),
      parts: fc.array(
        fc.record({ color: fc.constantFrom('red', 'blue'), weight: fc.integer({ min: 0, max: 3 }) }),
        { maxLength: 3 },
      ),
    }),
    { maxLength: 40 },
  )
  .map((made) => made.map((row, id) => ({ ...row, id })));
const filters = fc.record(
  {
    home: fc.constantFrom('north', 'south'),
    color: fc.constantFrom('red', 'blue'),
    least: fc.constantFrom('1', '2'),
  },
  { requiredKeys: [] },
);
const queries = fc.record({
  reach: fc.constant(VisibleNamespaces.all),
  filters,
  sort: fc.constantFrom('id', 'size', 'home'),
  descending: fc.boolean(),
});

function allPages(all: readonly Row[], query: Omit<ListQuery, 'page'>): Row[] {
  const { pages } = listOf(all, LIST, { ...query, page: 1 });
  return Array.from({ length: pages }, (_, index) => index + 1).flatMap((page) =>
    listOf(all, LIST, { ...query, page }).rows.map(({ row }) => row),
  );
}

const reaches = fc.subarray(['red', 'blue', 'green']).map((colors) => VisibleNamespaces.within(colors));

describe('what a person sees of any list', () => {
  it('is as if the list had nothing that is out of reach, also after others asked for the same', async () => {
    const endless = new AnswerDeadline(new ManualClock(0), 1);
    const seen = ({
      rows: listed,
      ...others
    }: ReturnType<typeof listOf<Row, Part, typeof LIST.tallies>>) => ({
      rows: listed.map(({ row, parts }) => [row.id, parts]),
      ...others,
    });
    await fc.assert(
      fc.asyncProperty(
        rows,
        fc.array(fc.tuple(queries, reaches), { minLength: 1, maxLength: 4 }),
        async (all, asked) => {
          const sheet = new Sheet(all);
          for (const [query, reach] of asked) {
            await sheet.page(LIST, { ...query, page: 1 }, endless);
            const page = await sheet.page(LIST, { ...query, reach, page: 1 }, endless);
            const reached = all
              .map((row) => ({ ...row, parts: row.parts.filter(({ color }) => reach.covers(color)) }))
              .filter(({ parts }) => parts.length > 0);
            expect(seen(page)).toEqual(seen(listOf(reached, LIST, { ...query, page: 1 })));
          }
        },
      ),
    );
  });
});

describe('the pages of any list', () => {
  it('share out the matching rows: none is missing, none comes twice', () => {
    fc.assert(
      fc.property(rows, queries, (all, query) => {
        const { matching } = listOf(all, LIST, { ...query, page: 1 });
        const paged = allPages(all, query);
        expect(new Set(paged).size).toBe(paged.length);
        expect(paged.length).toBe(matching);
        const { home, color, least } = query.filters;
        const expected = all.filter((row) =>
          row.parts.some(
            (part) =>
              (!home || row.home === home) &&
              (!color || part.color === color) &&
              (!least || part.weight >= Number(least)),
          ),
        );
        expect(new Set(paged)).toEqual(new Set(expected));
      }),
    );
  });

  it('have one total order, and keep the input order of equal rows', () => {
    fc.assert(
      fc.property(rows, queries, (all, query) => {
        const paged = allPages(all, query);
        for (const [index, row] of paged.entries()) {
          const next = paged[index + 1];
          if (!next) continue;
          const [a, b] = [LIST.sorts[query.sort](row), LIST.sorts[query.sort](next)];
          if (a === b) expect(row.id).toBeLessThan(next.id);
          else if (a === undefined) expect(b).toBeUndefined();
          else if (b !== undefined) expect(query.descending ? a > b : a < b).toBe(true);
        }
      }),
    );
  });

  it('tally as many as there are with the filter of that name set', () => {
    fc.assert(
      fc.property(rows, queries, (all, query) => {
        const { tallies } = listOf(all, LIST, { ...query, page: 1 });
        for (const color of ['red', 'blue']) {
          const narrowed = { ...query, filters: { ...query.filters, color } };
          const parts = listOf(all, { ...LIST, pageSize: 100 }, { ...narrowed, page: 1 }).rows.flatMap(
            (one) => one.parts,
          );
          expect((tallies.color as Record<string, number>)[color] ?? 0).toBe(parts.length);
        }
      }),
    );
  });

  it('are the same when cut from a sheet, whatever was requested before', async () => {
    await fc.assert(
      fc.asyncProperty(rows, fc.array(queries, { minLength: 1, maxLength: 4 }), async (all, asked) => {
        const sheet = new Sheet(all);
        const endless = new AnswerDeadline(new ManualClock(0), 1);
        const queried = asked.flatMap((query) => [1, 2].map((page) => ({ ...query, page })));
        const cut = await Promise.all(queried.map((query) => sheet.page(LIST, query, endless)));
        expect(cut).toEqual(queried.map((query) => listOf(all, LIST, query)));
      }),
      { numRuns: runs(50) },
    );
  });
});
