'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { TestView } from '@/server/contract/messages';
import { sendChange } from './request';

/** Sends a test message; what came of it is among the deliveries right after. */
export function useTestMessage() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => sendChange<TestView>('POST', '/api/messages/test', {}),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['/api/messages'] }),
  });
}
