import { Anchor } from '@mantine/core';
import type { Publishing } from '@/server/contract/nodes';
import Link from '../navigation/link';

/** Whether what is idle is published, and where to change that. */
export function PublishingWords({ publishing }: { publishing: Publishing }) {
  switch (publishing) {
    case 'off':
      return (
        <>
          It is not published in the status of nodes; a setting does that:{' '}
          <Anchor component={Link} href="/settings" inherit underline="always">
            Settings
          </Anchor>
          .
        </>
      );
    case 'leading':
      return 'This process publishes it in the status of nodes, for requests of batch pods.';
    case 'following':
      return 'Another process publishes it in the status of nodes.';
  }
}
