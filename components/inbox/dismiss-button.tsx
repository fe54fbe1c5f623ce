'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { InboxItem } from '@/server/contract/inbox';
import { GuardedButton } from '../access/guarded-button';
import type { IntendedChange } from '../access/use-lack';
import { sendChange } from '../api/request';
import { notify } from '../notices/notify';
import { onDemand } from '../on-demand/on-demand';

const DismissDialog = onDemand(() => import('./dismiss-dialog'));

function deedOf({ namespace, vpa }: InboxItem): IntendedChange {
  return {
    to: 'dismiss',
    ...(namespace !== undefined && { namespace }),
    ...(vpa !== undefined && { name: vpa }),
  };
}

/** Hides an item for a while, once somebody said why. */
export function DismissButton({ item }: { item: InboxItem }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <GuardedButton
        deed={deedOf(item)}
        size="xs"
        variant="subtle"
        color="gray"
        onClick={() => setOpen(true)}
        aria-label={`Dismiss… (${item.about}: ${item.sentence})`}
      >
        Dismiss…
      </GuardedButton>
      {isOpen && <DismissDialog item={item} deed={deedOf(item)} onClose={() => setOpen(false)} />}
    </>
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
      deed={deedOf(item)}
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
