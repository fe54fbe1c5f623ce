import { UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { GlyphScale } from '../charts/glyph-scale';
import type { SortKey } from './columns';
import classes from './workload-table.module.css';

interface TableHeadProps {
  sort: { key: SortKey; descending: boolean };
  onSort: (key: SortKey, descending: boolean) => void;
}

/** Amounts and shares are most telling from the top, names from the start of the alphabet. */
const DESCENDING_FIRST: readonly SortKey[] = ['cpu', 'memory'];

export function TableHead({ sort, onSort }: TableHeadProps) {
  const heading = (key: SortKey, label: string, hint?: string, extra?: ReactNode) => {
    const active = sort.key === key;
    const Arrow = sort.descending ? IconArrowDown : IconArrowUp;
    return (
      <th
        scope="col"
        className={classes[key]}
        aria-sort={active ? (sort.descending ? 'descending' : 'ascending') : undefined}
      >
        <UnstyledButton
          className={classes.sort}
          title={hint}
          onClick={() => onSort(key, active ? !sort.descending : DESCENDING_FIRST.includes(key))}
        >
          {label}
          <span className={classes.arrow} data-active={active || undefined} aria-hidden="true">
            <Arrow size={13} stroke={2} />
          </span>
        </UnstyledButton>
        {extra}
      </th>
    );
  };
  return (
    <thead className={classes.head}>
      <tr>
        {heading('workload', 'Workload')}
        {heading('namespace', 'Namespace')}
        {heading('mode', 'Mode')}
        <th scope="col">Container</th>
        {heading('cpu', 'CPU', 'Sort by what all pods reserve beyond the target', <GlyphScale />)}
        {heading('memory', 'Memory', 'Sort by what all pods reserve beyond the target', <GlyphScale />)}
        {heading('confidence', 'Confidence', 'Days of history behind the numbers')}
        {heading('state', 'State')}
      </tr>
    </thead>
  );
}
