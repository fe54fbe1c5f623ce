'use client';

import { useQueryStates } from 'nuqs';
import type { ListParams } from './list-params';

/** Whether a change is a step of its own for the browser's Back, or one of many keystrokes. */
type Step = 'push' | 'replace';

/**
 * Filter, order and page of a list, kept in the address bar: a link shows the same, a reload too, and Back undoes
 * the last choice. Every change of filter or order begins at the first page.
 */
export function useListState<Filter extends string, Sort extends string>({
  words,
  parsers,
}: ListParams<Filter, Sort>) {
  const [params, setParams] = useQueryStates(parsers);
  const values = params as unknown as Record<string, string>;
  const filter = Object.fromEntries(words.filters.map((name) => [name, values[name]])) as Record<
    Filter,
    string
  >;
  const set = (change: Record<string, string | number | null>, history: Step) =>
    setParams({ page: null, ...change } as Parameters<typeof setParams>[0], { history });
  return {
    filter,
    filtered: Object.values(filter).some(Boolean),
    sort: { key: values.sort as Sort, descending: values.order === 'desc' },
    page: Number(values.page),
    setFilter: (change: Partial<Record<Filter, string>>, step: Step = 'push') =>
      set(absentWhereEmpty(change), step),
    clearFilter: () => set(Object.fromEntries(words.filters.map((name) => [name, null])), 'push'),
    setSort: (key: Sort, descending: boolean, change: Partial<Record<Filter, string>> = {}) =>
      set({ ...absentWhereEmpty(change), sort: key, order: descending ? 'desc' : 'asc' }, 'push'),
    setPage: (page: number) => set({ page }, 'push'),
  };
}

export type ListState<Filter extends string, Sort extends string = string> = ReturnType<
  typeof useListState<Filter, Sort>
>;

/** The part of a list's state that a filter bar needs. */
export type FilterState<Filter extends string> = Pick<
  ListState<Filter>,
  'filter' | 'filtered' | 'setFilter' | 'clearFilter'
>;

function absentWhereEmpty(change: object): Record<string, string | null> {
  return Object.fromEntries(
    Object.entries(change).map(([name, value]: [string, string]) => [name, value || null]),
  );
}
