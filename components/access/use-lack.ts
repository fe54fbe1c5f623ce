'use client';

import { useQuery } from '@tanstack/react-query';
import type { Deed, RightsView } from '@/server/contract/session';
import { useApiPlace } from '../api/asked-cluster';
import { useStatus } from '../api/queries';
import { request } from '../api/request';

/** What somebody would do, and to what: nothing of it for the whole cluster. */
export interface IntendedChange {
  to: Deed;
  namespace?: string;
  name?: string;
}

/** As long as the server keeps an answer. */
const FRESH_MS = 30_000;

function textOf({ to, namespace, name }: IntendedChange): string {
  if (name !== undefined) return `${to}/${namespace ?? ''}/${name}`;
  return namespace === undefined ? to : `${to}/${namespace}`;
}

/**
 * What the person lacks to do all of this, as a sentence; undefined if nothing, and while it is not known. Nobody is
 * asked where everybody may do the same.
 */
export function useLack(asked: IntendedChange | readonly IntendedChange[] | undefined): string | undefined {
  const texts = [...new Set([asked ?? []].flat().map(textOf))].sort();
  const query = new URLSearchParams(texts.map((text) => ['to', text])).toString();
  const path = useApiPlace()(`/api/rights?${query}`);
  const { data } = useQuery({
    queryKey: ['rights', path],
    queryFn: ({ signal }) => request<RightsView>(path, { signal }),
    enabled: (useStatus().data?.asksRights ?? false) && texts.length > 0,
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
  });
  const lack = Object.values(data?.lacks ?? {})[0];
  return lack && `You may not do this: ${lack}.`;
}
