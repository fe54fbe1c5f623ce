import type { WorkloadRow } from '@/server/contract/workloads';
import classes from './state-cell.module.css';
import { StateMark } from './state-mark';
import { findingWords, STANDING_WORDS } from './workload-words';

/** What endangers the workload most, and below it the rest. */
export function StateCell({ standing, findings }: Pick<WorkloadRow, 'standing' | 'findings'>) {
  const [gravest, ...others] = findings;
  return (
    <span className={classes.cell}>
      <StateMark state={standing} />
      <span>
        {gravest ? findingWords(gravest) : STANDING_WORDS[standing]}
        {others.map((finding) => (
          <span key={`${finding.container} ${findingWords(finding)}`} className={classes.other}>
            {findingWords(finding)}
          </span>
        ))}
      </span>
    </span>
  );
}
