import { parseAsInteger, parseAsString, parseAsStringLiteral } from 'nuqs';
import type { ListWords } from '@/server/contract/lists';

/**
 * Filter, sort and page of a list as in the address bar; an empty text filters nothing. The page is a number
 * or, in a log that grows at its end, where the previous page ended.
 */
export function listParams<Filter extends string, Sort extends string>(words: ListWords<Filter, Sort>) {
  const text = parseAsString.withDefault('');
  const filters = Object.fromEntries(words.filters.map((name) => [name, text]));
  return {
    words,
    parsers: {
      ...(filters as Record<Filter, typeof text>),
      sort: parseAsStringLiteral(words.sorts).withDefault(words.usual.key),
      order: parseAsStringLiteral(['asc', 'desc'] as const).withDefault(
        words.usual.descending ? 'desc' : 'asc',
      ),
      page: parseAsInteger.withDefault(1),
      rows: parseAsInteger.withDefault(words.sizes?.[0] ?? 0),
      after: text,
    },
  };
}

export type ListParams<Filter extends string, Sort extends string> = ReturnType<
  typeof listParams<Filter, Sort>
>;

/** The query of a list. */
export interface ListAsked<Filter extends string = string, Sort extends string = string> {
  filter: Record<Filter, string>;
  sort: { key: Sort; descending: boolean };
  page: number;
  /** How many rows a page has, where people can choose. */
  rows?: number;
  after: string;
}

/** The query string of the API: the words of the address, without defaults. */
export function listQuery<Filter extends string, Sort extends string>(
  { filter, sort, page, rows }: Omit<ListAsked<Filter, Sort>, 'after'>,
  { usual, sizes }: ListWords<Filter, Sort>,
): URLSearchParams {
  const query = new URLSearchParams(
    Object.entries<string>(filter)
      .map(([name, value]) => [name, value.trim()])
      .filter(([, value]) => value !== ''),
  );
  if (sort.key !== usual.key) query.set('sort', sort.key);
  if (sort.descending !== usual.descending) query.set('order', sort.descending ? 'desc' : 'asc');
  if (sizes && rows !== undefined && rows !== sizes[0]) query.set('rows', String(rows));
  if (page > 1) query.set('page', String(page));
  return query;
}
