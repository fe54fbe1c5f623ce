'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReplayChartView, ReplayRequest, ReplayView } from '@/server/contract/replays';
import { useApiPlace } from './asked-cluster';
import { objectPath } from './paths';
import { usePolled } from './queries';
import { type CachedAnswer, isTooSoon, sendChange } from './request';

const REPLAYS = '/api/replays';

function replayPath(id: string): string {
  return `${REPLAYS}/${encodeURIComponent(id)}`;
}

/** How far a replay is, or what it found; nothing without an id. */
export function useReplay(id: string | undefined) {
  return usePolled<ReplayView>(replayPath(id ?? ''), { enabled: id !== undefined });
}

/** What one workload, `NAMESPACE/NAME`, did in a replay. */
export function useReplayChart(id: string, workload: string) {
  const slash = workload.indexOf('/');
  const [namespace, name] = [workload.slice(0, slash), workload.slice(slash + 1)];
  return usePolled<ReplayChartView>(objectPath(`${replayPath(id)}/workloads`, namespace, name));
}

export function exportHref(id: string, format: string): string {
  return `${replayPath(id)}/export?format=${format}`;
}

type Asked = Omit<ReplayRequest, 'loop'> & { loop?: ReplayRequest['loop'] };

export function useStartReplay() {
  return useReplayChange((asked: Asked) => sendChange<ReplayView>('POST', REPLAYS, asked));
}

/** Begins one that is shown beside a change, in the cluster that is asked; nobody asked for it, so nothing records it. */
export function useBeginReplay() {
  const place = useApiPlace();
  return useReplayChange((asked: Asked) =>
    sendChange<ReplayView>('POST', place(`${REPLAYS}/preview`), asked),
  );
}

export function useCancelReplay(id: string) {
  const place = useApiPlace();
  return useReplayChange<void>(() => sendChange<ReplayView>('POST', place(`${replayPath(id)}/cancel`), {}));
}

/** The answer is known at once wherever the replay is shown; a process that just began is asked again. */
function useReplayChange<Asked>(mutationFn: (asked: Asked) => Promise<ReplayView>) {
  const queryClient = useQueryClient();
  const place = useApiPlace();
  return useMutation({
    mutationFn,
    retry: (failures, error) => failures < 10 && isTooSoon(error),
    retryDelay: 1000,
    onSuccess: (view) => {
      queryClient.setQueryData<CachedAnswer<ReplayView>>([place(replayPath(view.id))], { body: view });
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => isList(queryKey[0]) });
    },
  });
}

function isList(key: unknown): boolean {
  return typeof key === 'string' && (key === REPLAYS || key.startsWith(`${REPLAYS}?`));
}
