import { UnstyledButton } from '@mantine/core';
import type { Standing } from '@/server/recommender/views/verdict';
import { Card } from '../layout/card';
import { StateMark } from '../workloads/state-mark';
import { STANDING_WORDS } from '../workloads/workload-words';
import classes from './state-card.module.css';

interface StateCardProps {
  counts: Record<Standing, number>;
  standing: Standing | '';
  onStanding: (standing: Standing | '') => void;
}

const STANDINGS = Object.keys(STANDING_WORDS) as Standing[];

/** The workloads by state; each line filters the table. */
export function StateCard({ counts, standing, onStanding }: StateCardProps) {
  return (
    <Card title="How the requests stand">
      <ul className={classes.list}>
        {STANDINGS.filter((key) => counts[key] > 0 || key === standing).map((key) => (
          <li key={key}>
            <UnstyledButton
              className={classes.line}
              aria-pressed={standing === key}
              onClick={() => onStanding(standing === key ? '' : key)}
            >
              <StateMark state={key} />
              <span className={classes.words}>{STANDING_WORDS[key]}</span>
              <span className={classes.count}>{counts[key].toLocaleString('en-US')}</span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </Card>
  );
}
