'use client';

import {
  Area,
  CartesianGrid,
  ComposedChart,
  Line,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import type { Resource } from '@/server/model/units';
import type { HistoryPoint } from '@/server/recommender/views';
import { formatAmount } from '@/server/words/amounts';
import { formatDuration } from '@/server/words/times';
import { boundsColumns } from './bounds-columns';
import { type BoundsRow, boundsSeries } from './bounds-series';
import { BoundsTooltip } from './bounds-tooltip';
import { DataTable } from './data-table';
import classes from './time-chart.module.css';
import { timeLabel } from './time-ticks';

interface BoundsChartProps {
  resource: Resource;
  history: readonly HistoryPoint[];
  /** What is measured: `CPU use of web, container app`. */
  subject: string;
}

/** Bounds as a band, and target, request and usage as lines, over the container's recent past. */
export default function BoundsChart({ resource, history, subject }: BoundsChartProps) {
  const series = boundsSeries(history, resource);
  if (!series) return <p className={classes.waiting}>History appears here from now on.</p>;
  const fromMs = series.rows[0]?.atMs ?? 0;
  const toMs = series.rows.at(-1)?.atMs ?? 0;
  const top = series.valueTicks.at(-1) ?? 1;
  const label = `${subject}, last ${formatDuration(toMs - fromMs)}`;
  const line = { type: 'linear', dot: false, isAnimationActive: false, connectNulls: false } as const;
  return (
    <figure className={classes.figure}>
      <ResponsiveContainer width="100%" height={260}>
        <ComposedChart
          data={series.rows}
          aria-label={label}
          margin={{ top: 8, right: 12, bottom: 0, left: 0 }}
        >
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="atMs"
            type="number"
            domain={[fromMs, toMs]}
            ticks={series.timeTicks}
            tickFormatter={timeLabel(fromMs, toMs)}
            tickLine={false}
            stroke="var(--line-strong)"
            tick={{ fill: 'var(--ink-soft)', fontSize: 11 }}
            minTickGap={24}
          />
          <YAxis
            domain={[0, top]}
            ticks={series.valueTicks}
            tickFormatter={(value: number) => (value === 0 ? '0' : formatAmount(resource, value))}
            tickLine={false}
            axisLine={false}
            width={84}
            allowDataOverflow
            tick={{ fill: 'var(--ink-soft)', fontSize: 11 }}
          />
          <Tooltip
            isAnimationActive={false}
            cursor={{ stroke: 'var(--line-strong)' }}
            content={({ payload }) => (
              <BoundsTooltip resource={resource} row={payload[0]?.payload as BoundsRow | undefined} />
            )}
          />
          <Area
            {...line}
            dataKey="band"
            stroke="none"
            fill="var(--target)"
            fillOpacity={0.16}
            activeDot={false}
          />
          <Line {...line} dataKey="usage" stroke="var(--usage)" strokeWidth={1.25} />
          <Line {...line} dataKey="target" stroke="var(--target)" strokeWidth={2} />
          <Line
            {...line}
            type="stepAfter"
            dataKey="request"
            stroke="var(--request)"
            strokeWidth={1.75}
            strokeDasharray="6 3"
          />
        </ComposedChart>
      </ResponsiveContainer>
      <figcaption className={classes.legend}>
        <span className={classes.key} data-kind="request">
          Request
        </span>
        <span className={classes.key} data-kind="target">
          Target
        </span>
        <span className={classes.key} data-kind="band">
          Lower to upper bound
        </span>
        <span className={classes.key} data-kind="usage">
          Mean usage of the pods
        </span>
        {series.beyond === 'now' && <span>The upper bound is above this axis.</span>}
        {series.beyond === 'at-first' && <span>The upper bound started above this axis.</span>}
      </figcaption>
      <DataTable label={label} columns={boundsColumns(resource)} rows={series.rows} />
    </figure>
  );
}
