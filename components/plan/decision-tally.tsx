import { Text, UnstyledButton } from '@mantine/core';
import type { Counts } from '@/server/contract/lists';
import { FATES, type Fate } from '@/server/words/decisions';
import { DecisionBadge } from './decision-badge';
import classes from './decision-tally.module.css';

interface DecisionTallyProps {
  /** Pods by decision; absent without a count. */
  summary: Counts<Fate>;
  chosen: string;
  onChoose: (fate: Fate | '') => void;
}

const NAMES = Object.keys(FATES) as Fate[];

/** The pods by decision; each count filters the plan. */
export function DecisionTally({ summary, chosen, onChoose }: DecisionTallyProps) {
  return (
    <div className={classes.tally}>
      {NAMES.map((fate) => ({ fate, pods: summary[fate] ?? 0 })).map(({ fate, pods }) => (
        <UnstyledButton
          key={fate}
          className={classes.one}
          data-none={pods === 0}
          aria-pressed={chosen === fate}
          onClick={() => onChoose(chosen === fate ? '' : fate)}
        >
          <Text span inherit mb={6}>
            <DecisionBadge fate={fate} />
          </Text>
          <span>
            <span className={classes.count}>{pods.toLocaleString('en-US')}</span>
            <Text span inherit ml={6} c="dimmed" fz={13}>
              {pods === 1 ? 'pod' : 'pods'}
            </Text>
          </span>
          <span className={classes.words}>{FATES[fate]}</span>
        </UnstyledButton>
      ))}
    </div>
  );
}
