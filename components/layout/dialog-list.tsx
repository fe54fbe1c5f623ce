import type { ReactNode } from 'react';
import classes from './dialog-list.module.css';
import { ScrollRegion } from './scroll-region';

interface DialogListProps {
  /** The name of the region in which it scrolls; a list without one is as long as it is. */
  label?: string;
  /** It leaves the most of a small window to what is below it. */
  isLow?: boolean;
  /** Its `li`s. */
  children: ReactNode;
}

/** Many objects in a dialog: it scrolls by itself, so that the buttons below stay in sight. */
export function DialogList({ label, isLow = false, children }: DialogListProps) {
  const list = <ul className={classes.list}>{children}</ul>;
  if (label === undefined) return list;
  return (
    <ScrollRegion label={label} className={isLow ? classes.low : classes.region}>
      {list}
    </ScrollRegion>
  );
}
