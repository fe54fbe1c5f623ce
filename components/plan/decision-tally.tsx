import { UnstyledButton } from '@mantine/core';
import type { Counts } from '@/server/process/pages/views';
import { DECISIONS, type Decision } from '@/server/words/decisions';
import { DecisionBadge } from './decision-badge';
import classes from './decision-tally.module.css';

interface DecisionTallyProps {
  /** Pods by decision; none where there is no count. */
  summary: Counts<Decision>;
  chosen: string;
  onChoose: (decision: Decision | '') => void;
}

const NAMES = Object.keys(DECISIONS) as Decision[];

/** How many pods come under each decision; each narrows the plan down to its own. */
export function DecisionTally({ summary, chosen, onChoose }: DecisionTallyProps) {
  return (
    <div className={classes.tally}>
      {NAMES.map((decision) => ({ decision, pods: summary[decision] ?? 0 })).map(({ decision, pods }) => (
        <UnstyledButton
          key={decision}
          className={classes.one}
          aria-pressed={chosen === decision}
          onClick={() => onChoose(chosen === decision ? '' : decision)}
        >
          <span className={classes.top}>
            <span className={classes.count}>{pods.toLocaleString('en-US')}</span>
            <span className={classes.unit}>{pods === 1 ? 'pod' : 'pods'}</span>
            <DecisionBadge decision={decision} />
          </span>
          <span className={classes.words}>{DECISIONS[decision]}</span>
        </UnstyledButton>
      ))}
    </div>
  );
}
