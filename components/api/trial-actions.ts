'use client';

import { useMutation } from '@tanstack/react-query';
import type { TrialView } from '@/server/contract/admission';
import { sendChange } from './request';

/** Asks what admission would make of the pod in a manifest; nothing changes. */
export function useTrial() {
  return useMutation({
    mutationFn: (asked: { manifest: string; namespace: string }) =>
      sendChange<TrialView>('POST', '/api/admission/try', asked),
  });
}
