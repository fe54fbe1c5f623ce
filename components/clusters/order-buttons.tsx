'use client';

import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ClusterDeed, ClustersView } from '@/server/contract/clusters';
import { onDemand } from '../on-demand/on-demand';
import { useWhenIdle } from '../on-demand/use-when-idle';
import { DEED_WORDS } from './order-choices';

const OrderDialog = onDemand(() => import('./order-dialog'));

interface OrderButtonsProps {
  view: ClustersView;
  /** What the list shows, as a choice of clusters. */
  shown: string;
}

export function OrderButtons({ view, shown }: OrderButtonsProps) {
  const [deed, setDeed] = useState<ClusterDeed>();
  // A stop must also be at hand while the server does not answer.
  useWhenIdle(OrderDialog.load);
  return (
    <>
      {(['revert', 'resume', 'stop'] as const).map((one) => (
        <Button
          key={one}
          size="sm"
          h={34}
          {...(one === 'stop' ? { color: 'danger' } : { variant: 'default' })}
          onClick={() => setDeed(one)}
        >
          {DEED_WORDS[one].button}
        </Button>
      ))}
      {deed && <OrderDialog deed={deed} first={shown} view={view} onClose={() => setDeed(undefined)} />}
    </>
  );
}
