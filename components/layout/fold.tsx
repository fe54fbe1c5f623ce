'use client';

import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import classes from './fold.module.css';

interface FoldProps {
  label: string;
  /** Stands beside the label: what is inside, in a word or two. */
  note?: string;
  /** Something inside must be seen, so it cannot stay shut. */
  urgent?: boolean;
  children: ReactNode;
}

/** What is needed only now and then, out of the way until it is asked for. */
export function Fold({ label, note, urgent = false, children }: FoldProps) {
  const [open, setOpen] = useState(false);
  return (
    <details
      className={classes.fold}
      open={open || urgent}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className={classes.summary}>
        <IconChevronRight size={14} stroke={2} className={classes.chevron} aria-hidden="true" />
        {label}
        {note && <span className={classes.note}>{note}</span>}
      </summary>
      <div className={classes.inside}>{children}</div>
    </details>
  );
}
