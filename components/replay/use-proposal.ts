'use client';

import { parseAsString, useQueryState } from 'nuqs';
import { useEffect, useEffectEvent } from 'react';
import type { VariantRequest } from '@/server/contract/replays';
import { useReplay } from '../api/replay-actions';

/** Hands over the proposal of the replay that the address names, once; then the address names it no more. */
export function useProposal(take: (proposal: VariantRequest) => void): void {
  const [id, setId] = useQueryState('proposal', parseAsString);
  const proposal = useReplay(id ?? undefined).data?.outcome?.proposal?.variant;
  const takeOver = useEffectEvent((proposed: VariantRequest) => {
    take(proposed);
    void setId(null, { history: 'replace' });
  });
  useEffect(() => {
    if (proposal) takeOver(proposal);
  }, [proposal]);
}

/** The address of a workload's policy form with a proposal filled in. */
export function proposalHref(workloadPage: string, id: string): string {
  return `${workloadPage}?${new URLSearchParams({ edit: 'policy', proposal: id, whatif: id })}`;
}
