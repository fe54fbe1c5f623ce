import type { ReactNode } from 'react';
import { DefinitionLines } from '../layout/definition-lines';
import type { DataColumn } from './bounds-columns';
import classes from './time-chart.module.css';

interface RowTooltipProps<Row> {
  columns: readonly DataColumn<Row>[];
  row: Row | undefined;
  /** What to say if the row has no value. */
  none?: string;
  /** Below the values. */
  children?: ReactNode;
}

/** One row of a chart in words; its first column is the heading. */
export function RowTooltip<Row>({ columns, row, none, children }: RowTooltipProps<Row>) {
  const [name, ...values] = columns;
  if (!row || !name) return null;
  const lines = values.flatMap(({ label, words }) => {
    const value = words(row);
    return value === undefined ? [] : [{ label, value }];
  });
  return (
    <div className={classes.tooltip}>
      <p className={classes.tooltipTime}>{name.words(row)}</p>
      {lines.length > 0 || none === undefined ? <DefinitionLines lines={lines} /> : none}
      {children}
    </div>
  );
}
