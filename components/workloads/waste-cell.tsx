import { RESOURCES } from '@/server/contract/resources';
import type { WorkloadRow } from '@/server/contract/workloads';
import { formatAmount, resourceName } from '@/server/words/amounts';
import shared from '../layout/shared.module.css';
import classes from './waste-cell.module.css';

/** What all pods of a workload reserve above the target, a line for each resource. */
export function WasteCell({ waste }: Pick<WorkloadRow, 'waste'>) {
  const wasted = RESOURCES.filter((resource) => waste[resource] > 0);
  if (wasted.length === 0) return <span className={classes.none}>none</span>;
  return wasted.map((resource) => (
    <span key={resource} className={shared.oneLine}>
      {formatAmount(resource, waste[resource])}{' '}
      <span className={classes.resource}>{resourceName(resource)}</span>
    </span>
  ));
}
