import type { Standing } from '@/server/recommender/views/verdict';
import classes from './state-cell.module.css';
import { StateMark } from './state-mark';
import { STANDING_WORDS } from './workload-words';

export function StateCell({ standing }: { standing: Standing }) {
  return (
    <span className={classes.cell}>
      <StateMark state={standing} />
      {STANDING_WORDS[standing]}
    </span>
  );
}
