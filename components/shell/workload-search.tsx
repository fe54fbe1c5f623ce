'use client';

import { Kbd, UnstyledButton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useState } from 'react';
import { IconSearch } from '../icons';
import { onDemand } from '../on-demand/on-demand';
import classes from './workload-search.module.css';

const Palette = onDemand(() => import('./palette'));

/** Opens the palette, as Ctrl+K and the slash do. */
export function WorkloadSearch() {
  const [openings, setOpenings] = useState(0);
  const open = () => setOpenings((count) => count + 1);
  useHotkeys([['/', open]]);
  // Also while somebody types, but not over a form with edits.
  useHotkeys([['mod + K', () => document.querySelector('[role="dialog"][aria-modal="true"]') ?? open()]], []);
  return (
    <>
      <UnstyledButton
        className={classes.open}
        onClick={open}
        onPointerEnter={Palette.load}
        onFocus={Palette.load}
        aria-label="Search (Ctrl+K)"
      >
        <IconSearch size={16} stroke={1.7} />
        <span className={classes.label}>Search</span>
        <Kbd size="xs" className={classes.keys}>
          Ctrl K
        </Kbd>
      </UnstyledButton>
      {openings > 0 && <Palette openings={openings} />}
    </>
  );
}
