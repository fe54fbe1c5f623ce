'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SearchAcross } from '@/server/contract/across';
import type { AuditView } from '@/server/contract/audit';
import type { RealisedAnswer } from '@/server/contract/costs';
import type { EventsAnswer } from '@/server/contract/events';
import type { GraduationAnswer } from '@/server/contract/graduation';
import type { HpaDetail, HpaRow, HpasView } from '@/server/contract/hpas';
import type { MessagesView } from '@/server/contract/messages';
import type { NodePageView } from '@/server/contract/nodes';
import type { ResumeView, RevertView, StopScope, StopsView } from '@/server/contract/operations';
import type { NamespaceView, OverviewView, PastSpanName, PastTotals } from '@/server/contract/overview';
import type { PastView } from '@/server/contract/past';
import type { PlanView } from '@/server/contract/plan';
import type { BareWorkload } from '@/server/contract/recommendations';
import type { ScenariosView } from '@/server/contract/scenarios';
import type { SessionView } from '@/server/contract/session';
import type { StatusAnswer } from '@/server/contract/status';
import type { NamespacesView, SearchView, WorkloadAnswer } from '@/server/contract/workloads';
import { useApiPlace } from './asked-cluster';
import { documentAskedMs, useFirstAnswer } from './first-answers';
import { objectPath } from './paths';
import { POLL_INTERVAL_MS } from './poll-interval';
import { askAgain, type CachedAnswer, failureOf, type RequestFailure } from './request';
import { useHydrated } from './use-hydrated';

/** The last good answer, kept while the server is unreachable, and the outcome of the newest attempt. */
interface Polled<T> {
  data: T | undefined;
  /** The cluster's time, if the answer has it. */
  nowMs?: number;
  /** Wall time of the last good answer; 0 if there was none. */
  dataUpdatedAt: number;
  failure: RequestFailure | undefined;
}

interface PollOptions<T> {
  enabled?: boolean;
  /** Whether the previous answer stays until this one arrives. */
  keepsFormer?: boolean;
  /** For what changes less often than the rest of the page. */
  everyMs?: number | ((answer: T | undefined) => number);
}

/** The past has a point each hour, and grows by that. */
const PAST_EVERY_MS = 10_000;

/** Whether the same query will be refused again, whatever the server's state. */
function isHopeless(failure: RequestFailure | undefined): boolean {
  return failure?.kind === 'refused' && failure.status === 400;
}

/**
 * Polls while the page is visible. Until it is hydrated, a part of the page has what the server drew it with: parts
 * hydrate at different times, and one may have another answer before another has taken over the server's HTML. A server
 * polls nothing, so it does without watching queries.
 */
export const usePolled: typeof usePolling = typeof window === 'undefined' ? useAnswered : usePolling;

/** What the document is drawn with. */
function useAnswered<T>(asked: string): Polled<T> {
  return drawnWith(useFirstAnswer<T>(useApiPlace()(asked)));
}

function drawnWith<T>(first: ReturnType<typeof useFirstAnswer<T>>): Polled<T> {
  return { data: first?.body, nowMs: first?.nowMs, dataUpdatedAt: first?.atMs ?? 0, failure: undefined };
}

function usePolling<T>(
  asked: string,
  { enabled, keepsFormer, everyMs = POLL_INTERVAL_MS }: PollOptions<T> = {},
): Polled<T> {
  const path = useApiPlace()(asked);
  const hydrated = useHydrated();
  const answer = useFirstAnswer<T>(path);
  const first = hydrated ? undefined : answer;
  const { data, dataUpdatedAt, error } = useQuery<CachedAnswer<T>>({
    queryKey: [path],
    queryFn: ({ signal, client, queryKey }) =>
      askAgain<T>(path, client.getQueryData<CachedAnswer<T>>(queryKey), signal),
    refetchInterval: ({ state }) => {
      if (isHopeless(failureOf(state.error))) return false;
      return typeof everyMs === 'number' ? everyMs : everyMs(state.data?.body);
    },
    enabled,
    initialData: first,
    initialDataUpdatedAt: documentAskedMs,
    // What came with the document is asked for again when the next poll is due.
    refetchOnMount: ({ state }) => hydrated || Date.now() - state.dataUpdatedAt > POLL_INTERVAL_MS,
    placeholderData: keepsFormer ? (former) => former : undefined,
  });
  const failure = useLastFailure(path, data === undefined, failureOf(error));
  if (!hydrated) return drawnWith(first);
  return { data: data?.body, nowMs: data?.nowMs, dataUpdatedAt, failure };
}

