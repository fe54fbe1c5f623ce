'use client';

import { CartesianGrid, ComposedChart, Line, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { Resource } from '@/server/model/units';
import type { WindowsView } from '@/server/recommender/views';
import { formatDuration } from '@/server/words/times';
import { DataTable } from '../charts/data-table';
import { RowTooltip } from '../charts/row-tooltip';
import charts from '../charts/time-chart.module.css';
import { timeLabel } from '../charts/time-ticks';
import classes from './evidence.module.css';
import { X_AXIS, yAxis } from './evidence-axes';
import { statisticWords, type WindowRow, windowColumns, windowsSeries, windowsWords } from './windows-series';

interface WindowsChartProps {
  view: WindowsView;
  resource: Resource;
  subject: string;
}

/** Mean and peak of each window, the statistic after it, and the highest of the last hour. */
export default function WindowsChart({ view, resource, subject }: WindowsChartProps) {
  const series = windowsSeries(resource, view);
  const words = <p className={classes.sentence}>{windowsWords(resource, view)}</p>;
  if (!series) return words;
  const columns = windowColumns(resource, view);
  const label = `${subject}, windows of ${formatDuration(view.windowMs)}`;
  const line = { dot: false, isAnimationActive: false, connectNulls: false } as const;
  const isFew = view.windows.length < 3;
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
            <XAxis
              {...X_AXIS}
              dataKey="atMs"
              type="number"
              domain={[series.fromMs, series.toMs]}
              ticks={series.timeTicks}
              tickFormatter={timeLabel(series.fromMs, series.toMs)}
            />
            <YAxis {...yAxis(resource, series.valueTicks)} />
            <Tooltip
              isAnimationActive={false}
              cursor={{ stroke: 'var(--line-strong)' }}
              content={({ payload }) => (
                <RowTooltip columns={columns} row={payload[0]?.payload as WindowRow | undefined} />
              )}
            />
            <Line {...line} dot={isFew} dataKey="peak" stroke="var(--usage)" strokeOpacity={0.45} />
            <Line {...line} dot={isFew} dataKey="mean" stroke="var(--usage)" strokeWidth={1.5} />
            <Line
              {...line}
              type="stepAfter"
              dataKey="statistic"
              stroke="var(--target)"
              strokeDasharray="4 3"
            />
            <Line {...line} type="stepAfter" dataKey="held" stroke="var(--target)" strokeWidth={2} />
          </ComposedChart>
        </ResponsiveContainer>
        <figcaption className={charts.legend}>
          <span className={charts.key}>Usage: mean, peak (faint)</span>
          <span className={charts.key} data-kind="target">
            {statisticWords(view)} (dashes), highest of {formatDuration(view.holdMs)}
          </span>
        </figcaption>
        <DataTable
          label={label}
          columns={columns}
          rows={series.rows.filter(({ mean }) => mean !== undefined)}
        />
      </figure>
    </>
  );
}
