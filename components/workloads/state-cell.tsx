import type { WorkloadSummary } from '@/server/recommender/views';
import { STATE_FILTERS, stateOf } from './filter';
import classes from './state-cell.module.css';
import { StateMark } from './state-mark';

export function StateCell({ workload }: { workload: WorkloadSummary }) {
  const state = stateOf(workload);
  return (
    <span className={classes.cell}>
      <StateMark state={state} />
      {STATE_FILTERS[state]}
    </span>
  );
}
