import type { Fate } from '@/server/words/decisions';
import { IconArrowsDiagonal, IconCheck, IconClockPause, IconLock, IconMinus, IconRefresh } from '../icons';
import classes from './decision-badge.module.css';

const SIGNS = {
  evict: { word: 'Evict', icon: IconRefresh },
  resize: { word: 'Resize', icon: IconArrowsDiagonal },
  wait: { word: 'Wait', icon: IconClockPause },
  'at-target': { word: 'At target', icon: IconCheck },
  'not-allowed': { word: 'Not allowed to', icon: IconLock },
  cannot: { word: 'Cannot', icon: IconMinus },
} as const satisfies Record<Fate, { word: string; icon: typeof IconMinus }>;

/** The decision about a pod; for one left alone, why. */
export function DecisionBadge({ fate }: { fate: Fate }) {
  const { word, icon: Icon } = SIGNS[fate];
  return (
    <span className={classes.badge} data-decision={fate}>
      <Icon size={13} stroke={2} aria-hidden="true" />
      {word}
    </span>
  );
}
