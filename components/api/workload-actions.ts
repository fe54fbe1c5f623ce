'use client';

import { useMutation } from '@tanstack/react-query';
import type { MatchingWorkloads } from '@/server/contract/workloads';
import { request } from './request';

/** The names of all that match a query of the list, up to what may be chosen at once. */
export function useMatchingWorkloads() {
  return useMutation({
    mutationFn: (query: URLSearchParams) => request<MatchingWorkloads>(`/api/workloads/matching?${query}`),
  });
}
