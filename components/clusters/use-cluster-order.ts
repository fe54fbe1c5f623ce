'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ClusterDeed, ClusterOrdersView } from '@/server/contract/clusters';
import { sendChange } from '../api/request';

const REQUESTS = {
  stop: ['POST', '/api/clusters/stop'],
  resume: ['DELETE', '/api/clusters/stop'],
  revert: ['POST', '/api/clusters/stop/revert'],
} as const satisfies Record<ClusterDeed, readonly [string, string]>;

/** Has clusters do something; the list shows at once how far each is. */
export function useClusterOrder(deed: ClusterDeed) {
  const queryClient = useQueryClient();
  const [method, path] = REQUESTS[deed];
  return useMutation({
    mutationFn: (asked: { clusters: string; reason?: string }) =>
      sendChange<ClusterOrdersView>(method, path, asked),
    onSuccess: () =>
      queryClient.invalidateQueries({
        predicate: ({ queryKey: [key] }) => typeof key === 'string' && key.startsWith('/api/clusters'),
      }),
  });
}
