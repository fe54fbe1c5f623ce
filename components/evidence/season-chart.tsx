'use client';

import { CartesianGrid, ComposedChart, Line, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { Resource } from '@/server/model/units';
import type { SeasonView } from '@/server/recommender/views';
import { formatDuration, shortTime } from '@/server/words/times';
import { DataTable } from '../charts/data-table';
import { RowTooltip } from '../charts/row-tooltip';
import charts from '../charts/time-chart.module.css';
import classes from './evidence.module.css';
import { X_AXIS, yAxis } from './evidence-axes';
import { type SeasonRow, seasonColumns, seasonSeries, seasonWords } from './season-series';

interface SeasonChartProps {
  view: SeasonView;
  resource: Resource;
  subject: string;
}

/** The past periods over one another, the newest strongest, and what is recommended for the coming time. */
export default function SeasonChart({ view, resource, subject }: SeasonChartProps) {
  const series = seasonSeries(resource, view);
  if (!series) return <p className={classes.sentence}>The first half hour is under way.</p>;
  const columns = seasonColumns(resource, series);
  const label = `${subject}, periods of ${formatDuration(view.phaseMs)} over one another`;
  const line = { type: 'stepAfter', dot: false, isAnimationActive: false, connectNulls: false } as const;
  const newest = series.starts.length - 1;
  return (
    <>
      <p className={classes.sentence}>{seasonWords(resource, view)}</p>
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
              dataKey="phaseMs"
              type="number"
              domain={[0, view.phaseMs]}
              ticks={series.phaseTicks}
              tickFormatter={series.phaseLabel}
            />
            <YAxis {...yAxis(resource, series.valueTicks)} />
            <Tooltip
              isAnimationActive={false}
              cursor={{ stroke: 'var(--line-strong)' }}
              content={({ payload }) => (
                <RowTooltip columns={columns} row={payload[0]?.payload as SeasonRow | undefined} />
              )}
            />
            {series.starts.map((startMs, index) => (
              <Line
                {...line}
                key={startMs}
                name={shortTime(startMs)}
                dataKey={({ used }: SeasonRow) => used[index]}
                stroke="var(--usage)"
                strokeWidth={index === newest ? 2 : 1}
                strokeOpacity={index === newest ? 1 : 0.3 + (0.4 * (index + 1)) / (newest + 1)}
              />
            ))}
            <Line {...line} dataKey="recommended" stroke="var(--target)" strokeWidth={2.5} />
          </ComposedChart>
        </ResponsiveContainer>
        <figcaption className={charts.legend}>
          <span className={charts.key}>Usage by half hour: this period (strong), those before (faint)</span>
          {view.coming && (
            <span className={charts.key} data-kind="target">
              Recommended for the coming {formatDuration(view.coming.horizonMs)}
            </span>
          )}
        </figcaption>
        <DataTable label={label} columns={columns} rows={series.rows} />
      </figure>
    </>
  );
}
