import type { WorkloadSummary } from '@/server/recommender/views';
import type { StateFilter } from '../workloads/filter';
import classes from './overview.module.css';
import { StateCard } from './state-card';
import { TotalsCard } from './totals-card';

interface OverviewProps {
  workloads: readonly WorkloadSummary[];
  state: StateFilter | '';
  onState: (state: StateFilter | '') => void;
}

/** The cluster at a glance: what is requested against what is needed, and how the workloads stand. */
export function Overview({ workloads, state, onState }: OverviewProps) {
  return (
    <div className={classes.overview}>
      <TotalsCard resource="cpu" title="CPU" workloads={workloads} />
      <TotalsCard resource="memory" title="Memory" workloads={workloads} />
      <StateCard workloads={workloads} state={state} onState={onState} />
    </div>
  );
}
