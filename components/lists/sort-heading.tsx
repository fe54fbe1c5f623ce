import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconArrowDown, IconArrowUp } from '../icons';
import classes from './sort-heading.module.css';

interface SortHeadingProps {
  /** Whether the table is sorted by this column now. */
  active: boolean;
  descending: boolean;
  onSort: (descending: boolean) => void;
  /** The direction of the first press. */
  descendingFirst?: boolean;
  hint?: string;
  className?: string;
  label: string;
  children?: ReactNode;
}

/** A column heading that sorts by it, and reverses when pressed again. */
export function SortHeading({
  active,
  descending,
  onSort,
  descendingFirst = false,
  hint,
  className,
  label,
  children,
}: SortHeadingProps) {
  const Arrow = descending ? IconArrowDown : IconArrowUp;
  return (
    <th
      scope="col"
      className={className}
      aria-sort={active ? (descending ? 'descending' : 'ascending') : undefined}
    >
      <UnstyledButton
        className={classes.sort}
        title={hint}
        onClick={() => onSort(active ? !descending : descendingFirst)}
      >
        {label}
        <span className={classes.arrow} data-active={active || undefined} aria-hidden="true">
          <Arrow size={13} stroke={2} />
        </span>
      </UnstyledButton>
      {children}
    </th>
  );
}
