'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { StopScope, StopsView } from '@/server/updater/views';
import { send } from './request';

/** Presses stop for a scope, or lifts it; the answer shows at once, before the next poll. */
export function useStopAction(action: 'press' | 'resume') {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (scope: StopScope) =>
      send<StopsView>(action === 'press' ? 'POST' : 'DELETE', '/api/stop', { scope }),
    onSuccess: (stops) => queryClient.setQueryData(['/api/stop'], stops),
  });
}
