import type { Resource } from '@/server/model/units';
import { formatAmount, isUnbounded } from '@/server/words/amounts';
import { absoluteTime } from '@/server/words/times';
import { DefinitionLines } from '../layout/definition-lines';
import type { BoundsRow } from './bounds-series';
import classes from './time-chart.module.css';

interface BoundsTooltipProps {
  resource: Resource;
  row: BoundsRow | undefined;
}

export function BoundsTooltip({ resource, row }: BoundsTooltipProps) {
  if (!row) return null;
  const amount = (value: number) => (isUnbounded(value) ? 'none yet' : formatAmount(resource, value));
  const values: [label: string, value: number | undefined][] = [
    ['Upper bound', row.upperBound],
    ['Target', row.target],
    ['Lower bound', row.band?.[0]],
    ['Request', row.request],
    ['Usage', row.usage],
  ];
  const lines = values.flatMap(([label, value]) =>
    value === undefined ? [] : [{ label, value: amount(value) }],
  );
  return (
    <div className={classes.tooltip}>
      <p className={classes.tooltipTime}>{absoluteTime(row.atMs)}</p>
      <DefinitionLines lines={lines} />
    </div>
  );
}
