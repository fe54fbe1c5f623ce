import type { Resource } from '@/server/model/units';
import { formatAmount } from '@/server/words/amounts';
import type { DataColumn } from '../charts/bounds-columns';
import classes from '../charts/time-chart.module.css';
import { DefinitionLines } from '../layout/definition-lines';

const TICK = { fill: 'var(--ink-soft)', fontSize: 11 };

/** What the axes of all evidence have in common. */
export const X_AXIS = {
  tickLine: false,
  stroke: 'var(--line-strong)',
  tick: TICK,
  minTickGap: 24,
} as const;

export function yAxis(resource: Resource, ticks: readonly number[]) {
  return {
    domain: [0, ticks.at(-1) ?? 1],
    ticks: [...ticks],
    tickFormatter: (value: number) => (value === 0 ? '0' : formatAmount(resource, value)),
    tickLine: false,
    axisLine: false,
    width: 76,
    tick: TICK,
  };
}

interface RowTooltipProps<Row> {
  columns: readonly DataColumn<Row>[];
  row: Row | undefined;
}

/** One row of a chart in words; its first column is the heading. */
export function RowTooltip<Row>({ columns, row }: RowTooltipProps<Row>) {
  const [name, ...values] = columns;
  if (!row || !name) return null;
  const lines = values.flatMap(({ label, words }) => {
    const value = words(row);
    return value === undefined ? [] : [{ label, value }];
  });
  return (
    <div className={classes.tooltip}>
      <p className={classes.tooltipTime}>{name.words(row)}</p>
      <DefinitionLines lines={lines} />
    </div>
  );
}
