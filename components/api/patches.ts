'use client';

import { useQuery } from '@tanstack/react-query';
import type { ExportView } from '@/server/contract/patches';
import { failureOf, type RequestFailure, request } from './request';

/** The patches that a query selects, as of when they are asked for. */
export function usePatches(query: string): {
  data: ExportView | undefined;
  failure: RequestFailure | undefined;
} {
  const path = `/api/export?${query}`;
  const { data, error } = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => request<ExportView>(path, { signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  return { data, failure: failureOf(error) };
}
