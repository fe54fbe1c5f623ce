import { IconArrowDown, IconArrowUp, IconCheck, IconCircleDashed, IconMinus } from '@tabler/icons-react';
import type { StateFilter } from './filter';
import classes from './state-mark.module.css';

const ICONS = {
  short: IconArrowDown,
  over: IconArrowUp,
  within: IconCheck,
  unstated: IconMinus,
  none: IconCircleDashed,
} as const satisfies Record<StateFilter, typeof IconCheck>;

/** The sign of a state: shape and colour both tell it, and words stand beside it. */
export function StateMark({ state }: { state: StateFilter }) {
  const Icon = ICONS[state];
  return (
    <span className={classes.mark} data-state={state} aria-hidden="true">
      <Icon size={13} stroke={2.4} />
    </span>
  );
}