/** What was never answered stays failed while it is asked again, so that a page does not fall back to loading. */
function useLastFailure(path: string, isUnanswered: boolean, failure: RequestFailure | undefined) {
  const [last, setLast] = useState<{ path: string; failure: RequestFailure }>();
  const known = last?.path === path ? last.failure : undefined;
  if (isUnanswered && failure && JSON.stringify(failure) !== JSON.stringify(known))
    setLast({ path, failure });
  return failure ?? (isUnanswered ? known : undefined);
}

export function useStatus() {
  return usePolled<StatusAnswer>('/api/status');
}

/** Who the person is, and as whom the cluster sees their changes. */
export function useSession(enabled = true) {
  return usePolled<SessionView>('/api/session', { enabled });
}

/** The cluster's time as of the last poll; 0 before the first. */
export function useClusterTime(): number {
  return useStatus().nowMs ?? 0;
}

/** The workloads that best match the typed words. */
export function useSearch(
  words: string,
  { namespace = '', limit = 8, enabled = true, everyMs = POLL_INTERVAL_MS } = {},
) {
  const query = new URLSearchParams({ q: words.trim(), namespace, limit: String(limit) });
  return usePolled<SearchView>(`/api/workloads/search?${query}`, { enabled, keepsFormer: true, everyMs });
}

/** The workloads of all clusters of a hub that best match the typed words. */
export function useSearchAcross(words: string, enabled: boolean) {
  const query = new URLSearchParams({ q: words.trim() });
  return usePolled<SearchAcross>(`/api/clusters/search?${query}`, { enabled, keepsFormer: true });
}

export function useNamespaces(enabled = true) {
  return usePolled<NamespacesView>('/api/namespaces', { enabled });
}

/** @param group the group of nodes that its containers and pods are asked for; undefined for all */
export function useWorkload(namespace: string, name: string, group?: string) {
  const path = objectPath('/api/workloads', namespace, name);
  const query = group === undefined ? '' : `?${new URLSearchParams({ group })}`;
  return usePolled<WorkloadAnswer>(`${path}${query}`, { keepsFormer: group !== undefined });
}

/** A workload that no VPA targets. */
export function useBareWorkload({
  namespace,
  kind,
  name,
}: {
  namespace: string;
  kind: string;
  name: string;
}) {
  const path = `${objectPath('/api/workloads', namespace, 'without-vpa')}/${encodeURIComponent(kind)}`;
  return usePolled<BareWorkload>(`${path}/${encodeURIComponent(name)}`);
}

export function useEventsOf(namespace: string, name: string) {
  return usePolled<EventsAnswer>(`${objectPath('/api/workloads', namespace, name)}/events`);
}

/** The last entries of the audit log about a workload, by default of all kinds that concern one. */
export function useAuditOf(namespace: string, name: string, kind = 'action,change,admission') {
  const asked = { kind, namespace, vpa: name, limit: '8' };
  return usePolled<AuditView>(`/api/audit?${new URLSearchParams(asked)}`);
}

/** How a workload earns its update mode; null if its VPA does not ask for that. */
export function useGraduation(namespace: string, name: string) {
  return usePolled<GraduationAnswer | null>(`${objectPath('/api/workloads', namespace, name)}/graduation`);
}

