'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';

/** A change after which everything shown is asked for again. @param done is told first */
export function useChange<Asked = void, Answer = unknown>(
  send: (asked: Asked) => Promise<Answer>,
  done?: (answer: Answer) => void,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (answer) => {
      done?.(answer);
      return queryClient.invalidateQueries();
    },
  });
}
