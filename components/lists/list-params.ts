import { parseAsInteger, parseAsString, parseAsStringLiteral } from 'nuqs';

/** What a list can be narrowed down and sorted by: the words of the address bar. */
export interface ListWords<Filter extends string, Sort extends string> {
  filters: readonly Filter[];
  sorts: readonly Sort[];
  usual: { key: Sort; descending: boolean };
}

/** Filter, order and page of a list as they stand in the address bar; an empty text filters nothing out. */
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
    },
  };
}

export type ListParams<Filter extends string, Sort extends string> = ReturnType<
  typeof listParams<Filter, Sort>
>;
