import { IconArrowsDiagonal, IconClockPause, IconMinus, IconRefresh } from '@tabler/icons-react';
import type { Decision } from '@/server/words/decisions';
import classes from './decision-badge.module.css';

const SIGNS = {
  evict: { word: 'Evict', icon: IconRefresh },
  resize: { word: 'Resize', icon: IconArrowsDiagonal },
  wait: { word: 'Wait', icon: IconClockPause },
  leave: { word: 'Leave', icon: IconMinus },
} as const satisfies Record<Decision, { word: string; icon: typeof IconMinus }>;

export function DecisionBadge({ decision }: { decision: Decision }) {
  const { word, icon: Icon } = SIGNS[decision];
  return (
    <span className={classes.badge} data-decision={decision}>
      <Icon size={13} stroke={2} aria-hidden="true" />
      {word}
    </span>
  );
}
