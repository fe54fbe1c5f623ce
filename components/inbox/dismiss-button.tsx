'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { InboxItem } from '@/server/contract/inbox';
import { GuardedButton } from '../access/guarded-button';
import { sendChange } from '../api/request';
import { notify } from '../notices/notify';
import { dismissDeed } from './dismiss-deed';
import { useDismissing } from './dismissing';

/** Hides an item for a while, once somebody said why. */
export function DismissButton({ item }: { item: InboxItem }) {
  const ask = useDismissing();
  return (
    <GuardedButton
      deed={dismissDeed(item)}
      size="xs"
      variant="subtle"
      color="gray"
      onClick={() => ask(item)}
      aria-label={`Dismiss… (${item.about}: ${item.sentence})`}
    >
      Dismiss…
    </GuardedButton>
  );
}

/** Shows a dismissed item again. */
export function RestoreButton({ item }: { item: InboxItem }) {
  const queryClient = useQueryClient();
  const { key, namespace, vpa } = item;
  const restore = useMutation({
    mutationFn: () => sendChange('DELETE', '/api/inbox/dismissals', { key, namespace, vpa }),
    onSuccess: () => queryClient.invalidateQueries(),
    onError: ({ message }) => notify({ color: 'danger', title: 'It is not shown again', message }),
  });
  return (
    <GuardedButton
      deed={dismissDeed(item)}
      size="xs"
      variant="default"
      loading={restore.isPending}
      onClick={() => restore.mutate()}
      aria-label={`Show again (${item.about}: ${item.sentence})`}
    >
      Show again
    </GuardedButton>
  );
}
