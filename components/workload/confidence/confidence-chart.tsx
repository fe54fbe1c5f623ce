'use client';

import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import {
  Area,
  CartesianGrid,
  ComposedChart,
  Line,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { formatFactor } from '@/server/words/counts';
import { MARK_SIGN } from '../../charts/chart-picture';
import { DataTable } from '../../charts/data-table';
import { LineKey } from '../../charts/line-key';
import { RowTooltip } from '../../charts/row-tooltip';
import timeClasses from '../../charts/time-chart.module.css';
import { pointer, TICK, timeAxis } from '../../charts/time-frame';
import { TimeMarks } from '../../charts/time-marks';
import shared from '../../layout/shared.module.css';
import { useIsPhone } from '../../layout/use-is-phone';
import { localAbsoluteTime } from '../../times/times';
import classes from './confidence-chart.module.css';
import { CONFIDENCE_COLUMNS, type ConfidenceRow, type ConfidenceSeries } from './confidence-series';

const HEIGHT = 150;
const LINE = { type: 'stepAfter', dot: false, isAnimationActive: false, connectNulls: false } as const;

interface ConfidenceChartProps {
  series: ConfidenceSeries;
  /** What it is about: `web, container app`. */
  subject: string;
}

/** The history that counted over time, and how far the bounds stood from the target. */
export default function ConfidenceChart({ series, subject }: ConfidenceChartProps) {
  const { rows, resets, top, isCut } = series;
  return (
    <figure className={timeClasses.figure}>
      <div className={classes.pair}>
        <Panel
          series={series}
          label={`History of ${subject} that counted, in days`}
          title="Days of history"
          axis={<YAxis {...AXIS} domain={[0, 'auto']} allowDecimals={false} unit=" d" />}
        >
          <Area {...LINE} dataKey="days" stroke="var(--target)" fill="var(--target-soft)" strokeWidth={2} />
        </Panel>
        <Panel
          series={series}
          label={`Bounds of ${subject}, in multiples of the target`}
          title="Bounds, in multiples of the target"
          axis={
            <YAxis
              {...AXIS}
              domain={[0, top]}
              ticks={multiplesTo(top)}
              tickFormatter={formatFactor}
              allowDataOverflow
            />
          }
        >
          <ReferenceLine y={1} stroke="var(--line-strong)" />
          <Line {...LINE} dataKey="cpuUpper" stroke="var(--target)" strokeWidth={2} />
          <Line {...LINE} dataKey="cpuLower" stroke="var(--target)" strokeWidth={1.25} />
          <Line {...LINE} dataKey="memoryUpper" stroke="var(--over)" strokeWidth={2} strokeDasharray="5 3" />
          <Line
            {...LINE}
            dataKey="memoryLower"
            stroke="var(--over)"
            strokeWidth={1.25}
            strokeDasharray="5 3"
          />
        </Panel>
      </div>
      <figcaption className={timeClasses.legend}>
        <LineKey colour="var(--target)">CPU: upper bound (thick) and lower</LineKey>
        <LineKey colour="var(--over)" look="dashed">
          Memory: upper bound (thick) and lower
        </LineKey>
        {resets.length > 0 && <span>▼ the history began anew</span>}
        {isCut && <span>The upper bound was above {formatFactor(top)} at times.</span>}
      </figcaption>
      {resets.map(({ atMs, why }) => (
        <Text key={atMs} mt={4} c="dimmed" fz={13}>
          {localAbsoluteTime(atMs)}: {why}.
        </Text>
      ))}
      <DataTable
        label={`Confidence of ${subject}`}
        columns={CONFIDENCE_COLUMNS}
        rows={rows.filter(({ days }) => days !== undefined)}
      />
    </figure>
  );
}

/** Marks of an axis that its labels tell exactly. */
function multiplesTo(top: number): number[] {
  const step = top > 2 ? 1 : 0.5;
  return Array.from({ length: Math.floor(top / step) + 1 }, (_, index) => index * step);
}

const AXIS = { tickLine: false, axisLine: false, width: 56, tick: TICK } as const;

function Panel({
  series: { rows, fromMs, toMs, resets },
  label,
  title,
  axis,
  children,
}: {
  series: ConfidenceSeries;
  label: string;
  title: string;
  axis: ReactNode;
  children: ReactNode;
}) {
  const isNarrow = useIsPhone();
  return (
    <div>
      <p className={shared.small}>{title}</p>
      <ResponsiveContainer width="100%" height={HEIGHT}>
        <ComposedChart
          data={rows}
          syncId={`confidence ${fromMs}`}
          aria-label={label}
          margin={{ top: 14, right: 12, bottom: 0, left: 0 }}
        >
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis {...timeAxis({ fromMs, toMs })} />
          {axis}
          <Tooltip
            {...pointer(isNarrow, HEIGHT)}
            content={({ payload }) => (
              <RowTooltip
                row={payload[0]?.payload as ConfidenceRow | undefined}
                columns={CONFIDENCE_COLUMNS}
              />
            )}
          />
          {children}
          <TimeMarks
            marks={resets.map(({ atMs }) => ({ key: atMs, atMs, colour: 'var(--warning)', sign: MARK_SIGN }))}
          />
        </ComposedChart>
      </ResponsiveContainer>
    </div>
  );
}
