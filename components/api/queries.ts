'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { StatusView, WorkloadDetail, WorkloadsView } from '@/server/recommender/views';
import { POLL_INTERVAL_MS } from './poll-interval';
import { request } from './request';

function usePolled<T>(path: string) {
  return useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => request<T>(path, { signal }),
    refetchInterval: POLL_INTERVAL_MS,
    placeholderData: keepPreviousData,
  });
}

export function useStatus() {
  return usePolled<StatusView>('/api/status');
}

export function useWorkloads() {
  return usePolled<WorkloadsView>('/api/workloads');
}

/** Names come from the address bar, so they are escaped here. */
export function useWorkload(namespace: string, name: string) {
  const path = `/api/workloads/${encodeURIComponent(namespace)}/${encodeURIComponent(name)}`;
  return useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => request<WorkloadDetail>(path, { signal }),
    refetchInterval: POLL_INTERVAL_MS,
  });
}
