'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PlannedPods } from '@/server/contract/plan';
import { countOf } from '@/server/words/counts';
import { waitsForTimeAlone } from '@/server/words/waits-for-time';
import { GuardedButton } from '../access/guarded-button';
import { objectPath } from '../api/paths';
import { sendChange } from '../api/request';
import { notify } from '../notices/notify';
import { ConfirmDialog } from '../stop/confirm-dialog';

interface ApplyNowProps {
  namespace: string;
  name: string;
  groups: readonly PlannedPods[];
}

/** Asks for the changes of a VPA that only wait for their time; nothing where there are none. */
export function ApplyNow({ namespace, name, groups }: ApplyNowProps) {
  const pods = groups.filter(waitsForTimeAlone).reduce((sum, { count }) => sum + count, 0);
  return pods === 0 ? null : <ApplyNowButton namespace={namespace} name={name} pods={pods} />;
}

interface ApplyNowButtonProps {
  namespace: string;
  name: string;
  /** How many wait. */
  pods: number;
  size?: 'compact-sm' | 'xs';
}

/** Asks first, then has the changes of a VPA wait for their time no more. */
export function ApplyNowButton({ namespace, name, pods, size = 'compact-sm' }: ApplyNowButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const queryClient = useQueryClient();
  const apply = useMutation({
    mutationFn: () => sendChange('POST', `${objectPath('/api/vpas', namespace, name)}/apply-now`, {}),
    onSuccess: () => {
      setAsking(false);
      notify({
        color: 'verdigris',
        title: `The changes of ${name} do not wait for their time`,
        message: 'They are made in the next pass, as far as budgets, room and approvals allow.',
      });
      return queryClient.invalidateQueries();
    },
  });
  return (
    <>
      <GuardedButton
        deed={{ to: 'change-vpa', namespace, name }}
        size={size}
        variant="default"
        onClick={() => setAsking(true)}
        aria-label={`Apply now… (${namespace}/${name})`}
      >
        Apply now…
      </GuardedButton>
      {isAsking && (
        <ConfirmDialog
          title={`Apply now: ${namespace}/${name}`}
          action="Apply now"
          failed="It was not asked for"
          state={apply}
          onConfirm={() => apply.mutate()}
          onClose={() => setAsking(false)}
        >
          For ten minutes, changes of {countOf(pods, 'pod')} do not wait for their time. Pods may be evicted
          or resized at once. Disruption budgets, room on nodes, quotas, approvals, calendars, stops and how
          often a pod may change in a day still count. It is recorded with your name.
        </ConfirmDialog>
      )}
    </>
  );
}