/** An HPA with the evidence of its newest evaluation. */
export function useHpa(namespace: string, name: string) {
  return usePolled<HpaDetail>(objectPath('/api/hpas', namespace, name));
}

/** The HPAs that scale a workload; none while that is unknown. */
export function useHpasOf(namespace: string, target: { kind: string; name: string } | undefined): HpaRow[] {
  const query = new URLSearchParams({ namespace, target: `${target?.kind}/${target?.name}` });
  const { data } = usePolled<HpasView>(`/api/hpas?${query}`, { enabled: target !== undefined });
  return data?.rows ?? [];
}

/** A node's page asks for it by the name in the address bar. */
export function useNode(name: string) {
  return usePolled<NodePageView>(`/api/nodes/${encodeURIComponent(name)}`);
}

/** The plan for one VPA, with the pods of the groups in `opened` by name. */
export function usePlanOf(namespace: string, name: string, opened: readonly string[]) {
  const query = new URLSearchParams({ namespace, vpa: name, open: opened.join(',') });
  return usePolled<PlanView>(`/api/plan?${query}`, { keepsFormer: true });
}

/** The plan for all that a stop would cover, what is done now first. */
export function usePlanWithin(scope: StopScope) {
  const query = new URLSearchParams({
    ...(scope.kind !== 'all' && { namespace: scope.namespace }),
    ...(scope.kind === 'vpa' && { vpa: scope.name }),
    sort: 'acts',
  });
  return usePolled<PlanView>(`/api/plan?${query}`);
}

/** The past of one container of a workload; the previous answer stays while another range loads. */
export function usePast(namespace: string, name: string, asked: Readonly<Record<string, string>>) {
  const path = `${objectPath('/api/workloads', namespace, name)}/past`;
  return usePolled<PastView>(`${path}?${new URLSearchParams(asked)}`, { keepsFormer: true });
}

/** What became of requests since a date (`YYYY-MM-DD`); empty words ask for nothing special. */
export function useRealised(asked: { since: string; namespace: string; policy: string }) {
  const query = new URLSearchParams(Object.entries(asked).filter(([, value]) => value !== ''));
  return usePolled<RealisedAnswer>(`/api/costs/realised?${query}`, { keepsFormer: true });
}

/** Where people are told what happens, and what came of it. */
export function useMessages() {
  return usePolled<MessagesView>('/api/messages');
}

/** The state of the cluster at a glance. */
export function useOverview() {
  return usePolled<OverviewView>('/api/overview');
}

/** A namespace at a glance. */
export function useNamespace(name: string) {
  return usePolled<NamespaceView>(`/api/namespaces/${encodeURIComponent(name)}`);
}

/** What was requested, needed and used over a span; the previous answer stays while another span loads. */
export function usePastTotals({ span, namespace }: { span: PastSpanName; namespace?: string }) {
  const path = namespace === undefined ? '/api/overview' : `/api/namespaces/${encodeURIComponent(namespace)}`;
  return usePolled<PastTotals>(`${path}/past?${new URLSearchParams({ span })}`, {
    keepsFormer: true,
    everyMs: (past) => (past?.state === 'read' ? PAST_EVERY_MS : POLL_INTERVAL_MS),
  });
}

export function useStops(): StopsView | undefined {
  return useStatus().data?.stops;
}

export function useResumeEffect(scope: StopScope) {
  return usePolled<ResumeView>(`/api/stop/resume?${new URLSearchParams(scope)}`);
}

export function useRevertEffect(scope: StopScope) {
  return usePolled<RevertView>(`/api/stop/revert?${new URLSearchParams(scope)}`);
}

/** Only the embedded cluster has scenarios; `enabled` says whether to ask. */
export function useScenarios(enabled = true) {
  return usePolled<ScenariosView>('/api/scenarios', { enabled });
}
