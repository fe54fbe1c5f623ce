'use client';

import { Box, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { IconChevronRight } from '../icons';
import classes from './fold.module.css';
import shared from './shared.module.css';

interface FoldProps {
  label: string;
  /** Shown beside the label: what is inside, in a word or two. */
  note?: string;
  /** What it is about, for screen readers. */
  about?: string;
  /** Something inside must be seen, so it stays open. */
  urgent?: boolean;
  /** It is open until somebody closes it. */
  startsOpen?: boolean;
  children: ReactNode;
}

/** Content that is rarely needed; not rendered until it is opened. */
export function Fold({ label, note, about, urgent = false, startsOpen = false, children }: FoldProps) {
  const [open, setOpen] = useState(startsOpen);
  return (
    <details
      className={classes.fold}
      open={open || urgent}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className={classes.summary}>
        <IconChevronRight size={14} stroke={2} className={classes.chevron} aria-hidden="true" />
        {label}
        {about && <span className={shared.hidden}>: {about}</span>}
        {note && (
          <Text span inherit ml={4} c="dimmed" fw={400}>
            {note}
          </Text>
        )}
      </summary>
      {(open || urgent) && <Box mt={10}>{children}</Box>}
    </details>
  );
}
