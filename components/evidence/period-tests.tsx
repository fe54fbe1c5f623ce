import type { SeasonView } from '@/server/recommender/views';
import classes from './evidence.module.css';
import { testWords } from './season-series';

/** Which periods were looked for, and what came of it. */
export function PeriodTests({ view }: { view: SeasonView }) {
  return (
    <ul className={classes.tests}>
      {view.tests.map((test) => (
        <li key={test.periodMs} data-verdict={test.verdict}>
          {testWords(test)}
        </li>
      ))}
    </ul>
  );
}
