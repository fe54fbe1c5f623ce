import { Tooltip } from '@mantine/core';
import classes from './mode-badge.module.css';
import { modeEffect } from './mode-words';

export function ModeBadge({ mode }: { mode: string }) {
  return (
    <Tooltip label={modeEffect(mode)} multiline maw={280}>
      <span className={classes.badge} data-mode={mode}>
        {mode}
      </span>
    </Tooltip>
  );
}
