import type { PastMark } from '@/server/contract/past';
import type { Resource } from '@/server/contract/resources';
import { boundsColumns } from './bounds-columns';
import type { BoundsRow } from './bounds-series';
import { markStyle } from './mark-colours';
import { markDetail, markWords } from './mark-words';
import { RowTooltip } from './row-tooltip';
import classes from './time-chart.module.css';

interface BoundsTooltipProps {
  resource: Resource;
  row: BoundsRow | undefined;
  /** What happened in the step of the row. */
  marks: readonly PastMark[];
}

export function BoundsTooltip({ resource, row, marks }: BoundsTooltipProps) {
  return (
    <RowTooltip columns={boundsColumns(resource)} row={row}>
      {marks.map((mark) => (
        <p key={mark.kind} className={classes.tooltipMark} style={markStyle(mark.kind)}>
          {markWords(mark)} {markDetail(mark)}
        </p>
      ))}
    </RowTooltip>
  );
}
