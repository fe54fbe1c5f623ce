'use client';

import { useState } from 'react';
import { IconFileDownload } from '../icons';
import { UsualButton } from '../layout/usual-button';
import { onDemand } from '../on-demand/on-demand';

const ExportDialog = onDemand(() => import('./export-dialog'));

/** Shows what the workloads of a query would state as patches, and saves them as a file. */
export function ExportButton({ query, size = 'sm' }: { query: string; size?: 'sm' | 'compact-sm' }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <UsualButton
        size={size}
        icon={<IconFileDownload size={16} stroke={1.7} />}
        onClick={() => setOpened(true)}
      >
        Export as patches
      </UsualButton>
      {opened && <ExportDialog query={query} onClose={() => setOpened(false)} />}
    </>
  );
}
