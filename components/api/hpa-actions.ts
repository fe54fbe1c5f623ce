'use client';

import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { HpaEdit } from '@/server/operations/handle';
import type { HpaEffectView } from '@/server/operations/views';
import { JSON_BODY, request, sendChange } from './request';

function hpaPath(namespace: string, name: string): string {
  return `/api/hpas/${encodeURIComponent(namespace)}/${encodeURIComponent(name)}`;
}

/** The effect of saving an edit, on live data; nothing without an edit. `edit` is an `HpaEdit` as JSON. */
export function useHpaEffect(namespace: string, name: string, edit: string | undefined) {
  const path = `${hpaPath(namespace, name)}/preview`;
  return useQuery({
    queryKey: [path, edit],
    queryFn: () => request<HpaEffectView>(path, { method: 'POST', headers: JSON_BODY, body: edit }),
    enabled: edit !== undefined,
    placeholderData: keepPreviousData,
  });
}

export function useSaveHpa(namespace: string, name: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (edit: HpaEdit) => sendChange<HpaEffectView>('PATCH', hpaPath(namespace, name), edit),
    onSuccess: () => queryClient.invalidateQueries(),
  });
}
