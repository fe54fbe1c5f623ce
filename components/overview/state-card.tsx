import { UnstyledButton } from '@mantine/core';
import type { WorkloadSummary } from '@/server/recommender/views';
import { Card } from '../layout/card';
import { STATE_FILTERS, type StateFilter, stateCounts } from '../workloads/filter';
import { StateMark } from '../workloads/state-mark';
import classes from './state-card.module.css';

interface StateCardProps {
  workloads: readonly WorkloadSummary[];
  state: StateFilter | '';
  onState: (state: StateFilter | '') => void;
}

const STATES = Object.keys(STATE_FILTERS) as StateFilter[];

/** How many workloads stand how; each line narrows the table to its own. */
export function StateCard({ workloads, state, onState }: StateCardProps) {
  const counts = stateCounts(workloads);
  return (
    <Card title="How the requests stand">
      <ul className={classes.list}>
        {STATES.filter((key) => counts[key] > 0 || key === state).map((key) => (
          <li key={key}>
            <UnstyledButton
              className={classes.line}
              aria-pressed={state === key}
              onClick={() => onState(state === key ? '' : key)}
            >
              <StateMark state={key} />
              <span className={classes.words}>{STATE_FILTERS[key]}</span>
              <span className={classes.count}>{counts[key]}</span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </Card>
  );
}
