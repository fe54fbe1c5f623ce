'use client';

import { Button, NativeSelect, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ClusterDeed, ClusterOrdersView, ClustersView } from '@/server/contract/clusters';
import { sendChange } from '../api/request';
import { Dialog, DialogActions, Failed } from '../layout/dialog';
import { onDemand } from '../on-demand/on-demand';
import { ReasonField } from '../stop/reason-field';
import { clusterChoices, DEED_WORDS } from './order-choices';

/** Apart: a stop is also at hand while the server does not answer. */
const OrderEffect = onDemand(() => import('./order-effect'));

interface OrderDialogProps {
  deed: ClusterDeed;
  /** What is chosen at first, such as the label of the filter. */
  first: string;
  view: Pick<ClustersView, 'rows' | 'tallies' | 'all'>;
  onClose: () => void;
}

const REQUESTS = {
  stop: ['POST', '/api/clusters/stop'],
  resume: ['DELETE', '/api/clusters/stop'],
  revert: ['POST', '/api/clusters/stop/revert'],
} as const satisfies Record<ClusterDeed, readonly [string, string]>;

/** Has clusters do something; the list shows at once how far each is. */
function useClusterOrder(deed: ClusterDeed) {
  const queryClient = useQueryClient();
  const [method, path] = REQUESTS[deed];
  return useMutation({
    mutationFn: (asked: { clusters: string; reason?: string }) =>
      sendChange<ClusterOrdersView>(method, path, asked),
    onSuccess: () =>
      queryClient.invalidateQueries({
        predicate: ({ queryKey: [key] }) => typeof key === 'string' && key.startsWith('/api/clusters'),
      }),
  });
}

/** Chooses clusters, says what is done to them, and does it. */
export default function OrderDialog({ deed, first, view, onClose }: OrderDialogProps) {
  const order = useClusterOrder(deed);
  const [clusters, setClusters] = useState(first);
  const [reason, setReason] = useState('');
  const words = DEED_WORDS[deed];
  const send = () => order.mutate({ clusters, ...(reason && { reason }) }, { onSuccess: onClose });
  return (
    <Dialog onClose={onClose} title={words.title} width={720}>
      <Stack gap="var(--mantine-spacing-md)">
        <NativeSelect
          label="Clusters"
          data={clusterChoices(view)}
          value={clusters}
          onChange={(event) => setClusters(event.currentTarget.value)}
        />
        <Text size="sm">{words.effect}</Text>
        <Text size="sm">
          Each cluster judges whether you may. One that is away is asked again for {words.askedFor}.
        </Text>
        <OrderEffect key={clusters} deed={deed} clusters={clusters} view={view} />
        {deed === 'stop' && <ReasonField value={reason} onChange={setReason} onEnter={send} />}
        <Failed title="It was not confirmed" error={order.error} />
      </Stack>
      <DialogActions onClose={onClose}>
        <Button {...(deed === 'stop' && { color: 'danger' })} loading={order.isPending} onClick={send}>
          {words.action}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
