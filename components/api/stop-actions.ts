'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { StopScope, StopsView } from '@/server/operations/views';
import { type CachedAnswer, sendJson } from './request';

/** Presses stop for a scope, or lifts it; the answer shows at once, before the next poll. */
export function useStopAction(action: 'press' | 'resume') {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (asked: { scope: StopScope; reason?: string }) =>
      sendJson<StopsView>(action === 'press' ? 'POST' : 'DELETE', '/api/stop', asked),
    onSuccess: (stops) => queryClient.setQueryData<CachedAnswer<StopsView>>(['/api/stop'], { body: stops }),
  });
}

/** Puts pods resized in place back to what their template asks, in place. */
export function useRevert() {
  return useMutation({
    mutationFn: (scope: StopScope) =>
      sendJson<{ reverted: number; failed: number }>('POST', '/api/stop/revert', { scope }),
  });
}
