import { Tooltip } from '../layout/tooltip';
import classes from './mode-badge.module.css';
import { type Mode, modeEffect, modeWords } from './mode-words';

export function ModeBadge(mode: Mode) {
  return (
    <Tooltip label={modeEffect(mode)} multiline maw={280}>
      <span className={classes.badge} data-mode={mode.updateMode} data-held={mode.heldMode !== undefined}>
        {modeWords(mode)}
      </span>
    </Tooltip>
  );
}
