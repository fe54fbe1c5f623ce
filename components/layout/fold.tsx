'use client';

import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import classes from './fold.module.css';

interface FoldProps {
  label: string;
  /** Stands beside the label: what is inside, in a word or two. */
  note?: string;
  /** What it is about, for those who cannot see where it stands. */
  about?: string;
  /** Something inside must be seen, so it cannot stay shut. */
  urgent?: boolean;
  children: ReactNode;
}

/** What is needed only now and then, not even made until it is asked for. */
export function Fold({ label, note, about, urgent = false, children }: FoldProps) {
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
        {about && <span className={classes.about}>: {about}</span>}
        {note && <span className={classes.note}>{note}</span>}
      </summary>
      {(open || urgent) && <div className={classes.inside}>{children}</div>}
    </details>
  );
}
