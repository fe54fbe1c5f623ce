'use client';

import { useListState } from '../lists/use-list-state';
import { AUDIT_LIST, type AuditFilter } from './audit-list';

/** The log's filter, order and page. Changing filter or order goes back to the first page. */
export function useAuditList() {
  const list = useListState(AUDIT_LIST);
  const { after, ...narrowing } = list.filter;
  return {
    filter: list.filter,
    filtered: Object.values(narrowing).some(Boolean),
    descending: list.sort.descending,
    setFilter: (change: Partial<AuditFilter>, step?: 'push' | 'replace') =>
      list.setFilter({ after: '', ...change }, step),
    clearFilter: list.clearFilter,
    setDescending: (descending: boolean) => list.setSort('time', descending, { after: '' }),
    turnTo: (place: string) => list.setFilter({ after: place }),
  };
}

export type AuditList = ReturnType<typeof useAuditList>;
