'use client';

import { Button } from '@mantine/core';
import type { WorkloadChoice } from '@/server/contract/workloads';
import { countOf } from '@/server/words/counts';
import type { BulkAim } from '../bulk/bulk-dialog';
import { ExportButton } from '../export/export-button';
import shared from '../layout/shared.module.css';
import classes from './choosing-bar.module.css';
import { ExportMenu } from './export-menu';

/** Names of VPAs in one address; more are exported by the filter. */
const MOST_IN_ADDRESS = 100;

interface ChoosingBarProps {
  chosen: readonly WorkloadChoice[];
  /** How many match the filter, on all pages. */
  matching: number;
  isLoadingAll: boolean;
  /** The columns of an export. */
  columns: string;
  onChooseAll: () => void;
  onClear: () => void;
  onAim: (aim: BulkAim) => void;
}

export function ChoosingBar({
  chosen,
  matching,
  isLoadingAll,
  columns,
  onChooseAll,
  onClear,
  onAim,
}: ChoosingBarProps) {
  const named = chosen.flatMap(({ namespace, name, hasNoVpa }) => (hasNoVpa ? [] : `${namespace}/${name}`));
  const bare = chosen.length - named.length;
  const query = new URLSearchParams({ vpa: 'all', ...(columns && { columns }) });
  return (
    <div className={classes.bar} role="toolbar" aria-label="Chosen workloads">
      <span className={shared.label} aria-live="polite">
        {countOf(chosen.length, 'workload')} chosen
      </span>
      {chosen.length < matching && (
        <Button size="compact-sm" variant="subtle" loading={isLoadingAll} onClick={onChooseAll}>
          Choose all {matching.toLocaleString('en-US')} that match
        </Button>
      )}
      <Button
        size="compact-sm"
        disabled={bare === chosen.length}
        onClick={() => onAim({ kind: 'mode', chosen })}
      >
        Change mode
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        disabled={bare === 0}
        onClick={() => onAim({ kind: 'make', chosen })}
      >
        Create VPAs
      </Button>
      {named.length > 0 && named.length <= MOST_IN_ADDRESS && (
        <ExportButton
          query={String(new URLSearchParams(named.map((one) => ['of', one])))}
          size="compact-sm"
        />
      )}
      <ExportMenu query={query} only={chosen} />
      <Button size="compact-sm" variant="subtle" onClick={onClear}>
        Choose none
      </Button>
    </div>
  );
}
