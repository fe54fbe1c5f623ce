'use client';

import {
  Bar,
  CartesianGrid,
  Cell,
  ComposedChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import type { RunsView } from '@/server/contract/recommendations';
import type { Resource } from '@/server/contract/resources';
import { DataTable } from '../charts/data-table';
import { RowTooltip } from '../charts/row-tooltip';
import charts from '../charts/time-chart.module.css';
import classes from './evidence.module.css';
import { X_AXIS, yAxis } from './evidence-axes';
import { type RunRow, runColumns, runsSeries, runsWords } from './runs-rows';

interface RunsChartProps {
  view: RunsView;
  resource: Resource;
  subject: string;
}

const FILLS = {
  counts: 'var(--usage)',
  'under-way': 'var(--target)',
  older: 'var(--weight-above)',
} as const satisfies Record<RunRow['state'], string>;

/** A bar for each run: its average CPU, or its memory peak. */
export default function RunsChart({ view, resource, subject }: RunsChartProps) {
  const series = runsSeries(resource, view);
  const words = <p className={classes.sentence}>{runsWords(resource, view)}</p>;
  if (!series) return words;
  const columns = runColumns(resource);
  const label = `${subject}, by run`;
  return (
    <>
      {words}
      <figure className={charts.figure}>
        <ResponsiveContainer width="100%" height={220}>
          <ComposedChart
            data={series.rows}
            aria-label={label}
            margin={{ top: 8, right: 12, bottom: 0, left: 0 }}
          >
            <CartesianGrid vertical={false} stroke="var(--line)" />
            <XAxis {...X_AXIS} dataKey="name" />
            <YAxis {...yAxis(resource, series.valueTicks)} />
            <Tooltip
              isAnimationActive={false}
              cursor={{ fill: 'var(--surface-sunken)' }}
              content={({ payload }) => (
                <RowTooltip columns={columns} row={payload[0]?.payload as RunRow | undefined} />
              )}
            />
            <Bar dataKey="amount" isAnimationActive={false} maxBarSize={28}>
              {series.rows.map(({ firstMs, state }) => (
                <Cell key={firstMs} fill={FILLS[state]} />
              ))}
            </Bar>
          </ComposedChart>
        </ResponsiveContainer>
        <figcaption className={charts.legend}>
          <span className={charts.key}>{resource === 'cpu' ? 'Average of a run' : 'Peak of a run'}</span>
          <span className={charts.key} data-kind="target">
            Under way
          </span>
        </figcaption>
        <DataTable label={label} columns={columns} rows={series.rows} />
      </figure>
    </>
  );
}
