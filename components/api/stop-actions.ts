'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { StopScope, StopsView } from '@/server/contract/operations';
import type { StatusAnswer } from '@/server/contract/status';
import { type CachedAnswer, sendChange } from './request';

/** Stops a scope, or resumes it; the result shows at once, before the next poll. */
export function useStopAction(action: 'press' | 'resume') {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (asked: { scope: StopScope; reason?: string }) =>
      sendChange<StopsView>(action === 'press' ? 'POST' : 'DELETE', '/api/stop', asked),
    onSuccess: (stops) =>
      queryClient.setQueryData<CachedAnswer<StatusAnswer>>(
        ['/api/status'],
        (former) => former && { nowMs: former.nowMs, body: { ...former.body, stops } },
      ),
  });
}

/** Resizes pods that were resized in place back to their templates. */
export function useRevert() {
  return useMutation({
    mutationFn: (scope: StopScope) =>
      sendChange<{ reverted: number; failed: number }>('POST', '/api/stop/revert', { scope }),
  });
}
