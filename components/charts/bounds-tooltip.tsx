import type { Resource } from '@/server/model/units';
import type { PastMark } from '@/server/process/pages/past/views';
import { DefinitionLines } from '../layout/definition-lines';
import { boundsColumns } from './bounds-columns';
import type { BoundsRow } from './bounds-series';
import { markStyle } from './mark-colours';
import { markDetail, markWords } from './mark-words';
import classes from './time-chart.module.css';

interface BoundsTooltipProps {
  resource: Resource;
  row: BoundsRow | undefined;
  /** What happened in the step of the row. */
  marks: readonly PastMark[];
}

export function BoundsTooltip({ resource, row, marks }: BoundsTooltipProps) {
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
      {marks.map((mark) => (
        <p key={mark.kind} className={classes.tooltipMark} style={markStyle(mark.kind)}>
          {markWords(mark)} {markDetail(mark)}
        </p>
      ))}
    </div>
  );
}
