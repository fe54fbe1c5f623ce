'use client';

import { useQueryStates } from 'nuqs';
import type { SortKey } from './columns';
import type { WorkloadFilter } from './filter';
import { TABLE_PARAMS } from './url-state';

/** Filter, order and page of the workloads table, kept in the address bar so that a link shows the same. */
export function useTableState() {
  const [params, setParams] = useQueryStates(TABLE_PARAMS, { history: 'replace' });
  const filter: WorkloadFilter = {
    text: params.q,
    namespace: params.namespace,
    mode: params.mode,
    state: params.state ?? '',
  };
  return {
    filter,
    filtered: Boolean(filter.text || filter.namespace || filter.mode || filter.state),
    sort: { key: params.sort, descending: params.order === 'desc' },
    page: params.page,
    setFilter: (change: Partial<WorkloadFilter>) => {
      const next = { ...filter, ...change };
      return setParams({
        q: next.text || null,
        namespace: next.namespace || null,
        mode: next.mode || null,
        state: next.state || null,
        page: null,
      });
    },
    clearFilter: () => setParams({ q: null, namespace: null, mode: null, state: null, page: null }),
    setSort: (key: SortKey, descending: boolean) =>
      setParams({ sort: key, order: descending ? 'desc' : 'asc', page: null }),
    setPage: (page: number) => setParams({ page }),
  };
}
