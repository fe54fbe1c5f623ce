'use client';

import { useState } from 'react';
import { GuardedButton } from '../access/guarded-button';
import { onDemand } from '../on-demand/on-demand';

const ApplyNowDialog = onDemand(() => import('./apply-now-dialog'));

interface ApplyNowButtonProps {
  namespace: string;
  name: string;
  pods: number;
  size?: 'compact-sm' | 'xs';
}

/** Asks first, then has the changes of a VPA wait for their time no more. */
export function ApplyNowButton({ namespace, name, pods, size = 'compact-sm' }: ApplyNowButtonProps) {
  const [isAsking, setAsking] = useState(false);
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
        <ApplyNowDialog namespace={namespace} name={name} pods={pods} onClose={() => setAsking(false)} />
      )}
    </>
  );
}
