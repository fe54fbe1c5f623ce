import type { ReactNode } from 'react';
import { GlyphScale } from '../charts/glyph-scale';
import { SortHeading } from '../lists/sort-heading';
import type { SortKey } from './columns';
import classes from './workload-table.module.css';

interface TableHeadProps {
  sort: { key: SortKey; descending: boolean };
  onSort: (key: SortKey, descending: boolean) => void;
}

/** Amounts and shares are most telling from the top, names from the start of the alphabet. */
const DESCENDING_FIRST: readonly SortKey[] = ['cpu', 'memory'];

export function TableHead({ sort, onSort }: TableHeadProps) {
  const heading = (key: SortKey, label: string, hint?: string, extra?: ReactNode) => (
    <SortHeading
      label={label}
      hint={hint}
      className={classes[key]}
      active={sort.key === key}
      descending={sort.descending}
      descendingFirst={DESCENDING_FIRST.includes(key)}
      onSort={(descending) => onSort(key, descending)}
    >
      {extra}
    </SortHeading>
  );
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
