import type { WorkloadsView } from '@/server/process/pages/views';
import type { Standing } from '@/server/recommender/views/verdict';
import classes from './overview.module.css';
import { StateCard } from './state-card';
import { TotalsCard } from './totals-card';

interface OverviewProps {
  overview: WorkloadsView['overview'];
  /** The cluster's time. */
  nowMs: number;
  standing: Standing | '';
  onStanding: (standing: Standing | '') => void;
}

/** The totals of the cluster: requests against needs, and the workloads by state. */
export function Overview({ overview, nowMs, standing, onStanding }: OverviewProps) {
  return (
    <div className={classes.overview}>
      <TotalsCard resource="cpu" title="CPU" totals={overview.cpu} nowMs={nowMs} />
      <TotalsCard resource="memory" title="Memory" totals={overview.memory} nowMs={nowMs} />
      <StateCard counts={overview.standings} standing={standing} onStanding={onStanding} />
    </div>
  );
}
