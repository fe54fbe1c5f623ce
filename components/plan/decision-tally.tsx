import { UnstyledButton } from '@mantine/core';
import { DECISIONS, type Decision } from '@/server/words/decisions';
import { DecisionBadge } from './decision-badge';
import classes from './decision-tally.module.css';

interface DecisionTallyProps {
  summary: Record<Decision, number>;
  chosen: string;
  onChoose: (decision: Decision | '') => void;
}

const NAMES = Object.keys(DECISIONS) as Decision[];

/** How many pods come under each decision; each narrows the plan down to its own. */
export function DecisionTally({ summary, chosen, onChoose }: DecisionTallyProps) {
  return (
    <div className={classes.tally}>
      {NAMES.map((decision) => (
        <UnstyledButton
          key={decision}
          className={classes.one}
          aria-pressed={chosen === decision}
          onClick={() => onChoose(chosen === decision ? '' : decision)}
        >
          <span className={classes.top}>
            <span className={classes.count}>{summary[decision].toLocaleString('en-US')}</span>
            <span className={classes.unit}>{summary[decision] === 1 ? 'pod' : 'pods'}</span>
            <DecisionBadge decision={decision} />
          </span>
          <span className={classes.words}>{DECISIONS[decision]}</span>
        </UnstyledButton>
      ))}
    </div>
  );
}
