'use client';

import { useMutation } from '@tanstack/react-query';
import type { MatchingApprovals } from '@/server/contract/approvals';
import type { DecisionRequest, DecisionsView } from '@/server/contract/requests/decision';
import { request, sendChange } from './request';
import { useChange } from './use-change';

/** Decides about changes exactly as shown; every list asks again after it. */
export function useDecide() {
  return useChange((decision: DecisionRequest) =>
    sendChange<DecisionsView>('POST', '/api/approvals', decision),
  );
}

/** All that match a query of the list, up to what may be decided at once. */
export function useMatchingApprovals() {
  return useMutation({
    mutationFn: (query: string) => request<MatchingApprovals>(`/api/approvals/matching?${query}`),
  });
}
