'use client';

import { NativeSelect, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { InboxItem } from '@/server/contract/inbox';
import type { DismissalRequest } from '@/server/contract/requests/dismissal';
import { GuardedButton } from '../access/guarded-button';
import { sendChange } from '../api/request';
import { useChange } from '../api/use-change';
import { Dialog, DialogActions, Failed } from '../layout/dialog';
import { dismissDeed } from './dismiss-deed';

const TIMES = [
  { value: '24', label: 'For a day' },
  { value: '168', label: 'For a week' },
  { value: '720', label: 'For 30 days' },
];
const LONGEST_REASON = 1000;

interface DismissDialogProps {
  item: InboxItem;
  onClose: () => void;
}

/** Asks for how long an item is hidden, and why. */
export default function DismissDialog({ item, onClose }: DismissDialogProps) {
  const [hours, setHours] = useState('24');
  const [reason, setReason] = useState('');
  const { key, namespace, vpa, about, sentence } = item;
  const dismiss = useChange(
    (request: Omit<DismissalRequest, 'namespace' | 'vpa'>) =>
      sendChange('POST', '/api/inbox/dismissals', { ...request, namespace, vpa }),
    onClose,
  );
  const isReady = reason.trim() !== '';
  return (
    <Dialog onClose={onClose} title="Dismiss this line">
      <Stack gap="sm">
        <Text size="sm">
          <strong>{about}</strong> {sentence}
        </Text>
        <Textarea
          label="Reason"
          description="It stays in the audit log, and with the line."
          autosize
          minRows={2}
          maxLength={LONGEST_REASON}
          required
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          data-autofocus
        />
        <NativeSelect
          label="For how long"
          data={TIMES}
          value={hours}
          onChange={(event) => setHours(event.currentTarget.value)}
        />
        <Failed title="It is not dismissed" error={dismiss.error} />
      </Stack>
      <DialogActions onClose={onClose}>
        <GuardedButton
          deed={dismissDeed(item)}
          disabled={!isReady}
          loading={dismiss.isPending}
          onClick={() => dismiss.mutate({ key, hours: Number(hours), reason })}
        >
          Dismiss
        </GuardedButton>
      </DialogActions>
    </Dialog>
  );
}
