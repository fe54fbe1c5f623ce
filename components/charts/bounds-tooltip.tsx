import type { Resource } from '@/server/model/units';
import { DefinitionLines } from '../layout/definition-lines';
import { boundsColumns } from './bounds-columns';
import type { BoundsRow } from './bounds-series';
import classes from './time-chart.module.css';

interface BoundsTooltipProps {
  resource: Resource;
  row: BoundsRow | undefined;
}

export function BoundsTooltip({ resource, row }: BoundsTooltipProps) {
  if (!row) return null;
  const [time, ...amounts] = boundsColumns(resource);
  const lines = amounts.flatMap(({ label, words }) => {
    const value = words(row);
    return value === undefined ? [] : [{ label, value }];
  });
  return (
    <div className={classes.tooltip}>
      <p className={classes.tooltipTime}>{time?.words(row)}</p>
      <DefinitionLines lines={lines} />
    </div>
  );
}
