'use client';

import { useQueryStates } from 'nuqs';
import type { ListAsked, ListParams } from './list-params';
import { scrollToListTop } from './list-top';

/** Whether a change is its own step for the browser's Back button, or one of many keystrokes. */
type Step = 'push' | 'replace';

/**
 * Filter, sort and page of a list, kept in the address bar: a link or a reload shows the same, and Back
 * undoes the last choice. Every change of filter or sort starts at the first page.
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
    setParams({ page: null, after: null, ...change } as Parameters<typeof setParams>[0], { history });
  const turn = (change: Record<string, string | number | null>) => {
    scrollToListTop();
    return set(change, 'push');
  };
  const asked: ListAsked<Filter, Sort> = {
    filter,
    sort: { key: values.sort as Sort, descending: values.order === 'desc' },
    page: Number(values.page),
    rows: Number(values.rows),
    after: values.after ?? '',
  };
  return {
    ...asked,
    filtered: Object.values(filter).some(Boolean),
    setFilter: (change: Partial<Record<Filter, string>>, step: Step = 'push') =>
      set(absentWhereEmpty(change), step),
    clearFilter: () => set(Object.fromEntries(words.filters.map((name) => [name, null])), 'push'),
    setSort: (key: Sort, descending: boolean) =>
      set({ sort: key, order: descending ? 'desc' : 'asc' }, 'push'),
    setPage: (page: number) => turn({ page }),
    setRows: (rows: number) => turn({ rows }),
    setAfter: (after: string) => turn({ after: after || null }),
  };
}

export type ListState<Filter extends string = string, Sort extends string = string> = ReturnType<
  typeof useListState<Filter, Sort>
>;

function absentWhereEmpty(change: object): Record<string, string | null> {
  return Object.fromEntries(
    Object.entries(change).map(([name, value]: [string, string]) => [name, value || null]),
  );
}
