'use client';

import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PolicyEdit } from '@/server/operations/handle';
import type { EffectView } from '@/server/operations/views';
import { JSON_BODY, request, sendChange } from './request';

function vpaPath(namespace: string, name: string): string {
  return `/api/vpas/${encodeURIComponent(namespace)}/${encodeURIComponent(name)}`;
}

/**
 * The effect of saving an edit, computed by the functions that would do it; nothing without an edit. `edit`
 * is a `PolicyEdit` as JSON.
 */
export function useEffectOf(namespace: string, name: string, edit: string | undefined) {
  const path = `${vpaPath(namespace, name)}/preview`;
  return useQuery({
    queryKey: [path, edit],
    queryFn: () => request<EffectView>(path, { method: 'POST', headers: JSON_BODY, body: edit }),
    enabled: edit !== undefined,
    placeholderData: keepPreviousData,
  });
}

export function useSavePolicy(namespace: string, name: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (edit: PolicyEdit) => sendChange<EffectView>('PATCH', vpaPath(namespace, name), edit),
    onSuccess: () => queryClient.invalidateQueries(),
  });
}
