'use client';

import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ClusterDeed, ClustersView } from '@/server/contract/clusters';
import { countOf } from '@/server/words/counts';
import { byName, ListScreen } from '../lists/list-screen';
import { onDemand } from '../on-demand/on-demand';
import { useWhenIdle } from '../on-demand/use-when-idle';
import { clusterColumns } from './cluster-columns';
import { CLUSTER_LIST } from './cluster-list';
import tableClasses from './cluster-table.module.css';
import { DEED_WORDS } from './order-choices';
import { clusterSumsWords } from './sums-words';

const OrderDialog = onDemand(() => import('./order-dialog'));

interface OrderButtonsProps {
  view: ClustersView;
  /** What the list shows, as a choice of clusters. */
  shown: string;
}

function OrderButtons({ view, shown }: OrderButtonsProps) {
  const [deed, setDeed] = useState<ClusterDeed>();
  // A stop must also be at hand while the server does not answer.
  useWhenIdle(OrderDialog.load);
  return (
    <>
      {(['revert', 'resume', 'stop'] as const).map((one) => (
        <Button
          key={one}
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

/** Every cluster of the hub, as it last answered to the person. */
export function ClustersScreen() {
  return (
    <ListScreen
      definition={CLUSTER_LIST}
      title="Clusters"
      caption="Clusters as each last answered"
      one="cluster"
      count={({ all }) => countOf(all, 'cluster')}
      about={(view) => view && clusterSumsWords(view)}
      actions={({ view, state }) => view && <OrderButtons view={view} shown={state.filter.label || 'all'} />}
      columns={({ nowMs }) => clusterColumns(nowMs)}
      keyOf={byName}
      classes={tableClasses}
    />
  );
}
