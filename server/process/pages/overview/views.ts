import type { WorkloadsView } from '../views';

/** GET /api/overview */
export interface OverviewView {
  /** How many VPAs there are. */
  vpas: number;
  totals: Pick<WorkloadsView['overview'], 'cpu' | 'memory'>;
  standings: WorkloadsView['overview']['standings'];
}
