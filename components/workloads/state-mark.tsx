import type { Standing } from '@/server/contract/verdict';
import {
  IconArrowBarToUp,
  IconArrowDown,
  IconArrowUp,
  IconBan,
  IconCheck,
  IconCircleDashed,
  IconClockPause,
  IconHourglass,
  IconMinus,
  IconX,
} from '../icons';
import classes from './state-mark.module.css';

const ICONS = {
  refused: IconBan,
  'oom-killed': IconX,
  pending: IconClockPause,
  capped: IconArrowBarToUp,
  early: IconHourglass,
  short: IconArrowDown,
  over: IconArrowUp,
  within: IconCheck,
  unstated: IconMinus,
  none: IconCircleDashed,
} as const satisfies Record<Standing, typeof IconCheck>;

/** The sign of a state: shape and colour both show it, beside the words. */
export function StateMark({ state }: { state: Standing }) {
  const Icon = ICONS[state];
  return (
    <span className={classes.mark} data-state={state} aria-hidden="true">
      <Icon size={13} stroke={2.4} />
    </span>
  );
}
