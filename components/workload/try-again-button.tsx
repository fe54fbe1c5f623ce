'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { GuardedButton } from '../access/guarded-button';
import { objectPath } from '../api/paths';
import { sendChange } from '../api/request';
import { notify } from '../notices/notify';

interface TryAgainButtonProps {
  namespace: string;
  name: string;
}

/** Tries a change again that was undone, before its time. */
export function TryAgainButton({ namespace, name }: TryAgainButtonProps) {
  const queryClient = useQueryClient();
  const tryAgain = useMutation({
    mutationFn: () => sendChange('POST', `${objectPath('/api/vpas', namespace, name)}/try-again`, {}),
    onSuccess: () => {
      notify({ color: 'verdigris', title: `The change of ${name} is tried again, with one pod first` });
      return queryClient.invalidateQueries();
    },
    onError: ({ message }) => notify({ color: 'danger', title: 'It is not tried again', message }),
  });
  return (
    <GuardedButton
      deed={{ to: 'change-vpa', namespace, name }}
      size="xs"
      variant="default"
      loading={tryAgain.isPending}
      onClick={() => tryAgain.mutate()}
      aria-label={`Try the undone change of ${namespace}/${name} again`}
    >
      Try again
    </GuardedButton>
  );
}
