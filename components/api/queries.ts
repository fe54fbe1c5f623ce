'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { StopsView } from '@/server/operations/views';
import type { ScenariosView } from '@/server/process/scenarios';
import type { StatusView, WorkloadDetail, WorkloadsView } from '@/server/recommender/views';
import type { AuditView, PlanView } from '@/server/updater/views';
import { POLL_INTERVAL_MS } from './poll-interval';
import { failureOf, type RequestFailure, request } from './request';
import { useHydrated } from './use-hydrated';

/** The last good answer, kept while the server is away, and what became of the newest attempt. */
export interface Polled<T> {
  data: T | undefined;
  /** Wall time of the last good answer; 0 when there was none. */
  dataUpdatedAt: number;
  failure: RequestFailure | undefined;
}

/**
 * Asks again and again while the page is visible. Parts of a page hydrate at different times, and one may
 * have its answer before another has taken over the server's HTML; so nothing is answered before that.
 */
export function usePolled<T>(path: string, enabled = true, keepsFormer = false): Polled<T> {
  const hydrated = useHydrated();
  const { data, dataUpdatedAt, error } = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => request<T>(path, { signal }),
    refetchInterval: POLL_INTERVAL_MS,
    enabled,
    placeholderData: keepsFormer ? keepPreviousData : undefined,
  });
  if (!hydrated) return { data: undefined, dataUpdatedAt: 0, failure: undefined };
  return { data, dataUpdatedAt, failure: failureOf(error) };
}

export function useStatus() {
  return usePolled<StatusView>('/api/status');
}

/** Where they are needed only now and then, `enabled` says when to ask. */
export function useWorkloads(enabled = true) {
  return usePolled<WorkloadsView>('/api/workloads', enabled);
}

/** Names come from the address bar, so they are escaped here. */
export function useWorkload(namespace: string, name: string) {
  return usePolled<WorkloadDetail>(
    `/api/workloads/${encodeURIComponent(namespace)}/${encodeURIComponent(name)}`,
  );
}

export function usePlan() {
  return usePolled<PlanView>('/api/plan');
}

/** The part of the plan that is about one VPA. */
export function usePlanOf(namespace: string, name: string) {
  return usePolled<PlanView>(`/api/plan?${new URLSearchParams({ namespace, vpa: name })}`);
}

export function useStops() {
  return usePolled<StopsView>('/api/stop');
}

/** `query` as it stands after the question mark; what the one before gave stays until this one is answered. */
export function useAudit(query: string) {
  return usePolled<AuditView>(`/api/audit?${query}`, true, true);
}

/** Only the embedded cluster has them; `enabled` says whether to ask. */
export function useScenarios(enabled = true) {
  return usePolled<ScenariosView>('/api/scenarios', enabled);
}
