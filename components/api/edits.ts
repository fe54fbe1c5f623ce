'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { JSON_BODY, request, sendChange } from './request';
import { useChange } from './use-change';

/**
 * The effect of saving an edit of the object at `path`, computed on live data by the functions that would do
 * it; nothing without an edit. `edit` is JSON.
 */
export function useEffectOf<Effect>(path: string, edit: string | undefined) {
  const preview = `${path}/preview`;
  return useQuery({
    queryKey: [preview, edit],
    queryFn: () => request<Effect>(preview, { method: 'POST', headers: JSON_BODY, body: edit }),
    enabled: edit !== undefined,
    placeholderData: keepPreviousData,
  });
}

/** Saves an edit of the object at `path`; with POST, makes one of a draft. */
export function useSaveEdit<Edit, Effect>(path: string, method: 'PATCH' | 'POST' = 'PATCH') {
  return useChange((edit: Edit) => sendChange<Effect>(method, path, edit));
}
